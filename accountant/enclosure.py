"""Enclosure: an interval with exact ends; comparisons answer yes, no, or raise Undecided.

An end is a fraction, or, where a fraction would not fit into memory (10 to the power of minus 10^13), an exact
`Dyadic` m * 2**e. Ends compare with ints, floats and fractions without rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import total_ordering
from typing import Any, TypeAlias, Union

from flint import arb, ctx, fmpq

from reference.errors import reject

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

    def __eq__(self, other: object) -> bool:
        return not _less(self.end(), _end(other)) and not _less(_end(other), self.end())

    def __lt__(self, other: Number) -> bool:
        return _less(self.end(), _end(other))

    def __hash__(self) -> int:
        return hash((self.mantissa, self.exponent))

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
        low, high = (_ball(end) for end in (self._low, self._high))
        return float(((high - low) / low).upper()) if low > 0 else math.inf

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
    """left < right, without rounding."""
    if isinstance(left, arb) and isinstance(right, arb):
        return bool(left < right)
    pair = [end if isinstance(end, Fraction) else _fraction(end) for end in (left, right)]
    if pair[0] is not None and pair[1] is not None:
        return pair[0] < pair[1]
    return bool(_ball(left) < _ball(right))  # one end is so far out that rounding the other cannot matter


def _float(end: End, towards: float) -> float:
    """The float64 next to the end in this direction, or the end itself."""
    try:
        nearest = float(end)
    except OverflowError:
        nearest = math.copysign(math.inf, end)
    if math.isinf(nearest):
        nearest = math.copysign(1.7976931348623157e308, nearest)
    for _ in range(3):
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
    former, ctx.prec = ctx.prec, 64 + 4 * digits + exponent.bit_length()
    try:
        ten = arb(10).log()
        logarithm = (arb(abs(mantissa)).log() + exponent * arb(2).log()) / ten
        whole = int(logarithm.floor().unique_fmpz())
        leading = ((logarithm - whole) * ten).exp()
        shown = _text(leading.lower() if away < 0 else leading.upper(), digits, away)
    finally:
        ctx.prec = former
    return f"{sign}{shown}e{whole:+d}"
