"""The contour formula for DP-SGD, and the aliases of its trapezoidal sum (ours:contour_errors)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

CONTOUR = "ours:contour_errors#analysis"
check = about(CONTOUR)
s, y, c, u, W = sp.symbols("s y c u W", positive=True)


@check(
    "statement",
    "symbolic",
    every="every s with positive real part: both sides are analytic there",
    concludes="formula",
    wrong={"shift": 2},
)
def transform_of_the_kernel(shift=1):
    """The Laplace transform of 1 - e^{-y} is 1/(s(s+1)): with inversion and Fubini this is the contour formula."""
    # An antiderivative of (1 - e^{-y}) e^{-sy}, and what it leaves between 0 and infinity.
    primitive = -sp.exp(-s * y) / s + sp.exp(-(s + 1) * y) / (s + 1)
    slope = sp.expand(sp.diff(primitive, y) - (1 - sp.exp(-y)) * sp.exp(-s * y))
    return all_vanish([sp.simplify(slope), -primitive.subs(y, 0) - 1 / (s * (s + shift))])


@check("statement", "symbolic", every="every spacing of aliases", wrong={"first": 2})
def aliases_are_a_geometric_series(first=1):
    """`geometric_rest` is e^{-x} + e^{-2x} + ...: with delta <= 1 it bounds the aliases below, with Chernoff those above."""
    rest = formulas.geometric_rest(W, SYMBOLIC)
    return all_vanish([first * sp.exp(-W) + sp.exp(-W) * rest - rest, rest * (sp.exp(W) - 1) - 1])


@check(
    "statement",
    "smt",
    every="every c2 > c and spacing; e^x >= 1 + x is a tangent",
    wrong=[{"larger": False}, {"power": 2}, {"c2": Fraction(1, 2)}],
    needs=[aliases_are_a_geometric_series],
)
def aliases_above_need_a_larger_tilt(larger=True, power=1, c2=Fraction(3, 2)):
    """The aliases above fall like e^{-(c2-c)kW}, which needs c2 > c: for c = 1, c2 = 1/2 the bound is negative (control)."""
    return every(aliases_above(larger, power), far_tilt(c2))


@check("statement", "symbolic", every="every c > 0 and u = e^{-y} in (0, 1)", wrong={"shift": 2})
def chernoff_by_tangents(shift=1):
    """(1 - e^{-y}) e^{-cy} <= c^c/(1+c)^{1+c}, reached at e^{-y} = c/(1+c); so delta <= that times E e^{c(L - eps)}."""
    # log of (1 - u) u^c over its largest value: by log w <= w - 1 twice it is at most 0, and 0 at u = c/(1+c).
    top = c / (c + shift)
    tangents = ((1 - u) / (1 - top) - 1) + c * (u / top - 1)
    value = (1 - top) * sp.exp(c * sp.log(top))
    return all_vanish([sp.simplify(tangents), sp.simplify(formulas.chernoff_factor(c, SYMBOLIC) - value)])


def aliases_above(larger: bool, power: int = 1) -> Outcome:
    """e^{ckW} e^{-c2(eps + kW)} = e^{-c2 eps} r^k with 1/r = e^{(c2-c)W}; the first n of them stay below the rest for 1/r."""
    c1, c2, eps, k = sp.symbols("c1 c2 eps k", positive=True)
    alias = sp.exp(c1 * k * W) * sp.exp(-c2 * (eps + k * W))
    term = sp.exp(-c2 * eps) * sp.exp(-power * (c2 - c1) * W) ** k
    tilt, far, width, inverse, tail = z3.Reals("c c2 W inverse tail")  # inverse = e^{(c2-c)W}, tail = r^n
    premises = [
        tilt > 0,
        width > 0,
        inverse >= 1 + (far - tilt) * width,
        inverse > 0,
        tail > 0,
        *[far > tilt] * larger,
    ]
    first = (1 - tail) / (inverse - 1)  # r + ... + r^n
    below = prove(premises, z3.And(inverse > 1, first <= 1 / (inverse - 1)))
    return every(vanishes(sp.log(alias).expand(force=True) - sp.log(term).expand(force=True)), below)


def far_tilt(c2: Fraction) -> Outcome:
    """c = 1, W = 1: the first alias above, e^{(c-c2)W}, against the closed form, at this c2."""

    def gap() -> Any:
        spacing = exact(c2 - 1)
        return formulas.geometric_rest(spacing, BALLS) - (-spacing).exp()

    return at_most(Fraction(0), certified(gap), ("0", "closed form less the first alias"), c=1, c2=c2, W=1)
