"""Chaudhuri, Monteleoni, Sarwate (2011): do the losses meet the premises? And is each premise needed?"""

from fractions import Fraction

import z3

from proofs_check.method.check import about
from proofs_check.method.replay import at_most
from proofs_check.method.smt import Terms, prove
from reference import formulas

logistic, huber, sensitivity = about("cms:logistic"), about("cms:huber"), about("cms:sensitivity")
u, h, a = z3.Reals("u h a")


@logistic(
    "statement",
    "smt",
    every="every margin z, with u = exp(-z)",
    concludes="constants",
    wrong=[{"curvature": z3.Q(24, 100)}, {"slope": z3.Q(1, 2)}],
)
def logistic_constants(slope=1, curvature=z3.Q(1, 4)):
    """log(1 + exp(-z)) has a slope of size u/(1 + u) < 1 and a curvature u/(1 + u)^2 <= 1/4."""
    return prove([u > 0], z3.And(u / (1 + u) < slope, u / ((1 + u) * (1 + u)) <= curvature))


@huber(
    "statement",
    "smt",
    every="every margin and h > 0",
    concludes="constants",
    wrong=[{"steep": z3.Q(9, 10)}, {"double": 3}],
)
def huber_constants(steep=1, double=2):
    """The Huber loss has a slope of size at most 1 and a curvature of at most 1/(2h)."""
    slope, curvature = formulas.huber_slope(h, a, Terms()), formulas.huber_curvature(h, a, Terms())
    return prove([h > 0], z3.And(-slope <= steep, slope <= 0, 0 <= curvature, curvature <= 1 / (double * h)))


@sensitivity(
    "premise:gradients", "exact", at="one record, no other loss", expect="fails", wrong={"pull": Fraction(1)}
)
def steeper_losses_move_more(pull=Fraction(2)):
    """With gradients of length 2 instead of 1 the minimisers -g/Λ of one record are farther apart than 2/(Λn)."""
    Lambda, n = Fraction(1), 1
    return at_most(
        2 * pull / (Lambda * n), formulas.sensitivity(Fraction(1), Lambda, n), ("moved", "claimed"), pull=pull
    )
