"""ours:gradient_diameter for two classes: the bound is reached, for every r = Rc; and the one leaf of the room."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every, theorem
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about("ours:gradient_diameter")
check_tight = about("ours:gradient_diameter#tightness")


def derivatives(power: int) -> Outcome:
    """Both gaps as functions of x = a/b: 0 at x = 1, with the derivatives (x - 1)^2 and (x - 1)^2/x^3 times a number."""
    x = sp.Symbol("x", positive=True)
    below = (x - 1) * (x + 1) / (2 * x) - sp.log(x)
    above = sp.log(x) - (x - 1) * (3 * x - 1) / (2 * x**2)
    slopes = [sp.diff(below, x) - (x - 1) ** power / (2 * x**2), sp.diff(above, x) - (x - 1) ** 2 / x**3]
    return all_vanish([below.subs(x, 1), above.subs(x, 1), *slopes])


def no_slope_is_negative(power: int) -> Outcome:
    """(x - 1)^2/(2x^2) and (x - 1)^2/x^3 for x >= 1."""
    x = z3.Real("x")
    return prove([x >= 1], z3.And((x - 1) ** power / (2 * x**2) >= 0, (x - 1) ** 2 / x**3 >= 0))


@check(
    "statement",
    "symbolic",
    every="all a >= b > 0; a function that starts at 0 and never falls is not negative (mean value theorem)",
    wrong={"power": 3},
)
def logarithm_to_second_order(power=2):
    """2ab log(a/b) <= (a - b)(a + b) and 2a^2 log(a/b) >= (a - b)(3a - b), divided by b^2, with x = a/b."""
    return every(derivatives(power), no_slope_is_negative(power))


@check_tight("statement", "symbolic", every="every K and dimension", wrong={"angle": 1})
def distance_is_split_by_the_angle(angle=2):
    """|x u^T - x' u'^T|^2 = lam|u + u'|^2 + (1 - lam)|u - u'|^2 for unit records with <x, x'> = 1 - 2 lam."""
    x, y, u, v, U, V, P, lam = sp.symbols("x x' u u' U V P lam", real=True)
    entry = (x * u - y * v) ** 2 - (x**2 * u**2 + y**2 * v**2 - 2 * (x * y) * (u * v))
    total = U + V - 2 * (1 - angle * lam) * P
    return all_vanish([entry, total - formulas.gradient_gap_squared(lam, U + V + 2 * P, U + V - 2 * P)])


@check_tight(
    "statement",
    "symbolic",
    every="K = 2, every R, c and 0 <= t <= 1, two features or more",
    concludes="two classes are reached",
    wrong={"share_of": lambda s: 1 - s},
    needs=[distance_is_split_by_the_angle, theorem("diameter.entries_theorem", "TWO_CLASSES")],
)
def two_classes_meet_the_bound(share_of=lambda s: s):
    """For K = 2 the pair at angle arccos t has squared distance c^2 8(1 - t^2) s^2, the centre bound at the best t."""
    # f = R e_1 (-1, 1)/sqrt(2), records c(t e_1 +- sqrt(1 - t^2) e_2), both with label 1, in units c = 1.
    t, r = sp.symbols("t r", positive=True)
    logit = r * t / sp.sqrt(2)
    s = sp.exp(logit) / (sp.exp(logit) + sp.exp(-logit))
    u = (formulas.softmax_slope(1 - s, 1), formulas.softmax_slope(share_of(s), 0))
    reached = formulas.gradient_gap_squared(1 - t**2, sum((2 * v) ** 2 for v in u), 0)
    return vanishes(reached - formulas.diameter_two_classes(t, r, SYMBOLIC))


def angle_and_radius() -> tuple[sp.Symbol, sp.Symbol, sp.Expr]:
    """t, r and the logit gap x = sqrt(2) r t of the records at angle arccos t, for K = 2."""
    t, r = sp.symbols("t r", positive=True)
    return t, r, sp.sqrt(2) * r * t


@check_tight("statement", "symbolic", every="K = 2, every t and r > 0", wrong={"turned": lambda x: -x})
def best_angle_condition_is_the_slope(turned=lambda x: x):
    """In t the squared distance has the slope 16 e^{-x}/(1 + e^{-x})^3 times the condition, whose sign is its own."""
    t, r, x = angle_and_radius()
    factor = 16 * sp.exp(-turned(x)) / (1 + sp.exp(-turned(x))) ** 3
    slope = sp.diff(formulas.diameter_two_classes(t, r, SYMBOLIC), t)
    return vanishes(slope - factor * formulas.best_angle_condition(t, r, SYMBOLIC))


@check_tight("statement", "symbolic", every="K = 2, every t and r > 0", wrong={"scale": 2})
def centre_weight_meets_the_pair(scale=1):
    """At the share s = 1/(1 + e^{-x}), of logit x, the weight gives the centre bound its least value: the squared distance."""
    t, r, x = angle_and_radius()
    s, kappa = 1 / (1 + sp.exp(-x)), sp.Symbol("kappa", positive=True)
    bound = formulas.centre_bound(kappa, r, 2 * s**2 - 2 * kappa * x * s)
    best = {kappa: scale * formulas.centre_weight(t, r, SYMBOLIC)}
    distance = formulas.diameter_two_classes(t, r, SYMBOLIC)
    return all_vanish([bound.subs(best) - distance, sp.diff(bound, kappa).subs(best)])
