"""app:huber: beside `huber_theorems`: slope and curvature are derivatives of the Huber loss, which is close to the hinge."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference.formulas import hinge, huber, huber_curvature, huber_slope

check = about("app:huber")
h, z = sp.Symbol("h", positive=True), sp.Symbol("z", real=True)


def derivative_of(loss, slope) -> Outcome:
    """On each of the three pieces, `slope` is the derivative of `loss`."""
    w = sp.Symbol("w", positive=True)
    gaps = []
    for place in (1 - h - w, 1 + h * (w - 1) / (w + 1), 1 + h + w):
        gaps.append(sp.diff(loss(h, place, SYMBOLIC), w) - slope(h, place, SYMBOLIC) * sp.diff(place, w))
    return all_vanish(gaps)


@check(
    "statement",
    "symbolic",
    every="every h > 0 and every z off the two joints",
    wrong=[
        {"slope": lambda h, z, num: 2 * huber_slope(h, z, num)},
        {"slope2": lambda h, z, num: 2 * huber_curvature(h, z, num)},
    ],
)
def slope_and_curvature_are_derivatives(slope=huber_slope, slope2=huber_curvature):
    """The slope and the curvature that the learner uses are the derivatives of the loss."""
    return every(derivative_of(huber, slope), derivative_of(huber_slope, slope2))


@check("step:smoothed-hinge", "smt", every="every z and every h > 0", wrong={"fraction": 5})
def loss_is_close_to_the_hinge(fraction=4):
    """The Huber loss lies above the hinge loss by at most h/4, reached at z = 1: a smoothed hinge indeed."""
    z_, h_ = z3.Reals("z h")
    num = Terms()
    gap = huber(h_, z_, num) - hinge(z_, num)
    return prove([h_ > 0], z3.And(gap >= 0, fraction * gap <= h_), num)
