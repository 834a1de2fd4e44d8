"""Enclosure: an interval with exact ends; comparisons answer yes, no, or raise Undecided.

An end is a fraction, or, where a fraction would not fit into memory (10 to the power of minus 10^13), an exact
`Dyadic` m * 2**e. Ends compare with ints, floats and fractions without rounding.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import total_ordering
from typing import Any, TypeAlias, Union

from flint import arb, fmpq

from accountant.numbers.precision import precision
from reference.errors import reject, require_whole

LARGEST_EXPONENT = 1 << 16  # an end beyond 2**(+-this) is a Dyadic
Number = Union[int, float, Fraction, "Dyadic"]
End: TypeAlias = Any  # inside: a fraction, or a ball without error


class Undecided(ArithmeticError):
    """Two intervals overlap: the question has no certified answer at this precision."""


@total_ordering
@dataclass(frozen=True, eq=False)
class Dyadic:
    """mantissa * 2**exponent, exactly, for exponents of any size."""

    mantissa: int
    exponent: int

    def end(self) -> arb:
        return arb((self.mantissa, self.exponent))

    def __post_init__(self) -> None:
        shift = (self.mantissa & -self.mantissa).bit_length() - 1 if self.mantissa else 0
        object.__setattr__(self, "mantissa", self.mantissa >> shift)
        object.__setattr__(self, "exponent", self.exponent + shift if self.mantissa else 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | float | Fraction | Dyadic):
            return NotImplemented
        return not _less(self.end(), _end(other)) and not _less(_end(other), self.end())

    def __lt__(self, other: Number) -> bool:
        return _less(self.end(), _end(other))

    def __hash__(self) -> int:
        fraction = _fraction(self.end())
        return hash((self.mantissa, self.exponent)) if fraction is None else hash(fraction)

    def __float__(self) -> float:
        return float(self.end())

    def __str__(self) -> str:
        return f"{self.mantissa}*2^{self.exponent}"


class Enclosure:
    """lo <= (the exact value) <= hi."""

    __slots__ = ("_high", "_low")

    def __init__(self, lo: Number | arb, hi: Number | arb) -> None:
        self._low, self._high = _end(lo), _end(hi)
        if _less(self._high, self._low):
            raise reject("lo", "the lower end", "must be <= hi", (lo, hi), "an enclosure contains its value")

    @classmethod
    def of_ends(cls, low: arb, high: arb) -> Enclosure:
        """From the ends of one ball, which are exact and in order."""
        box = cls.__new__(cls)
        box._low, box._high = low, high
        return box

    @property
    def lo(self) -> Fraction | Dyadic:
        """The lower end, exactly."""
        return _shown(self._low)

    @property
    def hi(self) -> Fraction | Dyadic:
        """The upper end, exactly."""
        return _shown(self._high)

    def lower(self) -> float:
        """The largest float64 not above lo."""
        return _float(self._low, -math.inf)

    def upper(self) -> float:
        """The smallest float64 not below hi."""
        return _float(self._high, math.inf)

    def relative_width(self) -> float:
        """(hi - lo)/lo, rounded up a little; inf if lo is not positive."""
        if not _less(Fraction(0), self._low):
            return 0.0 if not _less(self._low, self._high) else math.inf
        low, high = self.lo, self.hi
        if isinstance(low, Fraction) and isinstance(high, Fraction):
            return math.nextafter(float((high - low) / low), math.inf) if high > low else 0.0
        return float(((_ball(self._high) - _ball(self._low)) / _ball(self._low)).upper())

    def __lt__(self, other: Enclosure | Number) -> bool:
        that = _enclosed(other)
        if _less(self._high, that._low):
            return True
        if not _less(self._low, that._high):
            return False
        raise Undecided(f"{self} < {that} is not decided")

    def __le__(self, other: Enclosure | Number) -> bool:
        that = _enclosed(other)
        if not _less(that._low, self._high):
            return True
        if _less(that._high, self._low):
            return False
        raise Undecided(f"{self} <= {that} is not decided")

    def __gt__(self, other: Enclosure | Number) -> bool:
        return not self <= other

    def __ge__(self, other: Enclosure | Number) -> bool:
        return not self < other

    def __contains__(self, value: Number) -> bool:
        end = _end(value)
        return not _less(end, self._low) and not _less(self._high, end)

    def text(self, digits: int = 17) -> str:
        """Both ends with this many digits, rounded outward."""
        require_whole("digits", "the number of digits", digits, at_least=1, because="a number has a digit")
        return f"[{_text(self._low, digits, -1)}, {_text(self._high, digits, 1)}]"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Enclosure{self.text()}"


def _end(value: Any) -> End:
    """The exact end for a number; a ball must have no error."""
    if isinstance(value, arb):
        if not value.is_exact() or not value.is_finite():
            raise reject("lo, hi", "the ends", "must be exact and finite", value, "an enclosure is exact")
        return value
    if isinstance(value, Dyadic):
        return value.end()
    if isinstance(value, float) and not math.isfinite(value):
        raise reject("lo, hi", "the ends", "must be finite", value, "an enclosure is bounded")
    if not isinstance(value, int | float | Fraction):
        raise reject("lo, hi", "the ends", "must be numbers", value, "an enclosure is an interval of numbers")
    return Fraction(value)


def _ball(end: End) -> arb:
    return end if isinstance(end, arb) else arb(fmpq(end.numerator, end.denominator))


def _fraction(end: arb) -> Fraction | None:
    """The end as a fraction, if that has a reasonable size."""
    mantissa, exponent = end.man_exp()
    if abs(int(exponent)) > LARGEST_EXPONENT:
        return None
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _shown(end: End) -> Fraction | Dyadic:
    if isinstance(end, Fraction):
        return end
    fraction = _fraction(end)
    return fraction if fraction is not None else Dyadic(*map(int, end.man_exp()))


def _less(left: End, right: End) -> bool:
    """left < right, without rounding: fractions are compared after multiplying with their denominators."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left < right
    if isinstance(left, arb) and isinstance(right, arb):
        return bool(left < right)  # balls without error compare exactly
    return bool(_times(left, _denominator(right)) < _times(right, _denominator(left)))


def _denominator(end: End) -> int:
    return end.denominator if isinstance(end, Fraction) else 1


def _times(end: End, factor: int) -> arb:
    """The end times its own denominator times the factor: a ball without error, whatever the precision."""
    if isinstance(end, Fraction):
        return arb((end.numerator * factor, 0))
    mantissa, exponent = end.man_exp()
    return arb((int(mantissa) * factor, exponent))


def _float(end: End, towards: float) -> float:
    """The float64 next to the end in this direction, or the end itself."""
    try:
        nearest = float(end)
    except OverflowError:
        nearest = math.inf if end > 0 else -math.inf
    if math.isinf(nearest):
        nearest = math.copysign(sys.float_info.max, nearest)
    for _ in range(3):
        if math.isinf(nearest):
            return nearest
        exact = arb(nearest)
        if (towards < 0 and not _less(end, exact)) or (towards > 0 and not _less(exact, end)):
            return nearest
        nearest = math.nextafter(nearest, towards)
    return nearest


def _enclosed(value: Enclosure | Number) -> Enclosure:
    return value if isinstance(value, Enclosure) else Enclosure(value, value)


def _text(end: End, digits: int, towards: int) -> str:
    """This many digits, rounded down (towards = -1) or up (1); the exponent may be of any size."""
    if isinstance(end, arb):
        fraction = _fraction(end)
        if fraction is None:
            return _text_by_logarithm(end, digits, towards)
        end = fraction
    rounding = ROUND_FLOOR if towards < 0 else ROUND_CEILING
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return f"{context.divide(Decimal(end.numerator), Decimal(end.denominator)).normalize(context):g}"


def _text_by_logarithm(end: arb, digits: int, towards: int) -> str:
    """mantissa and decimal exponent of an end whose exponent is too large for a fraction."""
    mantissa, exponent = map(int, end.man_exp())
    sign, away = ("-", -towards) if mantissa < 0 else ("", towards)
    with precision(64 + 4 * digits + exponent.bit_length()):
        ten = arb(10).log()
        logarithm = (arb(abs(mantissa)).log() + exponent * arb(2).log()) / ten
        whole = int(logarithm.floor().unique_fmpz())
        leading = ((logarithm - whole) * ten).exp()
        shown = _text(leading.lower() if away < 0 else leading.upper(), digits, away)
    return f"{sign}{shown}e{whole:+d}"
