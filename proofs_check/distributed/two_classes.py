"""ours:two_classes: with two classes the second one-vs-rest SVM is the negative of the first, so one release is enough."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import Outcome, check
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

MIRROR = "ours:two_classes"


def mirrored(sign, slope=None) -> Outcome:
    """Gradient entry of the second SVM, labels turned, at sign f: the negative of the first's at f? Any loss slope."""
    Lambda, f, x, y, score = sp.symbols("Lambda f_l x_l y t", real=True)
    slope = slope or sp.Function("slope")
    first = formulas.gradient_entry(Lambda, f, formulas.loss_gradient_entry(x, y * slope(y * score)))
    turned = -y * slope(-y * (sign * score))
    second = formulas.gradient_entry(Lambda, sign * f, formulas.loss_gradient_entry(x, turned))
    return vanishes(second + first)


@check(
    MIRROR,
    method="symbolic",
    scope="every dimension, record and loss of the margin",
    universal=True,
    concludes="mirrored gradient",
    control=lambda: mirrored(1, sp.exp),
)
def gradients_are_mirrored() -> Outcome:
    """At -f the margins of the second SVM are those of the first at f, and its gradient is the negative."""
    return mirrored(-1)


def mirrored_huber(sign: int) -> Outcome:
    """The same for the Huber loss, over the reals; t = <f, x>."""
    num = Terms()
    Lambda, f, x, y, score, h = z3.Reals("Lambda f_l x_l y t h")
    slope = lambda z: formulas.huber_slope(h, z, num)  # noqa: E731
    first = formulas.gradient_entry(Lambda, f, formulas.loss_gradient_entry(x, y * slope(y * score)))
    turned = -y * slope(-y * (sign * score))
    second = formulas.gradient_entry(Lambda, sign * f, formulas.loss_gradient_entry(x, turned))
    return prove([Lambda > 0, h > 0, z3.Or(y == 1, y == -1)], second == -first, num)


@check(
    MIRROR,
    method="smt",
    scope="every dimension, record, Λ and h",
    universal=True,
    concludes="mirrored gradient, Huber",
    control=lambda: mirrored_huber(1),
)
def huber_gradients_are_mirrored() -> Outcome:
    """The same for the Huber SVM by z3."""
    return mirrored_huber(-1)


def steps_stay_mirrored(sign: int) -> Outcome:
    """One step of SGD and one shrinking factor, which depends on the length alone, from sign f with gradient sign g."""
    f, g, tau, factor = sp.symbols("f_l g_l tau factor", real=True)
    step = formulas.sgd_step(f, tau, g)
    other = formulas.sgd_step(sign * f, tau, -g)
    return all_vanish([other + step, factor * other + factor * step])


@check(
    MIRROR,
    method="symbolic",
    scope="every step, by induction from f_0 = 0; projection onto the ball",
    universal=True,
    concludes="mirrored models",
    needs=["distributed.two_classes.gradients_are_mirrored"],
    control=lambda: steps_stay_mirrored(1),
)
def models_stay_mirrored() -> Outcome:
    """Steps and projections keep f' = -f, so that after every pass the second model is the negative of the first."""
    return steps_stay_mirrored(-1)


def noise_saved(factor: int) -> Outcome:
    """delta(eps, K_comp = 2) at sqrt(factor) σ, against delta(eps, 1) at σ."""
    pair = formulas.delta_gauss(eps, sp.sqrt(factor) * sigma, sp.Integer(2), SYMBOLIC)
    return vanishes(pair - formulas.delta_gauss(eps, sigma, sp.Integer(1), SYMBOLIC))


@check(
    MIRROR,
    method="symbolic",
    scope="every eps and sigma",
    universal=True,
    concludes="one composition",
    control=lambda: noise_saved(3),
)
def one_release_instead_of_two() -> Outcome:
    """Released once and negated, the pair needs sqrt(2) times less noise than two compositions."""
    return noise_saved(2)
