"""lem:max_smoothness: the second-derivative test of the printed KKT proof, line by line."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every, shown
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from proofs_check.simplex.simplex_candidates import candidate
from proofs_check.simplex.simplex_maximum import (
    LEMMA,
    curvature,
    curvature_is_positive,
    two_small_entries_are_unstable,
)
from reference.formulas import simplex_term

C, s = sp.symbols("C s", real=True)
k, j = sp.symbols("k j", positive=True)


def definiteness(sign: int) -> Outcome:
    """-(s - 1/2)^2 has a maximum at 1/2. Is its second derivative of this sign?"""
    second = sp.diff(-((s - sp.Rational(1, 2)) ** 2), s, 2)
    return at_most(
        0,
        sign * Fraction(int(second)),
        ("number 0", "second derivative, with the sign that is claimed"),
        function="-(s - 1/2)^2",
    )


@check(
    LEMMA,
    about="step:definiteness",
    method="exact",
    scope="one variable, a parabola that opens downwards",
    expect="fails",
    control=lambda: definiteness(-1),
)
def definiteness_is_swapped() -> Outcome:
    """The print says a maximum has a positive definite Hessian; a downward parabola has a negative one.

    The displayed inequalities that follow use the right sign (< 0 for a maximum).
    """
    return definiteness(1)


def sign_table(flipped: bool) -> Outcome:
    """2 - 2C - 6 s^(j') < 0 iff C > (k-3)/k for 2j' < k, and iff C < (k-3)/k for 2j' > k; > 0 the other way."""
    c, kk, jj = z3.Reals("C k j")
    bend = curvature(candidate(jj, c, kk), c)
    above, below = kk * c > kk - 3, kk * c < kk - 3
    if flipped:
        above, below = below, above
    left = prove([kk > 0, jj >= 0, 2 * jj < kk], z3.And((bend < 0) == above, (bend > 0) == below))
    right = prove([kk > 0, 2 * jj > kk], z3.And((bend < 0) == below, (bend > 0) == above))
    return every(left, right)


@check(
    LEMMA,
    about="step:sign-conditions",
    method="smt",
    scope="every real k > 0, j' and C with 2j' != k",
    universal=True,
    control=lambda: sign_table(True),
)
def sign_conditions_are_right() -> Outcome:
    """Both displayed rearrangements of the maximum and the minimum condition."""
    return sign_table(False)


def mixed_signs(values: tuple[Fraction, ...]) -> Outcome:
    """A diagonal Hessian with mixed signs: is some direction with sum 0 uphill?

    For one positive entry d_1 and negative entries the best direction is v_p = 1/d_p up to scale; the restricted
    form is negative definite iff sum 1/d_p > 0 (three variables: checked on two tangent vectors).
    """
    tangent = [(1, -1, 0), (1, 0, -1)]
    gram = [[sum(d * a * b for d, a, b in zip(values, u, v, strict=True)) for v in tangent] for u in tangent]
    negative = gram[0][0] < 0 and gram[0][0] * gram[1][1] - gram[0][1] ** 2 > 0
    numbers = shown(diagonal=values, restricted_form=gram)
    if negative:
        return Outcome("fails", "mixed signs, and still a strict maximum on directions with sum 0", numbers)
    return Outcome("holds", "some direction with sum 0 is uphill", numbers)


@check(
    LEMMA,
    about="inference:tangent-space",
    method="exact",
    scope="three entries",
    expect="fails",
    control=lambda: mixed_signs((Fraction(4), Fraction(-3), Fraction(-3))),
)
def mixed_signs_do_not_make_a_saddle() -> Outcome:
    """On the simplex only directions with sum 0 count: the diagonal (1, -3, -3) has mixed signs and no uphill one."""
    return mixed_signs((Fraction(1), Fraction(-3), Fraction(-3)))


@check(
    LEMMA,
    about="step:tangent-space",
    method="smt",
    scope="every k >= 3, every C, whatever the numbers of entries a and b",
    universal=True,
    control=lambda: curvature_is_positive(1),
)
def mixed_candidates_are_no_maxima() -> Outcome:
    """The conclusion holds: with values a > b, some shift of weight towards an entry b is uphill."""
    return every(two_small_entries_are_unstable(1), curvature_is_positive(2))


@check(
    LEMMA,
    about="repair",
    method="symbolic",
    scope="every k, every C",
    universal=True,
    control=lambda: _tangent_identity(2),
)
def tangent_curvature() -> Outcome:
    """With a, b = (1-C)/3 +- u: curvature(b) + curvature(a)/m = 6u(1 - 1/m)."""
    return _tangent_identity(1)


def _tangent_identity(factor: int) -> Outcome:
    half_gap, m = sp.symbols("u m", positive=True)
    a, b = (1 - C) / 3 + half_gap, (1 - C) / 3 - half_gap
    return vanishes(curvature(b, C) + curvature(a, C) / m - 6 * half_gap * (1 - factor / m))


def uniform_is_a_maximum(C_value: Fraction, count: int) -> Outcome:
    """Compare the uniform point on `count` entries with a nearby point of the simplex."""
    step = Fraction(1, 100)
    uniform = [Fraction(1, count)] * count
    nearby = [uniform[0] + step, uniform[1] - step, *uniform[2:]]
    values = [sum(simplex_term(p, C_value) for p in point) for point in (uniform, nearby)]
    return at_most(
        values[1],
        values[0],
        ("value nearby", "value at the uniform point"),
        C=C_value,
        k=count,
        nearby_point=nearby,
    )


@check(
    LEMMA,
    about="step:maximum-at-j-equals-k",
    method="exact",
    scope="C = 0, k = 4, so C < (k-3)/k",
    expect="fails",
    control=lambda: uniform_is_a_maximum(Fraction(1, 2), 4),
)
def uniform_point_can_be_a_minimum() -> Outcome:
    """The print calls the uniform point a maximum also for C < (k-3)/k; there it is a local minimum."""
    return uniform_is_a_maximum(Fraction(0), 4)


def degenerate(value) -> Outcome:
    """At C = (k-3)/k every candidate is the uniform one."""
    return vanishes(candidate(j).subs(C, (k - 3) / k) - value)


@check(
    LEMMA,
    about="step:degenerate-case",
    method="symbolic",
    scope="every k, every j with 2j != k",
    universal=True,
    control=lambda: degenerate(2 / k),
)
def degenerate_case_is_uniform() -> Outcome:
    """At C = (k-3)/k the candidates are all 1/k."""
    return degenerate(1 / k)


def degenerate_is_a_maximum(direction: tuple[int, int, int]) -> Outcome:
    """C = 0, k = 3, where C = (k-3)/k: a step of 1/100 from (1/3, 1/3, 1/3) along a direction with sum 0."""
    uniform = [Fraction(1, 3)] * 3
    nearby = [p + Fraction(v, 100) for p, v in zip(uniform, direction, strict=True)]
    values = [sum(simplex_term(p, Fraction(0)) for p in point) for point in (uniform, nearby)]
    names = ("value nearby", "value at the uniform point")
    return at_most(values[1], values[0], names, C=0, k=3, nearby_point=nearby)


@check(
    LEMMA,
    about="inference:degenerate-case",
    method="exact",
    scope="C = 0, k = 3",
    expect="fails",
    control=lambda: degenerate_is_a_maximum((2, -1, -1)),
)
def indecisive_is_not_maximal() -> Outcome:
    """Where the second derivatives vanish the uniform point need not be a maximum: one direction is uphill."""
    return degenerate_is_a_maximum((-2, 1, 1))
