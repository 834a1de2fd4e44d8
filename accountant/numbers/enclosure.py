"""Enclosure: an interval whose ends are fractions; comparisons answer yes, no, or raise Undecided."""

from __future__ import annotations

import math
import sys
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb

from reference.errors import reject, require_whole

NORMAL, LARGE = 1e-300, 1e300  # between them a ball without error has a nearest float64, by `float`
SHORT = 10**9  # a denominator that is typed by hand
Number: TypeAlias = int | float | Fraction


class Undecided(ArithmeticError):
    """Two intervals overlap: the question has no certified answer at this precision."""


class Enclosure:
    """lo <= (the exact value) <= hi. A float64, or a ball without error, becomes the fraction that it is when asked for."""

    __slots__ = ("_hi", "_lo")

    def __init__(self, lo: Number | arb, hi: Number | arb) -> None:
        kind = type(lo)
        if kind is not type(hi):
            lo, hi = _end(lo), _end(hi)
        elif not (kind is float and -math.inf < lo <= hi < math.inf):
            _require_end(lo)
            _require_end(hi)
        self._lo, self._hi = lo, hi
        if hi < lo:
            raise reject("lo", "the lower end", "must be <= hi", (lo, hi))

    @property
    def lo(self) -> Fraction:
        return self._lo if type(self._lo) is Fraction else _end(self._lo)

    @property
    def hi(self) -> Fraction:
        return self._hi if type(self._hi) is Fraction else _end(self._hi)

    def positive(self) -> bool:
        """Is lo > 0? Without making a fraction of it."""
        return bool(self._lo > 0)

    def __reduce__(self) -> Any:
        return Enclosure, (self.lo, self.hi)

    @classmethod
    def read(cls, text: str) -> Enclosure:
        """From what `text` or `str` of a number shows: [low, high], a fraction or a decimal."""
        ends = text.strip("[]").split(", ")
        return cls(Fraction(ends[0]), Fraction(ends[-1]))

    def lower(self) -> float:
        """The largest float64 not above lo."""
        return _float(self._lo, -math.inf)

    def upper(self) -> float:
        """The smallest float64 not below hi."""
        return _float(self._hi, math.inf)

    def relative_width(self) -> float:
        """hi - lo over the end that is nearer to 0, rounded up; inf if 0 lies between the ends."""
        if self.lo == self.hi:
            return 0.0
        nearer = max(self.lo, -self.hi)
        return _float((self.hi - self.lo) / nearer, math.inf) if nearer > 0 else math.inf

    def __lt__(self, other: Enclosure | Number) -> bool:
        that = _enclosed(other)
        if self.hi < that.lo:
            return True
        if self.lo >= that.hi:
            return False
        raise Undecided(f"{self} < {that} is not decided")

    def __le__(self, other: Enclosure | Number) -> bool:
        that = _enclosed(other)
        if self.hi <= that.lo:
            return True
        if self.lo > that.hi:
            return False
        raise Undecided(f"{self} <= {that} is not decided")

    def __gt__(self, other: Enclosure | Number) -> bool:
        return not self <= other

    def __ge__(self, other: Enclosure | Number) -> bool:
        return not self < other

    def __contains__(self, value: Number) -> bool:
        return self.lo <= _end(value) <= self.hi

    def decimals(self, digits: int = 17) -> tuple[str, str]:
        """Both ends with this many digits, rounded outward."""
        require_whole("digits", "the number of digits", digits, at_least=1)
        return _decimal(self.lo, digits, ROUND_FLOOR), _decimal(self.hi, digits, ROUND_CEILING)

    def text(self, digits: int = 17) -> str:
        low, high = self.decimals(digits)
        return f"[{low}, {high}]"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Enclosure{self.text()}"


def _require_end(value: Any) -> None:
    if type(value) is arb:
        if not (value.is_exact() and value.is_finite()):
            raise reject("lo, hi", "the ends", "must be balls without error", value)
        return
    if not isinstance(value, Fraction | int | float):
        raise reject("lo, hi", "the ends", "must be numbers", value)
    if isinstance(value, float) and not math.isfinite(value):
        raise reject("lo, hi", "the ends", "must be finite", value, "an enclosure is bounded")


def _end(value: Any) -> Fraction:
    _require_end(value)
    if isinstance(value, arb):
        mantissa, exponent = map(int, value.man_exp())
        return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
    return Fraction(value)


def _enclosed(value: Enclosure | Number) -> Enclosure:
    return value if isinstance(value, Enclosure) else Enclosure(value, value)


def _float(end: Any, towards: float) -> float:
    """The float64 next to the end in this direction, or the end itself."""
    if type(end) is arb:
        nearest = float(end)
        if not NORMAL < abs(nearest) < LARGE:
            return _float(_end(end), towards)
    try:
        nearest = float(end)
    except OverflowError:
        nearest = sys.float_info.max if end > 0 else -sys.float_info.max
    beside = nearest > end if towards < 0 else nearest < end
    return math.nextafter(nearest, towards) if beside else nearest


def _decimal(end: Fraction, digits: int, rounding: str) -> str:
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return f"{context.divide(Decimal(end.numerator), Decimal(end.denominator)).normalize(context):g}"


def as_given(number: Fraction, up: bool = True) -> str:
    """A number as it was typed, if that was a short decimal or fraction; else a decimal, rounded to one side."""
    ends = Enclosure(number, number).decimals()
    if ends[0] != ends[1]:
        return str(number) if number.denominator < SHORT and abs(number) < SHORT else ends[up]
    exactly = Decimal(ends[0])
    return f"{exactly:f}" if -4 <= exactly.adjusted() < 15 else f"{exactly:e}"
