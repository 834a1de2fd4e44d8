"""The certified number system: python-flint balls, as the formulas ask for them.

A ball is a midpoint with an error radius that provably contains the exact value. Comparisons that the
radius leaves open are never guessed: `if_less` then returns a ball that contains both branches.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from accountant.numbers.enclosure import Enclosure
from accountant.numbers.precision import precision
from reference.arithmetic import Number
from reference.errors import reject

__all__ = ["BALLS", "Balls", "enclosure", "exact", "precision"]


class Balls:
    """`num` for certified evaluation, at the working precision of the surrounding `precision(bits)`."""

    def number(self, value: str | int) -> arb:
        return exact(value)

    def sqrt(self, value: Number) -> arb:
        return exact(value).sqrt()

    def exp(self, value: Number) -> arb:
        return exact(value).exp()

    def log(self, value: Number) -> arb:
        return exact(value).log()

    def erfc(self, value: Number) -> arb:
        return exact(value).erfc()

    def erfcx_of_root(self, value: Number) -> arb:
        """e^v erfc(sqrt(v)) as Tricomi's U(1/2, 1/2, v)/sqrt(pi), which stays narrow for large v."""
        half = exact("0.5")
        return exact(value).hypgeom_u(half, half) / arb.pi().sqrt()

    def min(self, *values: Number) -> arb:
        smallest = exact(values[0])
        for value in values[1:]:
            smallest = smallest.min(exact(value))
        return smallest

    def max(self, *values: Number) -> arb:
        return -self.min(*(-exact(value) for value in values))

    def if_less(self, left: Number, right: Number, then: Number, otherwise: Number) -> arb:
        left, right, then, otherwise = map(exact, (left, right, then, otherwise))
        if left < right:
            return then
        if left >= right:
            return otherwise
        return then.union(otherwise)


BALLS = Balls()


def exact(value: Any) -> arb:
    """The ball around an int, Fraction, decimal string or float (taken as the rational that it is)."""
    if isinstance(value, arb):
        return value
    why = "a ball encloses a real number: an int, a float, a Fraction or a decimal string"
    try:
        ratio = Fraction(value)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise reject("value", "a number", "must be a finite number", value, why) from None
    return arb(fmpq(ratio.numerator, ratio.denominator))


def enclosure(ball: arb) -> Enclosure:
    """The ball's interval, with exact ends."""
    if not ball.is_finite():
        raise ArithmeticError(f"no finite enclosure: {ball}")
    return Enclosure.of_ends(ball.lower(), ball.upper())
