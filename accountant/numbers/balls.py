"""The certified number system: python-flint balls, as the formulas ask for them.

A ball is a midpoint with an error radius that provably contains the exact value. Comparisons that the
radius leaves open are never guessed: `if_less` then returns a ball that contains both branches.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from accountant.numbers.enclosure import LARGE, NORMAL, Enclosure
from accountant.numbers.precision import precision
from reference.arithmetic import Number
from reference.errors import reject

__all__ = [
    "BALLS",
    "Balls",
    "PrecisionExhausted",
    "between",
    "enclosure",
    "exact",
    "fraction",
    "precision",
    "refined",
]

FAR = 1e4  # from here on erfc is scaled by e^{z^2}; before, that would only be slower
SIZE = 1 << 16  # an end has at most this many binary places before or after the point, besides its digits
SMALLEST = Fraction(1, 1 << SIZE)
MAX_BITS = 1 << 16

_HALF, _NEAR = arb(0.5), arb(0, (1, -SIZE))


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
        """As e^{-z^2} erfcx(z) far out, where the built-in one loses every digit of a ball that is not a point."""
        z = exact(value)
        return (-z * z).exp() * self.erfcx_of_root(z * z) if z > FAR else z.erfc()

    def erfcx_of_root(self, value: Number) -> arb:
        """e^v erfc(sqrt(v)) as Tricomi's U(1/2, 1/2, v)/sqrt(pi), which stays narrow for large v."""
        return exact(value).hypgeom_u(_HALF, _HALF) / arb.pi().sqrt()

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


def fraction(point: arb) -> Fraction:
    """A ball without error, as the fraction that it is."""
    mantissa, exponent = map(int, point.man_exp())
    if not -SIZE < mantissa.bit_length() + exponent <= SIZE:
        raise ArithmeticError(f"no fraction of reasonable size: {point}")
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def between(low: arb, high: arb) -> Enclosure:
    """The interval between two balls without error; an end nearer to 0 than SMALLEST is rounded outward, to 0 or +-SMALLEST."""
    return Enclosure(_outward(low, -1), _outward(high, 1))


def _outward(point: arb, towards: int) -> Fraction | arb:
    if NORMAL < abs(float(point)) < LARGE and point.is_exact():
        return point
    if not (_NEAR.contains(point) and point.is_exact()):
        return fraction(point)
    return towards * SMALLEST if towards * point > 0 else Fraction(0)


def enclosure(ball: arb) -> Enclosure:
    """The ball's interval, with exact ends unless they are nearer to 0 than SMALLEST."""
    if not ball.is_finite():
        raise ArithmeticError(f"no finite enclosure: {ball}")
    return between(ball.lower(), ball.upper())


class PrecisionExhausted(ArithmeticError):
    """The requested digits need more bits than allowed; the message says what to change."""


def refined(evaluate: Callable[[], arb], bits: float, good: Callable[[arb], bool]) -> tuple[arb, arb]:
    """The ends of the first ball that is good enough, with twice the bits each time."""
    bits = first = int(bits) + 12
    with precision(first):
        while not good(ball := evaluate()):
            bits *= 2
            if bits > max(MAX_BITS, 8 * first):
                raise PrecisionExhausted(f"not decided within {bits // 2} bits: the inputs are too extreme")
            ctx.prec = bits
        return ball.lower(), ball.upper()
