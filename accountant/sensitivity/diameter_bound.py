"""The inner maximum of the centre bound, for K >= 3: branch and bound in intervals.

A box holds all logit patterns (a; b, ..., b; g; 0, ..., 0) with (a, b, g) in a product of intervals and a number j of
classes tied with the strongest rival. Its bound is the value at the midpoint plus the largest slopes times the half
widths. A box is dropped only if certainly no pattern in it has norm at most r with b >= g >= 0. Floats choose where to
split and when to stop; whatever they choose, no value of the maximum is lost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accountant.numbers.array_intervals import Array, ArrayIntervals, Intervals, Mask, above
from reference import formulas
from reference.arithmetic import ARRAYS, Number

CHUNK = 1 << 13  # boxes handled at once: they fit into the cache


@dataclass(frozen=True)
class Maximum:
    """No feasible pattern exceeds `upper`; a float found `reached` with this slope in kappa."""

    upper: float
    reached: float
    slope: float
    boxes: int


@dataclass(frozen=True)
class Boxes:
    """lo and hi of (a, b, g), one row per box, and j."""

    lo: Array
    hi: Array
    j: Array

    def __getitem__(self, chosen: Any) -> Boxes:
        return Boxes(self.lo[chosen], self.hi[chosen], self.j[chosen])

    def __len__(self) -> int:
        return len(self.j)

    @property
    def middle(self) -> Array:
        return np.clip((self.lo + self.hi) / 2, self.lo, self.hi)

    def split(self, axis: Array) -> Boxes:
        """Both halves of every box along its axis; together they are the box."""
        rows, middle = np.arange(len(self)), self.middle
        left, right = self.hi.copy(), self.lo.copy()
        left[rows, axis] = right[rows, axis] = middle[rows, axis]
        return Boxes(self.lo, left, self.j).joined(Boxes(right, self.hi, self.j))

    def joined(self, more: Boxes) -> Boxes:
        parts = zip((self.lo, self.hi, self.j), (more.lo, more.hi, more.j), strict=True)
        return Boxes(*(np.concatenate(pair) for pair in parts))


def all_patterns(r: float, K: int) -> Boxes:
    """Every pattern: two logits of a vector of norm at most r differ by at most sqrt(2) r <= 1.5 r."""
    j = np.arange(K - 2, dtype=np.float64)
    reach = math.nextafter(1.5 * r, math.inf)
    lo, hi = np.zeros((K - 2, 3)), np.full((K - 2, 3), reach)
    lo[:, 0] = -reach
    hi[-1, 2] = 0.0  # all other classes are tied: the last one is the reference
    return Boxes(lo, hi, j)


def possible(boxes: Boxes, r: Intervals, K: int) -> Mask:
    """False only where certainly |z| > r or b < g throughout the box: |z|^2 is convex, hence above its tangent."""
    middle, j = boxes.middle, boxes.j
    a, b, g = (Intervals.of(middle[:, i]) for i in range(3))
    norm = formulas.pattern_norm_squared(a, b, g, j, K)
    half, least = _half_widths(boxes), norm
    for i, slope in enumerate(norm_slopes([a, b, g], j, K)):
        least = least - Intervals.of(half[:, i]) * slope.largest_size()
    outside: Mask = (least.lo > (r**2).hi) | (boxes.hi[:, 1] < boxes.lo[:, 2])
    return ~outside


def norm_slopes(logits: Sequence[Number], j: Any, K: Any) -> list[Number]:
    """The derivatives of `pattern_norm_squared` in a, b and g; it is convex, so that it lies above its tangents."""
    a, b, g = logits
    mean = (a + (1 + j) * b + g) / K
    return [2 * (a - mean), 2 * (1 + j) * (b - mean), 2 * (g - mean)]


def _half_widths(boxes: Boxes) -> Array:
    middle = boxes.middle
    return above(np.maximum(boxes.hi - middle, middle - boxes.lo))


def value(kappa: float, logits: Sequence[Number], j: Array, K: int, num: Any) -> Number:
    """`formulas.pattern_value` at these logits, in any arithmetic on arrays."""
    a, b, g = logits
    label, rival, single, other = formulas.pattern_shares(a, b, g, j, K, num)
    S = j * rival + single + (K - 3 - j) * other
    Q = j * rival**2 + single**2 + (K - 3 - j) * other**2
    rest = [S, Q, S**2 / (K - 2), formulas.pattern_rest_log(b, g, j, K, num)]
    return formulas.pattern_value(kappa, [a, b], [1 - label, rival], rest, num)


def slopes(kappa: float, boxes: Boxes, K: int, num: Any) -> list[Intervals]:
    """Ranges of the derivatives of `value` in a, b and g over each box."""
    j = boxes.j
    a, b, g = (Intervals(boxes.lo[:, i], boxes.hi[:, i]) for i in range(3))
    label, rival, single, other = formulas.pattern_shares(a, b, g, j, K, num)
    S = (j * rival + single + (K - 3 - j) * other) & (1 - label - rival)
    Q = j * rival**2 + single**2 + (K - 3 - j) * other**2
    E = S**2 / (K - 2)
    margin = 1 - kappa / rival
    active = Intervals((margin.lo > 0) * 1.0, (margin.hi >= 0) * 1.0)
    rest = [S, Q, E, formulas.pattern_rest_log(b, g, j, K, num)]
    return pattern_slopes(kappa, [a, b], [label, rival, single], rest, [num.max(0, margin), active], j, K)


def pattern_slopes(
    kappa: Number,
    logits: Sequence[Number],
    shares: Sequence[Number],
    rest: Sequence[Number],
    spread: Sequence[Number],
    j: Number,
    K: Number,
) -> list[Number]:
    """Derivatives of `formulas.pattern_value` in a, b, g; `spread`: max(0, 1 - kappa/rival), and whether it is > 0."""
    (a, b), (label, rival, single), (S, Q, E, log), (theta, active) = logits, shares, rest, spread
    p, found = 1 - label, []
    moved = (  # share moved with the logit, its part among the other classes, its squares there, is it the rival, the label
        (label, 0, 0, 0, 1),
        ((1 + j) * rival, j * rival, j * rival**2, 1, 0),
        (single, single, single**2, 0, 0),
    )
    for mass, part, squares, is_rival, is_label in moved:
        d_p = label * (mass - is_label)
        d_rival = rival * (is_rival - mass)
        d_S = part - S * mass
        d_E = 2 * S * d_S / (K - 2)
        d_spread = active * kappa * (is_rival - mass) / rival * (Q - E) + theta * (
            2 * (squares - Q * mass) - d_E
        )
        d_inner = d_rival * b + is_rival * rival + d_S * log + part - d_p * a - is_label * p
        found.append(2 * p * d_p + 2 * rival * d_rival + d_E + d_spread - 2 * kappa * d_inner)
    return found


def bound(kappa: float, boxes: Boxes, K: int, num: ArrayIntervals) -> tuple[Array, Array]:
    """An upper bound of `value` on each box, and what each axis contributes to its slack."""
    middle = boxes.middle
    at_middle = value(kappa, [Intervals.of(middle[:, i]) for i in range(3)], boxes.j, K, num)
    half = _half_widths(boxes)
    slack = [Intervals.of(half[:, i]) * s.largest_size() for i, s in enumerate(slopes(kappa, boxes, K, num))]
    total = at_middle + slack[0] + slack[1] + slack[2]
    return total.hi, np.stack([s.hi for s in slack], axis=1)


def largest_value(
    kappa: float, r: Intervals, K: int, *, tolerance: float, most_boxes: int = 4_000_000
) -> Maximum:
    """The maximum of `value` over all patterns of norm at most r, from above, to within the tolerance."""
    num, retired, reached, slope, count = ArrayIntervals(), -np.inf, -np.inf, 0.0, 0
    todo = all_patterns(float(r.hi), K)
    while len(todo):
        boxes, todo = todo[-CHUNK:], todo[:-CHUNK]
        boxes = boxes[possible(boxes, r, K)]
        if not len(boxes):
            continue
        count += len(boxes)
        found, at = _best_feasible(kappa, boxes, float(r.lo), K)
        if found > reached:
            reached, slope = found, at
        upper, slack = bound(kappa, boxes, K, num)
        upper[np.isnan(upper)] = np.inf
        done = (upper <= reached + tolerance) | (count > most_boxes)
        retired = max(retired, float(np.max(upper[done], initial=-np.inf)))
        boxes, axis = boxes[~done], np.argmax(slack[~done], axis=1)
        todo = todo.joined(boxes.split(axis))
    if not np.isfinite(retired):
        raise ArithmeticError(f"no finite bound for kappa = {kappa}, r = {r.hi}, K = {K}")
    return Maximum(retired, reached, slope, count)


def _best_feasible(kappa: float, boxes: Boxes, r: float, K: int) -> tuple[float, float]:
    """The best value at the midpoints, pulled back into the ball, and its slope in kappa; floats, to steer only."""
    a, b, g = boxes.middle.T
    points = np.stack([a, b, np.minimum(b, g)])
    norm = np.sqrt(formulas.pattern_norm_squared(points[0], points[1], points[2], boxes.j, K))
    points *= np.minimum(1, r / np.maximum(norm, 1e-300))
    step = 1e-6
    here, there = (value(k, list(points), boxes.j, K, ARRAYS) for k in (kappa, kappa + step))
    best = int(np.argmax(here))
    return float(here[best]), float(there[best] - here[best]) / step
