"""sec:noninteractive#regularizer: Λ/2 <f, f> and Λ <f, f> are both printed, and differ by a factor 2 in curvature."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import equal_at
from proofs_check.method.symbolic import vanishes
from reference import formulas

RIDGE = "sec:noninteractive#regularizer"


def curvature(ridge, factor) -> Outcome:
    """The second derivative of a regularizer along one entry, against factor Λ."""
    f, Lambda = sp.symbols("f Lambda", positive=True)
    return vanishes(sp.diff(ridge(Lambda, f), f, 2) - factor * Lambda)


def half_ridge(Lambda, f):
    return formulas.regularized(Lambda, f**2, 0)


def full_ridge(Lambda, f):
    return Lambda * f**2


@check(
    RIDGE,
    about="reading:half-ridge",
    method="symbolic",
    scope="every Λ",
    universal=True,
    concludes="strong convexity Λ",
    control=lambda: curvature(full_ridge, 1),
)
def half_ridge_has_curvature_Lambda() -> Outcome:
    """Λ/2 <f, f>, as in both algorithms, has curvature Λ: Λ is the strong convexity."""
    return curvature(half_ridge, 1)


def curvature_is(value: Fraction, half: Fraction) -> Outcome:
    """The second difference of half Λ f^2 at -1, 0, 1 for Λ = value, which is its curvature, against Λ."""
    ridge = lambda f: half * value * f * f  # noqa: E731
    return equal_at(ridge(1) - 2 * ridge(0) + ridge(-1), value, ("strong convexity", "Λ"), Lambda=value)


@check(
    RIDGE,
    about="reading:full-ridge",
    method="exact",
    scope="Λ = 20",
    expect="fails",
    control=lambda: curvature_is(Fraction(20), Fraction(1, 2)),
)
def full_ridge_has_twice_that() -> Outcome:
    """Λ <f, f>, as in the HingeSVM, the representer theorem and the proof of convergence, has curvature 2Λ."""
    return curvature_is(Fraction(20), Fraction(1))


@check(
    RIDGE,
    about="repair",
    method="symbolic",
    scope="every Λ",
    universal=True,
    control=lambda: curvature(half_ridge, 2),
)
def full_ridge_has_curvature_two_Lambda() -> Outcome:
    """Λ <f, f> has curvature 2Λ, for every Λ: its Λ counts twice; that of Λ/2 <f, f> (control) does not."""
    return curvature(full_ridge, 2)


def sum_or_mean(scale) -> Outcome:
    """Sum of n losses + Λ<f, f>, against n times (mean of losses + scale Λ <f, f>)."""
    losses, f, Lambda, n = sp.symbols("losses f Lambda n", positive=True)
    return vanishes(losses + Lambda * f**2 - n * (losses / n + scale(n) * Lambda * f**2))


@check(
    RIDGE,
    about="step:sum-of-losses",
    method="symbolic",
    scope="every n, Λ and loss",
    universal=True,
    control=lambda: sum_or_mean(lambda n: 1),
)
def summed_losses_divide_Lambda() -> Outcome:
    """A sum of losses with Λ is the mean of losses with Λ/n: the same minimiser only if Λ is rescaled."""
    return sum_or_mean(lambda n: 1 / n)
