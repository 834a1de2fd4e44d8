"""ours:gradient_diameter for two classes: the exact value, for every r = Rc.

The inner maximum is one over y = z_2 - z_1 in 2 s^2 - 2 kappa y s, s = 1/(1 + e^{-y}). Its derivative
changes sign once, at the very y that belongs to the best pair of records, so the two sides meet for every r.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.diameter.centre_bound import (
    distance_is_split_by_the_angle,
)
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about("ours:gradient_diameter")
y = sp.Symbol("y", real=True)
t, r, kappa = sp.symbols("t r kappa", positive=True)
SHARE = 1 / (1 + sp.exp(-y))  # of the rival
TWO = 2 * SHARE**2 - 2 * kappa * y * SHARE  # |u|^2 - 2 kappa <z, u> for two classes
AT_BEST = sp.sqrt(2) * r * t  # y at the pair with angle arccos t


@check("statement", "symbolic", every="K = 2, all logits", wrong={"weight": 1})
def two_classes_have_one_variable(weight=2):
    """For K = 2, |u|^2 - 2 kappa <z, u> = 2 s^2 - 2 kappa y s with y = z_2 - z_1 and s the share of the rival."""
    z1, z2, s = sp.symbols("z1 z2 s", real=True)
    u = (formulas.softmax_slope(1 - s, 1), formulas.softmax_slope(s, 0))
    value = sum(v**2 for v in u) - 2 * kappa * (z1 * u[0] + z2 * u[1])
    label = formulas.softmax(sp.exp(z1), sp.exp(z1) + sp.exp(z1 + y))
    return all_vanish([value - (weight * s**2 - 2 * kappa * (z2 - z1) * s), label - (1 - SHARE)])


def derivative_factors(width: int) -> Outcome:
    """d/dy of the objective as a positive factor times 2 s - kappa W with W = 1 + e^y + width y."""
    W = 1 + sp.exp(y) + width * y
    return vanishes(sp.diff(TWO, y) - 2 * SHARE * (1 - SHARE) * (2 * SHARE - kappa * W))


def quotient_falls(sign: int) -> Outcome:
    """(s/W)' W^2 (1 + e^y)/s = y - e^y - e^{2y}, which is negative because e^y > y."""
    W = 1 + sp.exp(y) + y
    falls = (sp.diff(SHARE, y) * W - SHARE * sp.diff(W, y)) * (1 + sp.exp(y)) / SHARE
    Y, X = z3.Reals("y X")
    negative = prove([X > 0, X >= 1 + Y], Y - sign * X - X**2 < 0)
    return every(vanishes(falls - (y - sp.exp(y) - sp.exp(2 * y))), negative)


@check(
    "statement",
    "symbolic",
    every="every real y and kappa > 0; e^y >= 1 + y is cited",
    wrong=[{"width": 2}, {"sign": -1}],
)
def objective_has_one_peak(width=1, sign=1):
    """A root of 2 s - kappa W is the only maximum: s/W falls where W > 0, and where W <= 0 the derivative is positive."""
    return every(derivative_factors(width), quotient_falls(sign))


def best_angle_is_the_peak(kappa_of) -> Outcome:
    """At y = sqrt(2) r t and kappa of t: 2 s - kappa W is a positive multiple of the angle's condition."""
    s = SHARE.subs(y, AT_BEST)
    W = (1 + sp.exp(y) + y).subs(y, AT_BEST)
    multiple = sp.sqrt(2) * s / r * formulas.best_angle_condition(t, r, SYMBOLIC)
    value = formulas.centre_bound(kappa_of(t, r, SYMBOLIC), r, TWO.subs({y: AT_BEST}))
    value = value.subs(kappa, kappa_of(t, r, SYMBOLIC))
    return all_vanish(
        [
            2 * s - kappa_of(t, r, SYMBOLIC) * W - multiple,
            value - formulas.diameter_two_classes(t, r, SYMBOLIC),
        ]
    )


def condition_has_one_root(sign: int) -> Outcome:
    """The condition is positive at t = 0, negative at t = 1 and falling in between (X = e^{sqrt(2) r t} > 0)."""
    condition = formulas.best_angle_condition(t, r, SYMBOLIC)
    X, root = sp.symbols("X root", positive=True)
    slope = sp.diff(condition, t).subs(sp.exp(AT_BEST), X).subs(sp.sqrt(2), root)
    claimed = -(2 * root * r * t + 1 + X + root * r * t * X)
    X_, t_, q = z3.Reals("X t q")  # q = sqrt(2) r
    falls = prove([X_ > 0, 0 <= t_, q > 0], sign * (2 * q * t_ + 1 + X_ + q * t_ * X_) > 0)
    at_ends = [condition.subs(t, 0) - sp.sqrt(2) * r, condition.subs(t, 1) + 1 + sp.exp(sp.sqrt(2) * r)]
    return every(all_vanish([slope - claimed, *at_ends]), falls)


@check(
    "statement",
    "symbolic",
    every="every r > 0 and 0 < t < 1",
    wrong=[{"kappa_of": lambda t_, r_, num: 2 * formulas.centre_weight(t_, r_, num)}, {"sign": -1}],
)
def best_pair_sits_at_the_peak(kappa_of=formulas.centre_weight, sign=1):
    """With kappa of the best angle the peak is at y = sqrt(2) r t, and the centre bound there is 8(1 - t^2) s^2."""
    return every(best_angle_is_the_peak(kappa_of), condition_has_one_root(sign))


@check(
    "statement",
    "symbolic",
    every="K = 2, every R, c and 0 <= t <= 1, two features or more",
    concludes="two classes exactly",
    wrong={"share_of": lambda s: 1 - s},
    needs=[
        "diameter.centre_theorem.CENTRE",
        distance_is_split_by_the_angle,
        two_classes_have_one_variable,
        objective_has_one_peak,
        best_pair_sits_at_the_peak,
    ],
)
def two_classes_meet_the_bound(share_of=lambda s: s):
    """For K = 2 the pair at angle arccos t has squared distance c^2 8(1 - t^2) s^2, the centre bound at the best t."""
    # f = R e_1 (-1, 1)/sqrt(2), records c(t e_1 +- sqrt(1 - t^2) e_2), both with label 1, in units c = 1.
    logit = r * t / sp.sqrt(2)
    s = sp.exp(logit) / (sp.exp(logit) + sp.exp(-logit))
    u = (formulas.softmax_slope(1 - s, 1), formulas.softmax_slope(share_of(s), 0))
    reached = formulas.gradient_gap_squared(1 - t**2, sum((2 * v) ** 2 for v in u), 0)
    return vanishes(reached - formulas.diameter_two_classes(t, r, SYMBOLIC))
