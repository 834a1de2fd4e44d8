"""ex:dpsvm beside `huber_theorems`: the gradient, constants that cannot be lowered, and the printed label factor."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

SIGN, DOUBLED = "reading:one-vs-rest-sign", "reading:label-times-sign"


check_lipschitz = about("ex:dpsvm#lipschitz")


@check_lipschitz(
    SIGN,
    "symbolic",
    every="every dimension, label factor and twice differentiable loss (Huber: on each piece)",
    wrong={"label_power": 0, "loss": sp.exp},
)
def gradient_is_right(label_power=1, loss=None):
    """The gradient of J is Λf + x y slope(y<f, x>), its Hessian Λ I + x x^T y^2 curvature(y<f, x>): the chain rule."""
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


# --- the gradient and L -----------------------------------------------------------------------------------


@check_lipschitz(SIGN, "symbolic", every="every dimension, Λ, R and c", wrong={"factor": 2})
def L_is_attained(factor=1):
    """A confidently wrong model along the record has a gradient of norm exactly ΛR + c: L cannot be lowered."""
    # f = R u, x = c u for a unit vector u, label -1 and a margin below 1 - h: the gradient along u.
    Lambda, R, c, h = sp.symbols("Lambda R c h", positive=True)
    slope = -formulas.huber_slope(h, -R * c - h, SYMBOLIC)  # some margin on the linear piece
    entry = formulas.gradient_entry(Lambda, R, formulas.loss_gradient_entry(c, slope))
    return vanishes(entry - formulas.lipschitz_svm(Lambda, R, factor * c))


# --- beta -------------------------------------------------------------------------------------------------


@check_lipschitz(DOUBLED, "exact", at="K = 3, label 3, one record, f = 0", expect="fails", wrong={"label": 1})
def printed_label_breaks_L(label=3):
    """The printed objective multiplies by the label as well: with label 3 the gradient is 3, above L = 1.1."""
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


check_smooth = about("ex:dpsvm#smoothness")


@check_smooth(
    SIGN, "symbolic", every="every p: p + 1 entries, the intercept among them", wrong={"copies": lambda p: p}
)
def printed_beta_is_a_frobenius_norm(copies=lambda p: p + 1):
    """The printed beta is the Frobenius norm of the Hessian inside the quadratic piece, at |x| = c."""
    # The sum over all entries of hessian_entry squared, with X = c^2 for the sum of squares, against beta squared.
    Lambda, c, h, p, k, x_l, x_j = sp.symbols("Lambda c h p k x_l x_j", positive=True)
    diagonal = formulas.hessian_entry(Lambda, 1, x_l, x_l, k) ** 2 - x_l**4 * k**2
    off = formulas.hessian_entry(Lambda, 0, x_l, x_j, k) ** 2 - x_l**2 * x_j**2 * k**2
    entry_by_entry = [diagonal - (Lambda**2 + 2 * Lambda * k * x_l**2), off]
    total = (copies(p) * Lambda**2 + 2 * Lambda * k * c**2 + k**2 * c**4).subs(k, 1 / (2 * h))
    return all_vanish([*entry_by_entry, formulas.smoothness_svm(Lambda, c, h, p, SYMBOLIC) ** 2 - total])


@check_smooth(DOUBLED, "interval", at="K = 3, label 3, one record", expect="fails", wrong={"label": 1})
def printed_label_breaks_beta(label=3):
    """With the printed label factor 3 the second derivative is Λ + 9/(2h) = 9.1, above beta = 1.1045."""
    # One record [1, 0] (p = 1) inside the quadratic piece: the second derivative along it is Λ + label^2/(2h).
    Lambda, c, h, x = Fraction(1, 10), Fraction(1), Fraction(1, 2), Fraction(1)
    f = Fraction(1, label)  # margin 1, the middle of |1 - z| <= h
    curvature = label**2 * formulas.huber_curvature(h, label * f * x)
    second = formulas.hessian_entry(Lambda, 1, x, x, curvature)
    beta = certified(lambda: formulas.smoothness_svm(exact(Lambda), exact(c), exact(h), 1, BALLS))
    return at_most(
        second,
        beta,
        ("second derivative", "beta"),
        Lambda=Lambda,
        c=c,
        h=h,
        f=[f, 0],
        x=[x, 0],
        label_times_sign=label,
    )


@check_smooth("repair", "symbolic", every="every dimension, Λ, c and h", wrong={"half": 2})
def spectral_beta_is_attained(half=1):
    """At margin 1 the second derivative along the record is Λ + c^2/(2h): the constant cannot be lowered."""
    # x of norm c inside the quadratic piece: the second derivative along x.
    Lambda, c, h = sp.symbols("Lambda c h", positive=True)
    second = formulas.hessian_entry(Lambda, 1, c, c, formulas.huber_curvature(h, 1, SYMBOLIC))
    return vanishes(second - formulas.smoothness_svm_spectral(Lambda, c, half * h))


@check_smooth(
    "step:approximation",
    "interval",
    at="the paper's CIFAR-10 setting, Λ = 10; read as: within 10 %",
    expect="fails",
    wrong={"Lambda": "200"},
)
def approximation_misses_at_small_regularization(Lambda="10"):
    """beta is not about sqrt(p) Λ at the paper's Λ = 10: it is 7.8 times larger (at Λ = 200 it is within 10 %)."""
    p, c, h = 6144, "34.854", "0.1"
    ratio = certified(
        lambda: (
            formulas.smoothness_svm(exact(Lambda), exact(c), exact(h), p, BALLS)
            / (BALLS.sqrt(p) * exact(Lambda))
        )
    )
    return at_most(
        ratio, Fraction(11, 10), ("ratio of beta to its approximation", "limit"), p=p, c=c, h=h, Lambda=Lambda
    )
