"""Gaussian noise on one release: def:deltagauss and what it says about a learner.

definitions definitions_theorem      def:sensitivity, def:differential_privacy
profile float_path                   the formula and its equal forms; why its float64 arrays may be trusted
curve_theorem shift                  def:deltagauss, lem:gauss_mech, lem:tight_adp_gauss from two leaves on the line; its steps
mechanism_theorem mechanism_printed  noised learners: lem:m1, thm:m2, cor:erm_is_dp, cor:softmax_is_dp
private_learners_theorem random_order_theorem random_order   from update lines to (eps, delta); ours:random_order
growth_of_eps growth_theorem         C2.2 and orders of eps
"""
