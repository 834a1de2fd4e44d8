"""The second engine: mpmath evaluates the same formula, readably, and independently of the balls.

It certifies nothing: it computes with more and more digits until the answer settles. Where the two engines disagree,
one of them is wrong, and `EngineDisagreement` is raised.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import mpmath as mp

from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import Exact, as_fmpq
from accountant.numbers.precision import TURN
from reference.arithmetic import Arithmetic
from reference.errors import NoResult
from reference.formulas import (
    delta_gauss,
    delta_gauss_complement,
    delta_gauss_exponent,
    delta_gauss_factor,
    gauss_margins,
)

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


class EngineDisagreement(NoResult, ArithmeticError):
    """Two engines give answers that exclude each other: a bug in one of them."""


def delta_by_mpmath(eps: Exact, sigma: Exact, compositions: int, digits: int = 20) -> Any:
    """delta(eps) to this many digits, as def:deltagauss prints it."""
    return _settled(lambda e, s, k: delta_gauss(e, s, k, MPMATH), (eps, sigma, compositions), digits)


def log10_delta_by_mpmath(eps: Exact, sigma: Exact, compositions: int, digits: int = 20) -> Any:
    """log10 of delta(eps) to this many digits: from 1 - delta where delta is large, else from the scaled form."""

    def logarithm(e: Any, s: Any, k: Any) -> Any:
        if gauss_margins(e, s, k, MPMATH)[0] < 0:
            return mp.log1p(-delta_gauss_complement(e, s, k, MPMATH)) / mp.log(10)
        return (mp.log(delta_gauss_factor(e, s, k, MPMATH)) - delta_gauss_exponent(e, s, k)) / mp.log(10)

    return _settled(logarithm, (eps, sigma, compositions), digits)


def meets_by_mpmath(eps: Exact, sigma: Exact, compositions: int, target: Exact) -> bool:
    """Is delta(eps) <= target? With twice the digits of delta each time, until they tell the two apart."""
    digits = 20
    while digits < 100_000:
        value = delta_by_mpmath(eps, sigma, compositions, digits)
        with TURN, mp.workdps(digits + 20):
            excess = value - _number(target)
            if abs(excess) > value * mp.mpf(10) ** -digits:
                return bool(excess < 0)
        digits *= 2
    raise EngineDisagreement(f"mpmath cannot tell delta at {(eps, sigma, compositions)} from {target}")


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


def confirm(box: Enclosure, value: Any, what: str, digits: int = 15) -> None:
    """The second engine's value must lie in the enclosure, up to its own last digits."""
    with TURN, mp.workdps(digits + 45):
        slack = abs(value) * mp.mpf(10) ** -(digits + 3)
        if not _number(box.lo) - slack <= value <= _number(box.hi) + slack:
            raise EngineDisagreement(f"{what}: balls say {box}, mpmath says {mp.nstr(value, 20)}")


def confirm_smallest(box: Enclosure, meets: Callable[[float], bool], what: str) -> None:
    """The second engine must also find that hi meets the target, and that lo, the float before, does not."""
    if not meets(box.upper()):
        raise EngineDisagreement(
            f"{what}: balls say that {box.upper()!r} meets the target, mpmath that it does not"
        )
    if box.lower() != box.upper() and meets(box.lower()):
        raise EngineDisagreement(
            f"{what}: balls say that {box.lower()!r} misses the target, mpmath that it meets it"
        )
