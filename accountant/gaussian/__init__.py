"""The Gaussian mechanism, certified (def:deltagauss): delta(eps), its inverses, groups.

functions (what is asked) > inverses (bisection between proved ends) > curve (delta in balls), float_delta (arrays, in float64
with a proved error), float_guesses (where to look), second_engine (mpmath must agree).
"""

from accountant.gaussian.functions import delta, epsilon, group_delta, group_log10_delta, log10_delta, sigma

__all__ = ["delta", "epsilon", "group_delta", "group_log10_delta", "log10_delta", "sigma"]
