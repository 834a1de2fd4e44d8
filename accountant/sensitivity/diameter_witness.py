"""Pairs of records whose gradients are far apart at one model: lower bounds of the gradient diameter.

Two unit records t e_1 +- sqrt(1 - t^2) e_2 and a model e_1 a^T + e_2 b^T with |a|^2 + |b|^2 = r^2 have the logits
t a +- sqrt(1 - t^2) b. Classes 0, 1 and 2 have entries of their own in a and b, all further classes share one.
A few families of such pairs are scanned in floats; the best pair is measured in balls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb

from accountant.numbers.balls import BALLS, exact
from reference import formulas
from reference.arithmetic import ARRAYS, Arithmetic, Number

SCAN = 21  # grid points per parameter
ZOOMS = 10


@dataclass(frozen=True)
class Pair:
    """Labels y and y', the directions of a and b in the groups of classes, and t; the model is scaled to norm r."""

    y: int
    y2: int
    a: tuple[float, ...]
    b: tuple[float, ...]
    t: float
    K: int

    def squared_distance(self, r: arb) -> arb:
        """|g - g'|^2 of the two gradients for records of norm 1, in balls."""
        a, b = ([exact(entry) for entry in row] for row in (self.a, self.b))
        return squared_distance((self.y, self.y2), a, b, exact(self.t), r, self.K, BALLS)


def group_sizes(K: int) -> tuple[int, ...]:
    return 1, 1, min(1, K - 2), max(0, K - 3)


def squared_distance(
    labels: tuple[int, int],
    a: Sequence[Number],
    b: Sequence[Number],
    t: Number,
    r: Number,
    K: int,
    num: Arithmetic,
) -> Number:
    """|g - g'|^2 for the pair with these directions, on floats, arrays or balls."""
    sizes = group_sizes(K)
    norm = num.sqrt(sum(size * (v**2 + w**2) for size, v, w in zip(sizes, a, b, strict=True)))
    across = num.sqrt(1 - t**2)
    slopes = []
    for label, sign in zip(labels, (1, -1), strict=True):
        powers = [num.exp((t * v + sign * across * w) * r / norm) for v, w in zip(a, b, strict=True)]
        total = sum(size * power for size, power in zip(sizes, powers, strict=True))
        shares = [formulas.softmax(power, total) for power in powers]
        slopes.append([formulas.softmax_slope(s, int(k == label)) for k, s in enumerate(shares)])
    pairs = list(zip(sizes, *slopes, strict=True))
    of_sum = sum(
        size * ((u + v) * (u + v)) for size, u, v in pairs
    )  # the power of a ball around 0 is no ball
    of_gap = sum(size * ((u - v) * (u - v)) for size, u, v in pairs)
    return formulas.gradient_gap_squared(1 - t**2, of_sum, of_gap)


def best_pair(r: float, K: int) -> Pair:
    """The best pair of the families, by scans that zoom in."""
    return max(
        (_zoomed(labels, family, r, K) for labels, family in _families(K)), key=lambda found: found[0]
    )[1]


Family = Callable[[Any, Any], tuple[list[Any], list[Any]]]


def _families(K: int) -> Iterator[tuple[tuple[int, int], Family]]:
    """Labels, and the directions of a and b for two parameters: an angle psi, and t."""
    root, others = 0.5**0.5, max(K - 2, 1)
    apart = np.array([-root, root, 0.0, 0.0])  # class 1 against class 0
    both = np.array([0.5, 0.5, -1 / others, -1 / others]) / (0.5 + 1 / others) ** 0.5  # both against the rest
    none = np.zeros(4)

    def turned(psi: Any, towards: Any, away: Any) -> list[Any]:
        return [np.cos(psi) * v + np.sin(psi) * w for v, w in zip(towards, away, strict=True)]

    yield (0, 0), lambda psi, t: (turned(psi, apart, both if K > 2 else apart), turned(psi, none, none))
    if K > 2:
        rivals = np.array([0.0, root, -root, 0.0])  # class 1 against class 2
        alone = np.array([-1.0, K - 1.0, -1.0, -1.0]) / (K * (K - 1)) ** 0.5  # class 1 against all
        label = np.array([K - 1.0, -1.0, -1.0, -1.0]) / (K * (K - 1)) ** 0.5  # the label against all
        yield (0, 0), lambda psi, t: (turned(psi, none, none), turned(psi, rivals, alone))
        yield (0, 0), lambda psi, t: (turned(psi, none, none), turned(psi, label, alone))
        yield (0, 1), lambda psi, t: (turned(psi, both, none), turned(psi, none, apart))


def _zoomed(labels: tuple[int, int], family: Family, r: float, K: int) -> tuple[float, Pair]:
    low, high = np.array([0.0, 0.0]), np.array([np.pi / 2, 1.0])
    best, at = -1.0, low
    for _ in range(ZOOMS):
        psi, t = (grid.ravel() for grid in np.meshgrid(*np.linspace(low, high, SCAN).T))
        found = squared_distance(labels, *family(psi, t), t, r, K, ARRAYS)
        chosen = int(np.argmax(found))
        if found[chosen] > best:
            best, at = float(found[chosen]), np.array([psi[chosen], t[chosen]])
        step = (high - low) / (SCAN - 1)
        low, high = np.maximum(at - 2 * step, 0), np.minimum(at + 2 * step, [np.pi / 2, 1.0])
    a, b = family(*at)
    return best, Pair(*labels, tuple(map(float, a)), tuple(map(float, b)), float(at[1]), K)
