"""What float64 arrays compute without error, and how large the error of the rest is.

Each of `+ - * /` and the root returns the float64 nearest to the exact result, unless it overflows or underflows. So the
error follows from the program: run on `Rounded` numbers instead of arrays, it computes a bound of its own error.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from flint import arb

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Mask: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
UNIT = arb(2) ** -53  # the relative error of one operation
SPLIT = float(2**27 + 1)


def rounds_to_nearest() -> bool:
    """Does float64 round so, now and here? A library may have told the processor to round otherwise, or to round twice."""
    above_one = np.ones(3) + np.array([2.0**-54, 3 * 2.0**-54, 2.0**-53 + 2.0**-65])
    return bool(np.all(above_one == np.array([1, 1 + 2.0**-52, 1 + 2.0**-52])))


def below(values: Array) -> Array:
    return np.nextafter(values, -np.inf)


def above(values: Array) -> Array:
    return np.nextafter(values, np.inf)


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """The float64 sum and what it lacks: together they are a + b (Knuth)."""
    total = a + b
    of_b = total - a
    return total, (a - (total - of_b)) + (b - of_b)


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """The float64 product and what it lacks: together they are a b, for sizes from 1e-140 to 1e140 and for 0 (Dekker)."""
    total = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return total, ((a_high * b_high - total) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: Array) -> tuple[Array, Array]:
    moved = SPLIT * a
    high = moved - (moved - a)
    return high, a - high


class Rounded:
    """A float64 number of a program, by two bounds: |exact| <= size, and |computed - exact| <= error.

    Exact is what the program would compute without rounding. `unit` is the relative error of one operation.
    """

    __slots__ = ("error", "size", "unit")

    def __init__(self, size: arb, error: arb, unit: arb = UNIT) -> None:
        self.size, self.error, self.unit = size, error, unit

    def _after(self, size: arb, error: arb) -> Rounded:
        return Rounded(size.upper(), (error + self.unit * (size + error)).upper(), self.unit)

    def __add__(self, other: Any) -> Rounded:
        that = self._other(other)
        return self._after(self.size + that.size, self.error + that.error)

    def __mul__(self, other: Any) -> Rounded:
        that = self._other(other)
        crossed = self.size * that.error + that.size * self.error + self.error * that.error
        return self._after(self.size * that.size, crossed)

    __radd__ = __add__
    __rmul__ = __mul__

    def _other(self, other: Any) -> Rounded:
        """A constant stands for itself, without error."""
        return other if isinstance(other, Rounded) else Rounded(abs(arb(other)), arb(0), self.unit)
