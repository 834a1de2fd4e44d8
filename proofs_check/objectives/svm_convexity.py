"""ex:dpsvm: the Huber SVM objective is Λ-strongly convex, in any dimension and whatever multiplies the margin.

A gradient is Λf + x sigma with sigma = y slope(y<f, x>). For a pair of models with d = |f - f'|, w = <f - f', x> and
rho = sigma - sigma' all that is needed is rho w >= 0.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC
from reference import formulas

STRONG = "ex:dpsvm#strong_convexity"


def curvature_sign(sign: int) -> Outcome:
    """The curvature on each of the three pieces, times a sign, is never negative."""
    h, w = sp.symbols("h w", positive=True)
    places = (1 - h - w, 1 + h * (w - 1) / (w + 1), 1 + h + w)
    signs = [(sign * formulas.huber_curvature(h, place, SYMBOLIC)).is_nonnegative for place in places]
    if None in signs:
        return Outcome("undecided", "sympy does not know the sign of a curvature")
    return Outcome("holds" if all(signs) else "fails", "sympy: the sign of the curvature on each piece")


@check(
    STRONG,
    method="symbolic",
    scope="every dimension, K, Λ and h, every label factor: y^2 curvature >= 0, and the slope does not jump",
    universal=True,
    concludes="strongly monotone gradient",
    needs=[
        "objectives.svm_lipschitz.gradient_is_right",
        "objectives.huber.slope_and_curvature_are_derivatives",
        "objectives.huber.pieces_join_smoothly",
    ],
    control=lambda: curvature_sign(-1),
)
def curvature_is_nonnegative() -> Outcome:
    """A second way: the Hessian is Λ I plus x x^T times a curvature that is 0 or 1/(2h) on each piece."""
    return curvature_sign(1)


def slopes_of_a_pair(goal, *label_rule) -> Outcome:
    """sigma = y slope(y u) at two scores u, v: w = u - v and rho = sigma(u) - sigma(v)."""
    y, u, v, h = z3.Reals("y u v h")
    num = Terms()
    rho = y * formulas.huber_slope(h, y * u, num) - y * formulas.huber_slope(h, y * v, num)
    return prove([h > 0, *(rule(y) for rule in label_rule)], goal(rho, u - v, h), num)


@check(
    STRONG,
    method="smt",
    scope="every real label factor, every pair of scores, every h > 0",
    universal=True,
    needs=["objectives.huber.slope_and_curvature_are_derivatives", "objectives.huber.pieces_join_smoothly"],
    control=lambda: slopes_of_a_pair(lambda rho, w, h: rho * w > 0),
)
def slope_is_monotone_for_every_label() -> Outcome:
    """rho w >= 0: a larger score never meets a smaller slope, whatever number multiplies the margin."""
    return slopes_of_a_pair(lambda rho, w, h: rho * w >= 0)


def monotone(factor: int) -> Outcome:
    """<gradient difference, f - f'> = Λ d^2 + rho w against factor Λ d^2."""
    Lambda, d, w, rho = z3.Reals("Lambda d w rho")
    return prove([Lambda > 0, d > 0, rho * w >= 0], Lambda * d**2 + rho * w >= factor * Lambda * d**2)


@check(
    STRONG,
    method="smt",
    scope="every dimension, K, Λ and h, and every label factor: the loss is convex in <f, x>",
    universal=True,
    concludes="strongly monotone gradient",
    needs=[
        "objectives.svm_convexity.slope_is_monotone_for_every_label",
        "objectives.svm_lipschitz.gradient_is_right",
    ],
    control=lambda: monotone(2),
)
def gradient_is_strongly_monotone() -> Outcome:
    """<grad J(f) - grad J(f'), f - f'> >= Λ|f - f'|^2, because the slope of the loss never decreases."""
    return monotone(1)
