"""Gaussian noise on one release: def:deltagauss and what it says about a learner.

definitions definitions_theorem      def:sensitivity, def:differential_privacy
profile curve float_path             the formula; its slopes and equal forms; why its float64 arrays may be trusted
curve_theorem                        def:deltagauss, lem:gauss_mech, lem:tight_adp_gauss: composed from two leaves on the line
shift mechanism                      their printed steps, and what other checks need
mechanism_theorem mixtures random_learners   noised learners; lem:m1, thm:m2
private_learners_theorem random_order_theorem random_order   from update lines to (eps, delta); ours:random_order
private_learners growth_of_eps growth_theorem   cor:erm_is_dp and cor:softmax_is_dp; C2.2 and orders of eps
"""
