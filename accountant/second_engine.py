"""The second engine: mpmath evaluates the same formula, readably, and independently of the balls.

It certifies nothing: it computes with more and more digits until the answer settles. Where the two engines disagree,
one of them is wrong, and `EngineDisagreement` is raised.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import mpmath as mp

from accountant.enclosure import Enclosure
from accountant.inputs import Exact, as_fmpq
from accountant.precision import TURN
from reference.arithmetic import Arithmetic
from reference.formulas import delta_gauss, delta_gauss_exponent, delta_gauss_factor

MPMATH: Arithmetic = SimpleNamespace(
    number=mp.mpf,
    sqrt=mp.sqrt,
    exp=mp.exp,
    log=mp.log,
    erfc=mp.erfc,
    erfcx_of_root=lambda value: mp.exp(value) * mp.erfc(mp.sqrt(value)),
    min=min,
    max=max,
    if_less=lambda left, right, then, otherwise: then if left < right else otherwise,
)


class EngineDisagreement(ArithmeticError):
    """Balls and mpmath give different answers: a bug in one of them."""


def delta_by_mpmath(eps: Exact, sigma: Exact, compositions: int, digits: int = 20) -> Any:
    """delta(eps) to this many digits, as def:deltagauss prints it."""
    return _settled(lambda e, s, k: delta_gauss(e, s, k, MPMATH), (eps, sigma, compositions), digits)


def log10_delta_by_mpmath(eps: Exact, sigma: Exact, compositions: int, digits: int = 20) -> Any:
    """log10 of delta(eps) to this many digits, from the scaled form (for eps >= K_comp mu_p)."""

    def logarithm(e: Any, s: Any, k: Any) -> Any:
        return (mp.log(delta_gauss_factor(e, s, k, MPMATH)) - delta_gauss_exponent(e, s, k)) / mp.log(10)

    return _settled(logarithm, (eps, sigma, compositions), digits)


def _settled(formula: Any, point: tuple[Exact, ...], digits: int) -> Any:
    """The formula with twice the digits each time, until two answers agree."""
    former, dps = None, digits + 20
    while dps < 100_000:
        with TURN, mp.workdps(dps):
            value = formula(*(_number(v) for v in point))
            if (
                former is not None
                and value != 0
                and abs(value - former) <= abs(value) * mp.mpf(10) ** -(digits + 1)
            ):
                return value
        former, dps = value, 2 * dps
    raise EngineDisagreement(f"mpmath does not settle at {point}")


def _number(value: Exact) -> Any:
    ratio = as_fmpq(value)
    return mp.mpf(int(ratio.p)) / mp.mpf(int(ratio.q))


def mp_number(value: Fraction) -> Any:
    """A fraction with 60 digits."""
    with TURN, mp.workdps(60):
        return mp.mpf(value.numerator) / mp.mpf(value.denominator)


def confirm(box: Enclosure, value: Any, what: str, digits: int = 15) -> None:
    """The second engine's value must lie in the enclosure, up to its own last digits."""
    with TURN, mp.workdps(digits + 45):
        slack = abs(value) * mp.mpf(10) ** -(digits + 3)
        ends = [_from_end(end) for end in (box.lo, box.hi)]
        if not ends[0] - slack <= value <= ends[1] + slack:
            raise EngineDisagreement(f"{what}: balls say {box}, mpmath says {mp.nstr(value, 20)}")


def _from_end(end: Any) -> Any:
    if isinstance(end, Fraction):
        return mp.mpf(end.numerator) / mp.mpf(end.denominator)
    return mp.ldexp(mp.mpf(end.mantissa), end.exponent)
