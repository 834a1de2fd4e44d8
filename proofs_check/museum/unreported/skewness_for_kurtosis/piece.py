"""unreported: skewness for kurtosis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from proofs_check.method.check import Outcome
from proofs_check.museum.exhibit import Exhibit


def central_moment(sample: Sequence[Fraction], order: int) -> Fraction:
    mean = sum(sample, Fraction(0)) / len(sample)
    return sum(((x - mean) ** order for x in sample), Fraction(0)) / len(sample)


def excess_kurtosis(sample: Sequence[Fraction]) -> Fraction:
    return central_moment(sample, 4) / central_moment(sample, 2) ** 2 - 3


def skewness(sample: Sequence[Fraction]) -> Fraction:
    """The third moment (up to its scale): 0 for every symmetric sample."""
    return central_moment(sample, 3)


def statistic_sees_heavy_tails(statistic: Callable[[Sequence[Fraction]], Fraction]) -> Outcome:
    """Two symmetric samples, one with light and one with heavy tails, must get different values."""
    light = [Fraction(-1), Fraction(1)] * 4
    heavy = [Fraction(-9), *[Fraction(0)] * 6, Fraction(9)]
    if statistic(light) == statistic(heavy):
        return Outcome("fails", "the statistic does not tell heavy tails from light ones")
    return Outcome("holds", "heavy tails change the statistic")


PIECE = Exhibit(
    cause="test",
    impact="unnoticed",
    right=excess_kurtosis,
    wrong=skewness,
    catcher=statistic_sees_heavy_tails,
)
