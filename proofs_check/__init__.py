"""The paper's statements as checks and theorems, in rooms; a room uses the rooms before it.

method logic                         how evidence is made, what a theorem is
lemmas simplex objectives            shared facts, lem:max_smoothness, constants of both learners
sensitivity diameter                 Theorem R, both learners, two gradients at one model
gaussian distributed groups          noise, many users, groups and whole users
secure_sum averaging dpsgd           summation, when averaging works, the baselines' accounting
text recorded                        sentences and tables, recorded runs
coq probes mutants museum            a proof kernel, searches for worst cases, wrong formulas, real bugs
"""
