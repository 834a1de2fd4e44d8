"""delta of the Gaussian mechanism at one point, in balls of as many bits as the answer needs."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace

from flint import arb

from accountant.gaussian.float_guesses import margin
from accountant.numbers.balls import BALLS, FAR, between, refined
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import Exact, as_fmpq
from reference.arithmetic import Arithmetic
from reference.errors import InvalidInput
from reference.formulas import (
    delta_gauss,
    delta_gauss_complement,
    delta_gauss_exponent,
    delta_gauss_factor,
)

BITS_PER_DIGIT = math.log2(10)
NEAR: Arithmetic = SimpleNamespace(
    sqrt=arb.sqrt, exp=arb.exp, erfc=arb.erfc
)  # BALLS without a look at its arguments
ONE = arb(1)
STEEP = 1e10  # below this tau float64 errs by less than 1e-5 in x; above, it may even give it the wrong sign


class Curve:
    """delta at one (eps, sigma, compositions), as balls at the current precision."""

    __slots__ = ("compositions", "eps", "far", "left", "lost_bits", "num", "sigma")

    def __init__(self, eps: Exact, sigma: Exact, compositions: int) -> None:
        self.eps, self.sigma, self.compositions = eps, sigma, compositions
        loss, tau = float(eps), math.sqrt(compositions) / float(sigma)
        x = margin(loss, tau) if tau < STEEP else _exact_margin(eps, sigma, compositions)
        self.far = x > FAR  # the scaled form is about x > 0 only
        self.num: Arithmetic = NEAR if x + tau < FAR else BALLS  # a larger argument of erfc than either
        self.left = x < 0  # delta may be so close to 1 that only 1 - delta is tellable
        # an estimate: e^{-x^2} costs the bits of x^2, a large e^eps those of eps, and the difference of two close
        # terms those of their ratio
        steep = math.log2(1 + loss / FAR)
        size = math.log2(1 + abs(x))
        if size == math.inf:
            raise InvalidInput(
                "eps and sigma (the point of the curve) leave a delta whose logarithm overflows float64"
            )
        self.lost_bits = 2 * size + max(0.0, size - math.log2(tau)) + 1 + steep

    def balls(self) -> tuple[arb, arb, arb]:
        return arb(self.eps), arb(self.sigma), arb(self.compositions)

    def delta(self) -> arb:
        balls = self.balls()
        if not self.far:
            return delta_gauss(*balls, self.num)
        return (-delta_gauss_exponent(*balls)).exp() * delta_gauss_factor(*balls, BALLS)

    def log10_delta(self) -> arb:
        balls = self.balls()
        if self.left:
            return (-delta_gauss_complement(*balls, BALLS)).log1p() / arb(10).log()
        if not self.far:
            return delta_gauss(*balls, BALLS).log() / arb(10).log()
        return (delta_gauss_factor(*balls, BALLS).log() - delta_gauss_exponent(*balls)) / arb(10).log()

    def delta_within(self, digits: int) -> Enclosure:
        """delta to this many digits; below 2^-65536 its ends are rounded outward, and lo is 0."""
        low, high = self._to_digits(self.delta, digits)
        return between(low, high if high < 1 else ONE)

    def log10_delta_within(self, digits: int) -> Enclosure:
        """Its logarithm, in the same way: where delta is closer than that to 1, hi is 0."""
        return between(*self._to_digits(self.log10_delta, digits))

    def _to_digits(self, value: Callable[[], arb], digits: int) -> tuple[arb, arb]:
        wanted = int(BITS_PER_DIGIT * digits) + 5
        return refined(value, wanted + self.lost_bits, lambda b: b.rel_accuracy_bits() >= wanted)


def _exact_margin(eps: Exact, sigma: Exact, compositions: int) -> float:
    """x, with its difference taken exactly."""
    squared = compositions / as_fmpq(sigma) ** 2
    return float(as_fmpq(eps) - squared / 2) / math.sqrt(2 * float(squared))


def meets(eps: Exact, sigma: Exact, compositions: int, target: Exact) -> bool:
    """Is delta(eps) <= target? Decided in balls."""
    curve = Curve(eps, sigma, compositions)
    _, high = refined(
        lambda: curve.delta() - arb(target), 56 + curve.lost_bits, lambda b: bool(b < 0) or bool(b > 0)
    )
    return bool(high < 0)
