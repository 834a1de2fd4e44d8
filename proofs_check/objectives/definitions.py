"""Definitions of the introduction: does the printed inequality say what its name says? And which regularizer is meant?"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference import formulas

check_strong = about("def:strong_convexity")


def condition(q, slope, f, g, Lambda, upper: bool):
    """q(f) against q(g) + q'(g)(f - g) + Λ/2 (f - g)^2, as printed (<=) or as it should be (>=)."""
    right = q(g) + slope(g) * (f - g) + Lambda / 2 * (f - g) ** 2
    return q(f) <= right if upper else q(f) >= right


@check_strong(
    "statement", "smt", at="one variable, q(f) = -f^2, Λ = 1", expect="fails", wrong={"upper": False}
)
def printed_inequality_admits_a_concave_function(upper=True):
    """-f^2 meets the printed inequality for all f and f', and is not convex."""
    # Does the condition with Λ = 1 reject -f^2, whose midpoint value 0 exceeds the mean of its ends -1?
    f, g = z3.Reals("f g")
    passes = prove([], condition(lambda v: -v * v, lambda v: -2 * v, f, g, z3.RealVal(1), upper))
    if passes.result == "holds":
        numbers = shown(q="-f^2", Lambda=1, q_at_middle_0=0, mean_of_q_at_the_ends_1_and_minus_1=-1)
        return Outcome("fails", "a concave function meets the condition at all points", numbers)
    return Outcome("holds" if passes.result == "fails" else "undecided", passes.detail, passes.witness)


def objective_meets(upper: bool) -> Outcome:
    """Does q(f) = f^2, which is 1-strongly convex (even 2-strongly), meet the condition with Λ = 1?"""
    f, g = z3.Reals("f g")
    return prove([f >= -1], condition(lambda v: v * v, lambda v: 2 * v, f, g, z3.RealVal(1), upper))


@check_strong(
    "inference:only-strongly-convex",
    "smt",
    at="one variable, q(f) = f^2, Λ = 1",
    expect="fails",
    wrong={"upper": False},
)
def printed_inequality_excludes_a_strongly_convex_function(upper=True):
    """f^2 is strongly convex with Λ = 1 and breaks the printed inequality."""
    return objective_meets(upper=upper)


@check_strong(
    "repair",
    "smt",
    at="every parabola in one variable and every Λ > 0",
    wrong={"lowest_factor": 2},
    control=lambda: objective_meets(upper=True),
)
def reversed_inequality_is_strong_convexity(lowest_factor=1):
    """With >= instead of <= the inequality bounds the second derivative from below by Λ, as the text says."""
    kappa, b, Lambda, f, g = z3.Reals("kappa b Lambda f g")
    q = lambda v: kappa / 2 * v * v + b * v  # noqa: E731
    slope = lambda v: kappa * v + b  # noqa: E731
    meets = condition(q, slope, f, g, Lambda, upper=False)
    enough = prove([Lambda > 0, kappa >= Lambda], meets)
    needed = prove([Lambda > 0, f != g, meets], kappa >= lowest_factor * Lambda)
    return every(enough, needed)


check_smooth = about("def:smoothness")


@check_smooth(
    "reading:upper-bound",
    "smt",
    at="q = -f^2, beta = 0",
    expect="fails",
    wrong={"curvature": 2, "beta": 2},
)
def an_upper_bound_is_not_enough(curvature=-2, beta=0):
    """-f^2 has a second derivative of at most 0 and is not 0-smooth: beta bounds its absolute value."""
    # For q(f) = curvature f^2/2 and f > g: if q'(f) - q'(g) <= beta (f - g), is also -(q'(f) - q'(g)) below?
    f, g = z3.Reals("f g")
    rise = curvature * f - curvature * g
    return prove([f > g, rise <= beta * (f - g)], -rise <= beta * (f - g))


# --- sec:noninteractive#regularizer: Λ/2 <f, f> and Λ <f, f> are both printed -----------------------------


check_ridge = about("sec:noninteractive#regularizer")


@check_ridge("reading:full-ridge", "exact", at="Λ = 20", expect="fails", wrong={"half": Fraction(1, 2)})
def full_ridge_has_twice_that(value=Fraction(20), half=Fraction(1)):
    """Λ <f, f>, as in the HingeSVM, the representer theorem and the proof of convergence, has curvature 2Λ."""
    ridge = lambda f: half * value * f * f  # noqa: E731
    return equal_at(ridge(1) - 2 * ridge(0) + ridge(-1), value, ("strong convexity", "Λ"), Lambda=value)


@check_ridge(
    "repair",
    "symbolic",
    every="every Λ",
    wrong={"ridge": lambda Lambda, f: formulas.regularized(Lambda, f**2, 0)},
)
def full_ridge_has_curvature_two_Lambda(ridge=lambda Lambda, f: Lambda * f**2):
    """Λ <f, f> has curvature 2Λ, for every Λ: its Λ counts twice; that of Λ/2 <f, f> (control) does not."""
    f, Lambda = sp.symbols("f Lambda", positive=True)
    return vanishes(sp.diff(ridge(Lambda, f), f, 2) - 2 * Lambda)


@check_ridge("step:sum-of-losses", "symbolic", every="every n, Λ and loss", wrong={"scale": lambda n: 1})
def summed_losses_divide_Lambda(scale=lambda n: 1 / n):
    """A sum of losses with Λ is the mean of losses with Λ/n: the same minimiser only if Λ is rescaled."""
    losses, f, Lambda, n = sp.symbols("losses f Lambda n", positive=True)
    return vanishes(losses + Lambda * f**2 - n * (losses / n + scale(n) * Lambda * f**2))
