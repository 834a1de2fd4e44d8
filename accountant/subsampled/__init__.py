"""DP-SGD with Poisson-sampled batches, certified: `delta`, `epsilon` and `sigma` of runs that mix several (q, sigma, steps).

functions (what is asked) > inverses > curve (which engine answers) > contour, contour_plan, contour_bounds (an integral)
and lattice, lattice_step, lattice_cuts (whole-number masses) > step (one step of a run), float_guesses (where to look first).
"""

from accountant.subsampled.functions import GAUSSIAN, WIDE, Answer, delta, epsilon, sigma
from accountant.subsampled.step import RELATIONS

__all__ = ["GAUSSIAN", "RELATIONS", "WIDE", "Answer", "delta", "epsilon", "sigma"]
