"""fig:exp_heatmap: eps' = 1000 eps Y/w for groups of Y records and w users, from eps of single records and 1,000 users."""

from fractions import Fraction

import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.normal import SIGMA
from proofs_check.method.check import about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from reference.formulas import delta_gauss

FIGURE = "reading:the-figure"
check = about("fig:exp_heatmap#rescaled_eps")


@check(
    FIGURE,
    "smt",
    every="groups of at most 50 and at least 200,000 users, as in the figure",
    concludes="it shrinks",
    wrong={"least_users": 1000},
)
def figure_only_shrinks(least_users=200000):
    """In both panels 1000 Y/w is at most 1/4, so that the shift is smaller than the one measured."""
    size, users = z3.Reals("Y w")
    return prove([size >= 1, size <= 50, users >= least_users], 1000 * size / users <= 1)


@check(
    "reading:any-number-of-users",
    "interval",
    at="groups of 50 and 1,000 users: outside the figure",
    expect="fails",
    wrong={"users": 200000},
)
def growing_is_not(users=1000):
    """With 1,000 users and groups of 50 the same formula understates eps: delta is 0.69 instead of 1e-5."""
    # The linear rescaling for groups of 50 and this many users, from (0.6, 1e-5) at 1,000 users and single records.
    factor = Fraction(50 * 1000, users)
    at = factor * Fraction("0.6")
    truth = certified(lambda: delta_gauss(exact(at), exact(SIGMA / factor), exact(1), BALLS))
    return at_most(
        truth, Fraction(1, 10**5), ("delta at the rescaled eps", "target delta"), w=users, group=50, eps=at
    )
