"""Gaussian noise on one release: def:deltagauss and what it says about a learner.

definitions                          def:sensitivity, def:differential_privacy
profile curve                        the formula; its slopes and equal forms
shift mechanism mechanism_theorem    lem:tight_adp_gauss, lem:gauss_mech, noised learners; by checks and composed
mixtures random_learners             lem:m1, thm:m2
private_learners_theorem             from the learners' update lines to (eps, delta)
private_learners growth_of_eps       cor:erm_is_dp and cor:softmax_is_dp; C2.2 and orders of eps
"""
