"""app:huber: the Huber loss is well defined, convex, 1-Lipschitz, 1/(2h)-smooth and close to the hinge loss."""

from __future__ import annotations

from itertools import combinations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference.formulas import hinge, huber, huber_curvature, huber_slope

check = about("app:huber")
h, z = sp.Symbol("h", positive=True), sp.Symbol("z", real=True)


@check(
    "statement",
    "smt",
    every="every z and every h > 0",
    wrong={"strict_middle": True},
)
def cases_cover_the_line(strict_middle=False):
    """The three printed cases cover every z, and no two of them overlap."""
    z_, h_ = z3.Reals("z h")
    width = z3.If(1 - z_ >= 0, 1 - z_, z_ - 1)
    cases = [z_ > 1 + h_, width < h_ if strict_middle else width <= h_, z_ < 1 - h_]
    exactly_one = z3.And(z3.Or(*cases), z3.Not(z3.Or(*(z3.And(a, b) for a, b in combinations(cases, 2)))))
    return prove([h_ > 0], exactly_one)


def without_the_four(h, z, num):
    """A Huber loss whose middle piece forgets the 4: it jumps at z = 1 - h."""
    return num.if_less(1 + h, z, 0, num.if_less(z, 1 - h, 1 - z, (1 + h - z) ** 2 / h))


@check(
    "statement",
    "symbolic",
    every="every h > 0",
    wrong={"loss": without_the_four},
)
def pieces_join_smoothly(loss=huber):
    """The pieces meet with equal value and equal slope at z = 1 - h and z = 1 + h."""
    w = sp.Symbol("w", positive=True)
    middle = loss(h, 1 + h * (w - 1) / (w + 1), SYMBOLIC)  # w from 0 to infinity runs through |1 - z| < h
    left, right = loss(h, 1 - h - w, SYMBOLIC), loss(h, 1 + h + w, SYMBOLIC)
    along = sp.diff(middle, w) / sp.diff(h * (w - 1) / (w + 1), w)
    at_left, at_right = (lambda e: sp.limit(e, w, 0)), (lambda e: sp.limit(e, w, sp.oo))
    return all_vanish(
        [
            at_left(middle) - at_left(left),
            at_right(middle) - at_left(right),
            at_left(along) + at_left(sp.diff(left, w)),
            at_right(along) - at_left(sp.diff(right, w)),
        ]
    )


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


def slopes(goal) -> Outcome:
    """A goal about the slopes at two points z1 < z2."""
    z1, z2, h_ = z3.Reals("z1 z2 h")
    num = Terms()
    s1, s2 = huber_slope(h_, z1, num), huber_slope(h_, z2, num)
    return prove([h_ > 0, z1 < z2], goal(s1, s2, z2 - z1, h_), num)


@check(
    "statement",
    "smt",
    every="every h > 0 and every pair of points",
    wrong={"goal": lambda s1, s2, gap, h: s1 < s2},
    needs=[slope_and_curvature_are_derivatives, pieces_join_smoothly],
)
def slope_never_decreases(goal=lambda s1, s2, gap, h: s1 <= s2):
    """The slope never decreases, so the loss is convex; it is not strictly convex, which the control claims."""
    return slopes(goal)


@check(
    "statement",
    "smt",
    every="every h > 0 and every point",
    wrong={"goal": lambda s1, s2, gap, h: s1 > -1},
    needs=[slope_and_curvature_are_derivatives],
)
def slope_is_between_minus_one_and_zero(goal=lambda s1, s2, gap, h: z3.And(-1 <= s1, s1 <= 0)):
    """-1 <= slope <= 0, so the loss is 1-Lipschitz and does not increase."""
    return slopes(goal)


@check(
    "statement",
    "smt",
    every="every h > 0 and every pair of points, across the joints too",
    wrong={"goal": lambda s1, s2, gap, h: 4 * h * (s2 - s1) <= gap},
    needs=[slope_and_curvature_are_derivatives, pieces_join_smoothly],
)
def slope_is_lipschitz(goal=lambda s1, s2, gap, h: 2 * h * (s2 - s1) <= gap):
    """Slopes at distance d differ by at most d/(2h): the loss is 1/(2h)-smooth, and 1/(4h) is not enough."""
    return slopes(goal)


@check("step:smoothed-hinge", "smt", every="every z and every h > 0", wrong={"fraction": 5})
def loss_is_close_to_the_hinge(fraction=4):
    """The Huber loss lies above the hinge loss by at most h/4, reached at z = 1: a smoothed hinge indeed."""
    z_, h_ = z3.Reals("z h")
    num = Terms()
    gap = huber(h_, z_, num) - hinge(z_, num)
    return prove([h_ > 0], z3.And(gap >= 0, fraction * gap <= h_), num)
