"""The inner maximum of the centre bound, for K >= 3: |u|^2 - 2 kappa <z, u> over all logits of norm at most r.

Let p be the share of the wrong classes. (0, 1] is cut into pieces. Each has two tangents: one of the entropy at the share
`low` of a wrong class, one of p logit p at `near`. `formulas.inner_bound` is then a quadratic in p. Floats choose kappa,
the cuts and the tangents; balls check that each tangent is allowed and bound each quadratic. So every choice gives a bound.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
from flint import arb

from accountant.numbers.balls import BALLS, exact
from reference import formulas

LOGITS = np.linspace(-6, 34, 201)  # of the share p, where floats look for the maximum; then closer
MOST_PIECES = 10_000
GOLDEN = (math.sqrt(5) - 1) / 2


def inner_maximum(kappa: float, r: Fraction, K: int, tolerance: float) -> arb:
    """A bound on |u|^2 - 2 kappa <z, u> over |z| <= r, from pieces that cover all p in (0, 1], fewer if tolerated."""
    top = formulas.top_share(exact(r), exact(K - 1), BALLS)
    found = exact(0)
    for lo, hi, near, log_low in pieces(kappa, float(top), K, tolerance):
        low = _allowed(hi, log_low, top, kappa)
        found = BALLS.max(found, _largest(near, low, kappa, K, lo, hi))
    return found


def _allowed(hi: float, log_low: float, top: arb, kappa: float) -> arb:
    """`low`, a little smaller if need be: its tangent lies above p x^2 - 2 kappa x log x on (0, top] for all p <= hi."""
    for margin in (1e-12, 1e-9, 1e-6, 1e-3):
        low = BALLS.exp(exact(log_low - margin * max(1.0, -log_low)))
        gap = formulas.tangent_gap(exact(hi), low, top, exact(kappa), BALLS)
        if 0 < low and low <= top and exact(hi) * low <= exact(kappa) and gap >= 0:
            return low
    raise ArithmeticError(f"no tangent for p <= {hi} and kappa = {kappa}")


def _largest(near: float, low: arb, kappa: float, K: int, lo: float, hi: float) -> arb:
    """The maximum of `inner_bound` over lo <= p <= hi: at an end, or at the vertex of the quadratic."""

    def value(p: float) -> arb:
        return formulas.inner_bound(exact(p), exact(near), low, exact(kappa), exact(K - 1), BALLS)

    constant, up, down = value(0), value(1), value(-1)
    square, slope = (up + down) / 2 - constant, (up - down) / 2
    ends = BALLS.max(value(lo), value(hi))
    if square >= 0:
        return ends
    if not square < 0:
        return constant + abs(slope) + abs(square)
    outside = -slope >= 2 * square * exact(lo) or -slope <= 2 * square * exact(hi)
    return ends if outside else constant - slope**2 / (4 * square)


# --- what floats choose ------------------------------------------------------------------------------------


def best_weight(r: float, K: int) -> float:
    """The kappa with the smallest centre bound, which is convex in kappa: by golden sections of its logarithm."""
    top = formulas.top_share(r, K - 1)

    def bound(log_kappa: float) -> float:
        kappa = math.exp(log_kappa)
        return float(formulas.centre_bound(kappa, r, _seen(kappa, top, K)))

    low, high = -27.0, 0.7
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = bound(left), bound(right)
    for _ in range(36):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = bound(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = bound(right)
    return math.exp((low + high) / 2)


def _seen(kappa: float, top: float, K: int) -> float:
    """The largest value of the bound at shares p on a grid, each with its own tangents."""
    grid, best = LOGITS, 0.0
    for _ in range(2):
        p = 1 / (1 + np.exp(-grid))
        values = _value(p, p, _log_low(p, top, kappa, K), kappa, K)
        at, best = int(np.argmax(values)), max(best, float(np.max(values)))
        grid = np.linspace(grid[max(at - 1, 0)], grid[min(at + 1, len(grid) - 1)], 101)
    return best


def _value(p: Any, near: Any, log_low: Any, kappa: float, K: int) -> Any:
    """`inner_bound` with the logarithm of `low`, which itself may be too small for a float."""
    low = np.exp(log_low)
    num = SimpleNamespace(log=lambda value: log_low if value is low else np.log(value))
    return formulas.inner_bound(p, near, low, kappa, K - 1, num)


def _log_low(p: Any, top: float, kappa: float, K: int) -> Any:
    """The logarithm of the largest `low` whose tangent is allowed, at most that of 1/(K - 1), by bisection."""
    highest = np.minimum(-math.log(K - 1), math.log(kappa) - np.log(p))
    low, high = np.minimum(math.log(top) - 1 - p * top / (2 * kappa), highest), highest
    for step in range(40):
        middle = high if step == 0 else (low + high) / 2
        reached = _reach(middle, top, kappa) >= p
        low, high = np.where(reached, middle, low), np.where(reached, high, middle)
    return low


def _reach(log_low: Any, top: float, kappa: float) -> Any:
    """The largest p for which `tangent_gap` is not negative; a series where `low` is close to `top`."""
    low = np.exp(log_low)
    far = 2 * kappa * (top * (math.log(top) - log_low) - top + low) / np.maximum(top - low, 1e-300) ** 2
    d = (top - low) / np.maximum(low, top / 2)
    close = 2 * kappa / np.maximum(low, top / 2) * (1 / 2 - d / 6 + d**2 / 12)
    return np.where(d < 1e-3, close, far)


def pieces(kappa: float, top: float, K: int, tolerance: float) -> Iterator[tuple[float, float, float, float]]:
    """lo, hi, near and the logarithm of `low` for each piece, from 1 down to 0: as long as the tolerance allows."""
    target = (1 + tolerance) * _seen(kappa, top, K)
    hi, count = 1.0, 0
    while hi > 0:
        log_low = float(_log_low(hi, top, kappa, K))
        lo, fails = 0.0, 0.0
        if _over(lo, hi, log_low, kappa, K)[0] > target:
            lo = hi
            for _ in range(40):
                middle = (fails + lo) / 2
                lo, fails = (
                    (middle, fails) if _over(middle, hi, log_low, kappa, K)[0] <= target else (lo, middle)
                )
        count += 1
        if not lo < hi or count > MOST_PIECES:
            raise ArithmeticError(f"no piece ends at p = {hi} for kappa = {kappa}, K = {K}")
        yield lo, hi, _over(lo, hi, log_low, kappa, K)[1], log_low
        hi = lo


def _over(lo: float, hi: float, log_low: float, kappa: float, K: int) -> tuple[float, float]:
    """The least maximum over lo <= p <= hi that a tangent at an end or in the middle has, and where it touches."""
    points = np.array([lo, (lo + hi) / 2, hi])
    return min((_highest(points, near, log_low, kappa, K), near) for near in points.tolist() if 0 < near < 1)


def _highest(points: Any, near: float, log_low: float, kappa: float, K: int) -> float:
    """The maximum of a quadratic through its values at the two ends and the middle."""
    left, middle, right = (float(v) for v in _value(points, near, np.float64(log_low), kappa, K))
    square, slope = 2 * (left + right - 2 * middle), right - left  # on [-1/2, 1/2] about the middle
    vertex = -slope / (2 * square) if square < 0 else 1.0
    inside = abs(vertex) < 1 / 2
    return max(left, right, middle + slope * vertex + square * vertex**2 if inside else left)
