"""Clopper-Pearson ends for a rate, certified: the tail of the binomial is a regularized incomplete beta function in balls."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from flint import arb

from accountant.numbers.balls import exact, precision

BITS = 192
HALVINGS = 40


@cache
def lower_end(hits: int, draws: int, risk: Fraction) -> float:
    """A p that is below the true rate, except with probability at most `risk`: P(Bin(draws, p) >= hits) <= risk."""
    low, high = 0.0, hits / draws
    if hits == 0:
        return 0.0
    with precision(BITS):
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            rarely = arb(middle).beta_lower(arb(hits), arb(draws - hits + 1), True) <= exact(risk)
            low, high = (middle, high) if rarely else (low, middle)
    return low


@cache
def upper_end(hits: int, draws: int, risk: Fraction) -> float:
    """A p that is above the true rate, except with probability at most `risk`: P(Bin(draws, p) <= hits) <= risk."""
    low, high = hits / draws, 1.0
    if hits == draws:
        return 1.0
    with precision(BITS):
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            more = arb(middle).beta_lower(arb(hits + 1), arb(draws - hits), True)
            low, high = (low, middle) if 1 - more <= exact(risk) else (middle, high)
    return high
