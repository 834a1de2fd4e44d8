"""Intervals on whole numpy arrays, rounded outward: many boxes at once, each end provably on its side.

IEEE addition, subtraction, multiplication and division return the nearest float64, so the next float64 outward
bounds the exact result. numpy's exp and log promise nothing of the kind: exp is taken from balls at the distinct ends,
of which a bisection has few, and log from 1 - 1/w <= log w <= w - 1 after dividing by a nearby power of e.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from flint import arb

from accountant.numbers.balls import enclosure, precision

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Mask: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
LOG_GRID = 512.0  # log w is first rounded to a multiple of 1/512: its enclosure is about 1e-6 wide
BITS = 64
OVERFLOW = 1000.0  # e to this power is above every float64: larger powers have the same float64 ends


def below(values: Array) -> Array:
    return np.nextafter(values, -np.inf)


def above(values: Array) -> Array:
    return np.nextafter(values, np.inf)


class Intervals:
    """lo <= (the exact values) <= hi, element by element."""

    __slots__ = ("hi", "lo")
    __array_ufunc__ = None  # an array on the left leaves the operation to us

    def __init__(self, lo: Array, hi: Array) -> None:
        self.lo, self.hi = lo, hi

    @classmethod
    def of(cls, value: Any) -> Intervals:
        """An int, float or array stands for itself, exactly."""
        if isinstance(value, Intervals):
            return value
        points = np.asarray(value, dtype=np.float64)
        return cls(points, points)

    @classmethod
    def around(cls, ball: arb) -> Intervals:
        box = enclosure(ball)
        return cls(np.asarray(box.lower()), np.asarray(box.upper()))

    def __neg__(self) -> Intervals:
        return Intervals(-self.hi, -self.lo)

    def __add__(self, other: Any) -> Intervals:
        that = Intervals.of(other)
        return Intervals(below(self.lo + that.lo), above(self.hi + that.hi))

    def __sub__(self, other: Any) -> Intervals:
        that = Intervals.of(other)
        return Intervals(below(self.lo - that.hi), above(self.hi - that.lo))

    def __mul__(self, other: Any) -> Intervals:
        that = Intervals.of(other)
        low_low, high_high = self.lo * that.lo, self.hi * that.hi
        low_high, high_low = self.lo * that.hi, self.hi * that.lo
        smallest = np.minimum(np.minimum(low_low, high_high), np.minimum(low_high, high_low))
        largest = np.maximum(np.maximum(low_low, high_high), np.maximum(low_high, high_low))
        return Intervals(below(smallest), above(largest))

    def __truediv__(self, other: Any) -> Intervals:
        that = Intervals.of(other)
        if not np.all(that.lo > 0):
            raise ZeroDivisionError("an interval is only divided by a positive one")
        lo = np.minimum(self.lo / that.lo, self.lo / that.hi)
        hi = np.maximum(self.hi / that.lo, self.hi / that.hi)
        return Intervals(below(lo), above(hi))

    def __pow__(self, power: int) -> Intervals:
        if power != 2:
            raise ValueError(f"only squares are needed here, not the power {power}")
        ends = self.lo * self.lo, self.hi * self.hi
        lo = np.where((self.lo <= 0) & (self.hi >= 0), 0.0, np.maximum(below(np.minimum(*ends)), 0.0))
        return Intervals(lo, above(np.maximum(*ends)))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Any) -> Intervals:
        return Intervals.of(other) - self

    def __rtruediv__(self, other: Any) -> Intervals:
        return Intervals.of(other) / self

    def __and__(self, other: Intervals) -> Intervals:
        """The intersection: both contain the same exact value."""
        return Intervals(np.maximum(self.lo, other.lo), np.minimum(self.hi, other.hi))

    def largest_size(self) -> Array:
        return np.maximum(np.abs(self.lo), np.abs(self.hi))


class ArrayIntervals:
    """The part of `num` that a search needs. It remembers the exponentials it has met: ends of bisected boxes recur."""

    def __init__(self) -> None:
        self._powers: dict[float, tuple[float, float]] = {}

    def exp(self, value: Any) -> Intervals:
        that = Intervals.of(value)
        if that.lo is that.hi:
            return Intervals(*self._exp(that.lo))
        return Intervals(self._exp(that.lo)[0], self._exp(that.hi)[1])

    def _exp(self, points: Array) -> tuple[Array, Array]:
        distinct, where = np.unique(points, return_inverse=True)
        with precision(BITS):
            ends = [self._power(point) for point in distinct.tolist()]
        table = np.array(ends, dtype=np.float64).reshape(-1, 2)[where.reshape(points.shape)]
        return table[..., 0], table[..., 1]

    def _power(self, point: float) -> tuple[float, float]:
        if point not in self._powers:
            box = Intervals.around(arb(min(point, OVERFLOW)).exp())
            self._powers[point] = float(box.lo), float(box.hi)
        return self._powers[point]

    def log(self, value: Any) -> Intervals:
        that = Intervals.of(value)
        return Intervals(self._log(that.lo).lo, self._log(that.hi).hi)

    def _log(self, points: Array) -> Intervals:
        if not np.all(points > 0):
            raise ZeroDivisionError("the logarithm is only taken of positive intervals")
        guess = np.round(np.log(points) * LOG_GRID) / LOG_GRID  # any guess is sound, a close one is sharp
        rest = Intervals.of(points) * self.exp(-guess)
        return guess + Intervals((1 - 1 / rest).lo, (rest - 1).hi)

    def max(self, left: Any, right: Any) -> Intervals:
        one, two = Intervals.of(left), Intervals.of(right)
        return Intervals(np.maximum(one.lo, two.lo), np.maximum(one.hi, two.hi))
