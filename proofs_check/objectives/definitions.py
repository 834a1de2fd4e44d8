"""Definitions of the introduction: does the printed inequality say what its name says?"""

from __future__ import annotations

from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, check, every, shown
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove

STRONG = "def:strong_convexity"


def condition(q, slope, f, g, Lambda, upper: bool):
    """q(f) against q(g) + q'(g)(f - g) + Λ/2 (f - g)^2, as printed (<=) or as it should be (>=)."""
    right = q(g) + slope(g) * (f - g) + Lambda / 2 * (f - g) ** 2
    return q(f) <= right if upper else q(f) >= right


def rejects_a_concave_function(upper: bool) -> Outcome:
    """Does the condition with Λ = 1 reject -f^2, whose midpoint value 0 exceeds the mean of its ends -1?"""
    f, g = z3.Reals("f g")
    passes = prove([], condition(lambda v: -v * v, lambda v: -2 * v, f, g, z3.RealVal(1), upper))
    if passes.result == "holds":
        numbers = shown(q="-f^2", Lambda=1, q_at_middle_0=0, mean_of_q_at_the_ends_1_and_minus_1=-1)
        return Outcome("fails", "a concave function meets the condition at all points", numbers)
    return Outcome("holds" if passes.result == "fails" else "undecided", passes.detail, passes.witness)


@check(
    STRONG,
    method="smt",
    scope="one variable, q(f) = -f^2, Λ = 1",
    expect="fails",
    control=lambda: rejects_a_concave_function(upper=False),
)
def printed_inequality_admits_a_concave_function() -> Outcome:
    """-f^2 meets the printed inequality for all f and f', and is not convex."""
    return rejects_a_concave_function(upper=True)


def objective_meets(upper: bool) -> Outcome:
    """Does q(f) = f^2, which is 1-strongly convex (even 2-strongly), meet the condition with Λ = 1?"""
    f, g = z3.Reals("f g")
    return prove([f >= -1], condition(lambda v: v * v, lambda v: 2 * v, f, g, z3.RealVal(1), upper))


@check(
    STRONG,
    about="inference:only-strongly-convex",
    method="smt",
    scope="one variable, q(f) = f^2, Λ = 1",
    expect="fails",
    control=lambda: objective_meets(upper=False),
)
def printed_inequality_excludes_a_strongly_convex_function() -> Outcome:
    """f^2 is strongly convex with Λ = 1 and breaks the printed inequality."""
    return objective_meets(upper=True)


def any_parabola(lowest_factor: int) -> Outcome:
    """q(f) = kappa f^2/2 + b f meets the >= condition with Λ exactly when its second derivative kappa is >= Λ."""
    kappa, b, Lambda, f, g = z3.Reals("kappa b Lambda f g")
    q = lambda v: kappa / 2 * v * v + b * v  # noqa: E731
    slope = lambda v: kappa * v + b  # noqa: E731
    meets = condition(q, slope, f, g, Lambda, upper=False)
    enough = prove([Lambda > 0, kappa >= Lambda], meets)
    needed = prove([Lambda > 0, f != g, meets], kappa >= lowest_factor * Lambda)
    return every(enough, needed)


@check(
    STRONG,
    about="repair",
    method="smt",
    scope="every parabola in one variable and every Λ > 0",
    control=[lambda: any_parabola(2), lambda: objective_meets(upper=True)],
)
def reversed_inequality_is_strong_convexity() -> Outcome:
    """With >= instead of <= the inequality bounds the second derivative from below by Λ, as the text says."""
    return any_parabola(1)


SMOOTH = "def:smoothness"


def bounded_above_is_smooth(curvature: Fraction, beta: Fraction) -> Outcome:
    """q(f) = curvature f^2/2 with second derivative at most beta: the quotient of its gradients at 0 and 1 against beta."""
    if curvature > beta:
        return Outcome("undecided", "the second derivative is not below beta")
    return at_most(abs(curvature), beta, ("quotient of gradients", "beta"), q=f"{curvature} f^2/2")


@check(
    SMOOTH,
    about="reading:upper-bound",
    method="exact",
    scope="q = -f^2, beta = 0",
    expect="fails",
    control=lambda: bounded_above_is_smooth(Fraction(2), Fraction(2)),
)
def an_upper_bound_is_not_enough() -> Outcome:
    """-f^2 has a second derivative of at most 0 and is not 0-smooth: beta bounds its absolute value."""
    return bounded_above_is_smooth(Fraction(-2), Fraction(0))


def both_sides(lower) -> Outcome:
    """A gradient g with slope between lower(beta) and beta moves by at most beta d over a distance d."""
    beta, d, move = z3.Reals("beta d move")
    slopes = [beta >= 0, d > 0, lower(beta) * d <= move, move <= beta * d]
    return prove(slopes, z3.And(move <= beta * d, -move <= beta * d))


@check(
    SMOOTH,
    about="reading:displays",
    method="smt",
    scope="every beta and distance, along a line; convex q have slopes of at least 0",
    universal=True,
    concludes="bounded on both sides",
    control=lambda: both_sides(lambda beta: -2 * beta - 1),
)
def bounded_on_both_sides() -> Outcome:
    """With the second derivative between -beta and beta the gradient moves by at most beta times the distance."""
    return both_sides(lambda beta: -beta)
