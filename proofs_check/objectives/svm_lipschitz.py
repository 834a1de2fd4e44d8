"""ex:dpsvm: the gradient and L of the Huber SVM objective, in any dimension.

A gradient is Λf + x sigma with sigma = y slope(y<f, x>). Only norms and inner products enter: a = |f|, b = |x|,
t = <f, x>, and for a pair of models d = |f - f'|, w = <f - f', x>, rho = sigma - sigma'. Cauchy-Schwarz gives
|t| <= ab and |w| <= bd; `huber.py` gives |sigma| <= 1, rho w >= 0 and |rho| <= |w|/(2h) for a label of size 1.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, nonnegative_by_coefficients, vanishes
from reference import formulas

LIPSCHITZ = "ex:dpsvm#lipschitz"
SIGN, DOUBLED = "reading:one-vs-rest-sign", "reading:label-times-sign"


def gradient_of(label_power: int, loss=None) -> Outcome:
    """Derivatives of Λ/2|f|^2 + l(y<f, x>) in f_l and f_j for any loss l, with the other entries as constants."""
    Lambda, f_l, f_j, x_l, x_j, y, rest, norm = sp.symbols("Lambda f_l f_j x_l x_j y r N", real=True)
    loss, score = loss or sp.Function("l"), f_l * x_l + f_j * x_j + rest
    J = formulas.regularized(Lambda, f_l**2 + f_j**2 + norm, loss(y * score))
    z = sp.Symbol("z", real=True)
    slope, curve = (sp.diff(loss(z), z, order).subs(z, y * score) for order in (1, 2))
    first = formulas.gradient_entry(Lambda, f_l, formulas.loss_gradient_entry(x_l, y**label_power * slope))
    second = [formulas.hessian_entry(Lambda, int(x is x_l), x_l, x, y**2 * curve) for x in (x_l, x_j)]
    derivatives = [sp.diff(J, f_l), sp.diff(J, f_l, 2), sp.diff(J, f_l, f_j)]
    gaps = [a.doit() - b.doit() for a, b in zip(derivatives, [first, *second], strict=True)]
    return all_vanish(gaps)


@check(
    LIPSCHITZ,
    about=SIGN,
    method="symbolic",
    scope="every dimension, label factor and twice differentiable loss (Huber: on each piece)",
    universal=True,
    control=lambda: gradient_of(0, sp.exp),
)
def gradient_is_right() -> Outcome:
    """The gradient of J is Λf + x y slope(y<f, x>), its Hessian Λ I + x x^T y^2 curvature(y<f, x>): the chain rule."""
    return gradient_of(1)


def gradient_norm(bound, largest=1) -> Outcome:
    """|Λf + x sigma|^2 = Λ^2 a^2 + 2 Λ sigma t + b^2 sigma^2 against the squared bound, for |sigma| <= largest."""
    Lambda, R, c, a, b, t, sigma = z3.Reals("Lambda R c a b t sigma")
    premises = [Lambda > 0, 0 <= a, a <= R, 0 <= b, b <= c, t * t <= a * a * b * b]
    premises += [-largest <= sigma, sigma <= largest]
    squared = Lambda**2 * a**2 + 2 * Lambda * sigma * t + b**2 * sigma**2
    return prove(premises, squared <= bound(Lambda, R, c) ** 2)


@check(
    LIPSCHITZ,
    about=SIGN,
    method="smt",
    scope="every dimension, K, Λ, R, c and h",
    universal=True,
    concludes="gradient bound",
    needs=[
        "lemmas.vectors.cauchy_schwarz_by_pairs",
        "objectives.svm_lipschitz.gradient_is_right",
        "objectives.huber.slope_is_between_minus_one_and_zero",
        "objectives.huber.slope_and_curvature_are_derivatives",
    ],
    control=lambda: gradient_norm(lambda Lambda, R, c: Lambda * R + z3.Q(99, 100) * c),
)
def gradient_stays_below_L() -> Outcome:
    """|gradient of J| <= ΛR + c for |f| <= R, |x| <= c and |sigma| <= 1."""
    return gradient_norm(formulas.lipschitz_svm)


def slack_certificate(bound) -> Outcome:
    """L^2 minus the squared gradient norm, written with non-negative slacks: no negative coefficient."""
    Lambda, a, b, u, v, g, r, q = variables = sp.symbols("Lambda a b u v g r q", nonnegative=True)
    size = g / (g + r)  # |sigma|, any number in [0, 1]; sigma t = |sigma|(ab - q) with q >= 0
    squared = Lambda**2 * a**2 + 2 * Lambda * size * (a * b - q) + b**2 * size**2
    whole = sp.expand(sp.cancel((bound(Lambda, a + u, b + v) ** 2 - squared) * (g + r) ** 2))
    corner = dict.fromkeys(variables, sp.Integer(0)) | {b: sp.Integer(1), g: sp.Integer(1)}
    return nonnegative_by_coefficients(whole, variables, tries=[corner])


@check(
    LIPSCHITZ,
    about=SIGN,
    method="symbolic",
    scope="every dimension, K, Λ, R, c and h",
    universal=True,
    concludes="gradient bound",
    needs=[
        "lemmas.vectors.cauchy_schwarz_by_pairs",
        "objectives.svm_lipschitz.gradient_is_right",
        "objectives.huber.slope_is_between_minus_one_and_zero",
        "objectives.huber.slope_and_curvature_are_derivatives",
    ],
    control=lambda: slack_certificate(lambda Lambda, R, c: Lambda * R + sp.Rational(99, 100) * c),
)
def gradient_below_L_by_coefficients() -> Outcome:
    """The same bound without a solver: the slack is a polynomial with non-negative coefficients."""
    return slack_certificate(formulas.lipschitz_svm)


def largest_gradient(factor: int) -> Outcome:
    """f = R u, x = c u for a unit vector u, label -1 and a margin below 1 - h: the gradient along u."""
    Lambda, R, c, h = sp.symbols("Lambda R c h", positive=True)
    slope = -formulas.huber_slope(h, -R * c - h, SYMBOLIC)  # some margin on the linear piece
    entry = formulas.gradient_entry(Lambda, R, formulas.loss_gradient_entry(c, slope))
    return vanishes(entry - formulas.lipschitz_svm(Lambda, R, factor * c))


@check(
    LIPSCHITZ,
    about=SIGN,
    method="symbolic",
    scope="every dimension, Λ, R and c",
    universal=True,
    control=lambda: largest_gradient(2),
)
def L_is_attained() -> Outcome:
    """A confidently wrong model along the record has a gradient of norm exactly ΛR + c: L cannot be lowered."""
    return largest_gradient(1)


def printed_objective(scale) -> Outcome:
    """Labels up to K multiply the slope: |sigma| <= K."""
    K = z3.Real("K")  # sigma between -K and K leaves room for K >= 0 only
    return gradient_norm(lambda Lambda, R, c: formulas.lipschitz_svm(Lambda, R, scale(K) * c), largest=K)


@check(
    LIPSCHITZ,
    about="repair",
    method="smt",
    scope="every dimension, K, Λ, R, c and h",
    universal=True,
    needs=[
        "objectives.svm_lipschitz.gradient_is_right",
        "objectives.huber.slope_is_between_minus_one_and_zero",
    ],
    control=lambda: printed_objective(lambda K: K / 2),
)
def printed_objective_has_a_larger_L() -> Outcome:
    """With labels 1..K multiplied in, the gradient is at most ΛR + Kc."""
    return printed_objective(lambda K: K)


def label_gradient(label: int) -> Outcome:
    """One record [1] of the given label at f = 0, h = 1/2: the gradient of the loss is label * slope * x."""
    Lambda, R, c, h = Fraction(1, 10), Fraction(1), Fraction(1), Fraction(1, 2)
    f, x = Fraction(0), Fraction(1)
    slope = label * formulas.huber_slope(h, label * f * x)
    gradient = formulas.gradient_entry(Lambda, f, formulas.loss_gradient_entry(x, slope))
    L = formulas.lipschitz_svm(Lambda, R, c)
    return at_most(
        abs(gradient),
        L,
        ("gradient norm", "L"),
        Lambda=Lambda,
        R=R,
        c=c,
        h=h,
        f=f,
        x=x,
        label_times_sign=label,
    )


@check(
    LIPSCHITZ,
    about=DOUBLED,
    method="exact",
    scope="K = 3, label 3, one record, f = 0",
    expect="fails",
    control=lambda: label_gradient(1),
)
def printed_label_breaks_L() -> Outcome:
    """The printed objective multiplies by the label as well: with label 3 the gradient is 3, above L = 1.1."""
    return label_gradient(3)
