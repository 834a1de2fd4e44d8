"""The closing note of lem:max_smoothness and its figure: one maximum at a time, and how close the bound comes."""

from __future__ import annotations

from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import RATIONALS, at_most
from proofs_check.method.smt import Terms, prove
from reference import formulas

CLOSE = "fig:viz_softmax_smooth#closeness"


def uniform_values(C: Fraction, K: int) -> list[Fraction]:
    return [formulas.simplex_uniform(C, Fraction(k)) for k in range(1, K + 1)]


def one_maximum(C: Fraction) -> Outcome:
    """How many of the candidates 1/k, k <= 10, reach the largest value, against one."""
    values = uniform_values(C, 10)
    best = [k for k, v in enumerate(values, start=1) if v == max(values)]
    return at_most(len(best), 1, ("number of maxima", "one"), C=C, at_k=best)


@check(
    "lem:max_smoothness",
    about="step:one-dominant",
    method="exact",
    scope="C = 1/6, k = 2 and 3",
    expect="fails",
    control=lambda: one_maximum(Fraction(0)),
)
def two_maxima_can_tie() -> Outcome:
    """At C = 1 - 1/k - 1/(k+1) the uniform points on k and on k + 1 entries are equally good."""
    return one_maximum(Fraction(1, 6))


def near_the_hull(beyond, gap) -> Outcome:
    """C from (k-2)/k, where bound and maximum touch, to the next such point (and `beyond`): the smaller gap of k and k + 1."""
    C, k = z3.Reals("C k")
    hull = formulas.simplex_bound(C, Terms())
    gaps = [hull - formulas.simplex_uniform(C, count) for count in (k, k + 1)]
    premises = [k >= 2, C * k >= k - 2, C * (k + 1) <= k - 1 + beyond]
    return prove(premises, z3.Or(*(g <= gap for g in gaps)))


@check(
    CLOSE,
    about="reading:covered",
    method="smt",
    scope="every K and every C from 0 to (K-2)/K",
    universal=True,
    concludes="within 1/144",
    control=[lambda: near_the_hull(0, z3.Q(1, 145)), lambda: near_the_hull(5, z3.Q(1, 144))],
)
def close_between_the_touching_points() -> Outcome:
    """Between two points where maximum and bound touch, they are at most 1/144 apart: the gap is a square, largest at a tie."""
    return near_the_hull(0, z3.Q(1, 144))


def far_from_the_hull(C: Fraction, K: int) -> Outcome:
    """The bound less the best uniform value for k <= K, against a tenth."""
    gap = formulas.simplex_bound(C, RATIONALS) - max(uniform_values(C, K))
    return at_most(gap, Fraction(1, 10), ("gap", "a tenth"), C=C, K=K)


@check(
    CLOSE,
    about="reading:any-constant",
    method="exact",
    scope="K = 10, C = 3",
    expect="fails",
    control=lambda: far_from_the_hull(Fraction(1, 2), 10),
)
def far_for_large_constants() -> Outcome:
    """For C above (K-2)/K the bound leaves the maximum behind: 4 against 2.79 at C = 3, K = 10."""
    return far_from_the_hull(Fraction(3), 10)
