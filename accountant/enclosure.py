"""Enclosure(lo, hi): an interval with exact rational ends; comparisons answer yes, no, or raise Undecided."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Union

from reference.errors import reject

Comparable = Union["Enclosure", Fraction, int]


class Undecided(ArithmeticError):
    """Two intervals overlap: the question has no certified answer at this precision."""


@dataclass(frozen=True, eq=False)
class Enclosure:
    """lo <= (the exact value) <= hi."""

    lo: Fraction
    hi: Fraction

    def __post_init__(self) -> None:
        if not all(isinstance(end, Fraction) for end in (self.lo, self.hi)):
            raise reject(
                "lo, hi", "the ends", "must be fractions", (self.lo, self.hi), "an enclosure is exact"
            )
        if self.lo > self.hi:
            why = "an enclosure contains the value it is about"
            raise reject("lo", "the lower end", f"must be <= hi = {self.hi}", self.lo, why)

    def lower(self) -> float:
        """The largest float64 not above lo."""
        nearest = float(self.lo)
        return nearest if Fraction(nearest) <= self.lo else math.nextafter(nearest, -math.inf)

    def upper(self) -> float:
        """The smallest float64 not below hi."""
        nearest = float(self.hi)
        return nearest if Fraction(nearest) >= self.hi else math.nextafter(nearest, math.inf)

    def __lt__(self, other: Comparable) -> bool:
        that = _enclosed(other)
        if self.hi < that.lo:
            return True
        if self.lo >= that.hi:
            return False
        raise Undecided(f"{self} < {that} is not decided")

    def __le__(self, other: Comparable) -> bool:
        that = _enclosed(other)
        if self.hi <= that.lo:
            return True
        if self.lo > that.hi:
            return False
        raise Undecided(f"{self} <= {that} is not decided")

    def __gt__(self, other: Comparable) -> bool:
        return not self <= other

    def __ge__(self, other: Comparable) -> bool:
        return not self < other

    def __contains__(self, value: Fraction | int) -> bool:
        return self.lo <= value <= self.hi

    def __str__(self) -> str:
        return f"[{_decimal(self.lo, -1)}, {_decimal(self.hi, 1)}]"


def _decimal(value: Fraction, towards: int) -> str:
    """17 digits, rounded down (towards = -1) or up (1); the exponent may exceed a float's."""
    context = Context(
        prec=17, rounding=ROUND_FLOOR if towards < 0 else ROUND_CEILING, Emax=MAX_EMAX, Emin=MIN_EMIN
    )
    return f"{context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context):g}"


def _enclosed(value: Comparable) -> Enclosure:
    return value if isinstance(value, Enclosure) else Enclosure(Fraction(value), Fraction(value))
