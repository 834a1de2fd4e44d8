"""The paper's statements as checks and theorems, in rooms; a room uses the rooms before it.

method logic                         how evidence is made, what a theorem is
lemmas simplex objectives            shared facts, lem:max_smoothness, constants of both learners
sensitivity diameter other_learners  Theorem R, both learners, two gradients at one model, hinge and ridge
gaussian distributed groups          noise, many users, groups and whole users
secure_sum averaging dpsgd           summation, when averaging works, the baselines' accounting
text recorded losses                 sentences and tables, recorded runs, a loss of your own
coq probes mutants vectors museum    a proof kernel, worst cases, wrong formulas, test vectors for accountants, real bugs
"""
