"""fig:exp_heatmap: eps' = 1000 eps Y/w for groups of Y records and w users, from eps of single records and 1,000 users."""

from __future__ import annotations

from fractions import Fraction

import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.groups.group_privacy import ray, tau, z
from proofs_check.lemmas.normal import SIGMA
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from reference.formulas import delta_gauss

HEATMAP, FIGURE = "fig:exp_heatmap#rescaled_eps", "reading:the-figure"


def rescaled(least_users: int) -> Outcome:
    """1000 Y/w <= 1 for Y <= 50 and at least this many users: the rescaling shrinks the shift."""
    size, users = z3.Reals("Y w")
    return prove([size >= 1, size <= 50, users >= least_users], 1000 * size / users <= 1)


@check(
    HEATMAP,
    about=FIGURE,
    method="smt",
    scope="groups of at most 50 and at least 200,000 users, as in the figure",
    universal=True,
    concludes="it shrinks",
    control=lambda: rescaled(1000),
)
def figure_only_shrinks() -> Outcome:
    """In both panels 1000 Y/w is at most 1/4, so that the shift is smaller than the one measured."""
    return rescaled(200000)


@check(
    HEATMAP,
    about=FIGURE,
    method="symbolic",
    scope="every z > 0 and tau > 0",
    universal=True,
    concludes="eps shrinks at least as fast",
    needs=["groups.group_privacy.groups_always_need_more"],
    control=lambda: ray(z + tau / 2),
)
def shrinking_is_safe() -> Outcome:
    """eps at a fixed delta grows faster than the shift, so for a shrinking shift the linear rescaling overstates eps."""
    return ray(z)


def understated(users: int) -> Outcome:
    """The linear rescaling for groups of 50 and this many users, from (0.6, 1e-5) at 1,000 users and single records."""
    factor = Fraction(50 * 1000, users)
    at = factor * Fraction("0.6")
    truth = certified(lambda: delta_gauss(exact(at), exact(SIGMA / factor), exact(1), BALLS))
    return at_most(
        truth, Fraction(1, 10**5), ("delta at the rescaled eps", "target delta"), w=users, group=50, eps=at
    )


@check(
    HEATMAP,
    about="reading:any-number-of-users",
    method="interval",
    scope="groups of 50 and 1,000 users: outside the figure",
    expect="fails",
    control=lambda: understated(200000),
)
def growing_is_not() -> Outcome:
    """With 1,000 users and groups of 50 the same formula understates eps: delta is 0.69 instead of 1e-5."""
    return understated(1000)
