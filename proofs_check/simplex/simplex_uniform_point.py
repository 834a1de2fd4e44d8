"""lem:max_smoothness: the end of the printed KKT proof, the uniform point and its best count k, line by line."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from proofs_check.simplex.simplex_candidates import candidate
from proofs_check.simplex.simplex_maximum import LEMMA
from reference.formulas import simplex_bound, simplex_term, simplex_uniform

C = sp.Symbol("C", real=True)
k = sp.Symbol("k", positive=True)


def uniform_value(value) -> Outcome:
    """k entries 1/k."""
    return all_vanish([k * simplex_term(1 / k, C) - value(C, k), candidate(0) - 1 / k])


@check(
    LEMMA,
    about="step:uniform-value",
    method="symbolic",
    scope="every k, every C",
    universal=True,
    control=lambda: uniform_value(lambda C, k: simplex_uniform(C, k + 1)),
)
def uniform_value_is_right() -> Outcome:
    """At the uniform point on k entries the sum is C + (1-C)/k - 1/k^2."""
    return uniform_value(simplex_uniform)


def best_count_exists(largest_C) -> Outcome:
    """Is there a k > 0 at which the derivative of C + (1-C)/k - 1/k^2 in k is 0?"""
    c, kk = z3.Reals("C k")
    derivative_zero = (c - 1) * kk + 2 == 0  # (C-1)/k^2 + 2/k^3 = 0, times k^3
    allowed = [c >= 0] if largest_C is None else [c >= 0, c < largest_C]
    return prove(allowed, z3.Exists([kk], z3.And(kk > 0, derivative_zero)))


@check(
    LEMMA,
    about="inference:best-count",
    method="smt",
    scope="every C >= 0",
    universal=True,
    expect="fails",
    control=lambda: best_count_exists(1),
)
def no_best_count_beyond_one() -> Outcome:
    """The printed maximiser k = 2/(1-C) exists only for C < 1; for C >= 1 (strong regularization) no k > 0 does."""
    return best_count_exists(None)


def derivative_in_count(factor: int) -> Outcome:
    """The displayed derivative in k and the value at k = 2/(1-C)."""
    printed = (C - 1) / k**2 + factor / k**3
    top = simplex_uniform(C, 2 / (1 - C))
    line = C + (1 - C) ** 2 / 2 - (1 - C) ** 2 / 4
    return all_vanish(
        [sp.diff(simplex_uniform(C, k), k) - printed, top - line, line - simplex_bound(C, SYMBOLIC)]
    )


@check(
    LEMMA,
    about="step:best-count",
    method="symbolic",
    scope="every C != 1",
    universal=True,
    control=lambda: derivative_in_count(1),
)
def last_lines_are_right() -> Outcome:
    """The derivative in k, the value at k = 2/(1-C) and the closing algebra are as printed."""
    return derivative_in_count(2)


def any_count_stays_below(bound) -> Outcome:
    """The value at the uniform point on k entries, for any real k >= 1 and any C >= 0."""
    c, kk = z3.Reals("C k")
    num = Terms()
    return prove([c >= 0, kk >= 1], simplex_uniform(c, kk) <= bound(c, num), num)


@check(
    LEMMA,
    about="repair",
    method="smt",
    scope="every real k >= 1 and C >= 0, also C >= 1",
    universal=True,
    control=lambda: any_count_stays_below(lambda c, num: z3.Q(24, 100) * (c + 1) ** 2),
)
def uniform_value_stays_below() -> Outcome:
    """C + (1-C)/k - 1/k^2 <= (C+1)^2/4 also where k = 2/(1-C) does not exist."""
    return any_count_stays_below(simplex_bound)


def best_whole_count(C_value: Fraction) -> Outcome:
    """The largest value over whole k up to 50 against the bound, which allows any real k."""
    best = max(simplex_uniform(C_value, Fraction(count)) for count in range(1, 51))
    return equal_at(best, simplex_bound(C_value, RATIONALS), ("largest over whole k", "bound"), C=C_value)


@check(
    LEMMA,
    about="step:real-count",
    method="exact",
    scope="C = 3/10",
    expect="fails",
    control=lambda: best_whole_count(Fraction(1, 3)),
)
def whole_counts_need_not_reach_the_bound() -> Outcome:
    """The maximum over whole k is set equal to that over real k; at C = 3/10 it is smaller (19/45 against 0.4225)."""
    return best_whole_count(Fraction(3, 10))
