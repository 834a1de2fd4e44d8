"""fig:exp_heatmap: eps' = 1000 eps Y/w for groups of Y records and w users, from eps of single records and 1,000 users."""

import z3

from proofs_check.method.check import about
from proofs_check.method.smt import prove

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
    return prove([size >= 1, size <= 50, users >= least_users], 1000 * size / users <= z3.Q(1, 4))
