"""delta of the Gaussian mechanism at one point, in balls of as many bits as the answer needs."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace

from flint import arb, ctx

from accountant.gaussian.float_guesses import margin
from accountant.numbers.inputs import Exact, as_fmpq
from accountant.numbers.precision import precision
from reference.arithmetic import Arithmetic
from reference.formulas import (
    delta_gauss,
    delta_gauss_complement,
    delta_gauss_exponent,
    delta_gauss_factor,
)

MAX_BITS = 1 << 16
FAR = 1e4  # from here on error functions are scaled by e^{x^2}; before, that would only be slower
STEEP = 1e10  # below this tau float64 errs by less than 1e-5 in x; above, it may even give it the wrong sign

_HALF = arb(0.5)


def _erfcx_of_root(v: arb) -> arb:
    return v.hypgeom_u(_HALF, _HALF) / arb.pi().sqrt()


def erfc(z: arb) -> arb:
    """As e^{-z^2} erfcx(z) far out, where the built-in one loses every digit of a ball that is not a point."""
    return (-z * z).exp() * _erfcx_of_root(z * z) if z > FAR else z.erfc()


_NUM: Arithmetic = SimpleNamespace(  # balls whose arguments are balls already
    sqrt=arb.sqrt, exp=arb.exp, erfc=erfc, erfcx_of_root=_erfcx_of_root
)


class PrecisionExhausted(ArithmeticError):
    """The requested digits need more bits than allowed; the message says what to change."""


class Curve:
    """delta at one (eps, sigma, compositions), as balls at the current precision."""

    __slots__ = ("compositions", "eps", "far", "left", "lost_bits", "sigma")

    def __init__(self, eps: Exact, sigma: Exact, compositions: int) -> None:
        self.eps, self.sigma, self.compositions = eps, sigma, compositions
        tau = math.sqrt(compositions) / float(sigma)
        x = margin(float(eps), tau) if tau < STEEP else _exact_margin(eps, sigma, compositions)
        self.far = x > FAR  # the scaled form is about x > 0 only
        self.left = x < 0  # delta may be so close to 1 that only 1 - delta is tellable
        # an estimate: e^{-x^2} costs the bits of x^2, a large e^eps those of eps, and the difference of two close
        # terms those of their ratio
        steep = math.log2(1 + float(eps) / FAR)
        self.lost_bits = 2 * math.log2(1 + abs(x)) + math.log2(1 + (1 + abs(x)) / tau) + steep

    def balls(self) -> tuple[arb, arb, arb]:
        return arb(self.eps), arb(self.sigma), arb(self.compositions)

    def delta(self) -> arb:
        balls = self.balls()
        if not self.far:
            return delta_gauss(*balls, _NUM)
        return (-delta_gauss_exponent(*balls)).exp() * delta_gauss_factor(*balls, _NUM)

    def log10_delta(self) -> arb:
        balls = self.balls()
        if self.left:
            return (-delta_gauss_complement(*balls, _NUM)).log1p() / arb(10).log()
        if not self.far:
            return delta_gauss(*balls, _NUM).log() / arb(10).log()
        return (delta_gauss_factor(*balls, _NUM).log() - delta_gauss_exponent(*balls)) / arb(10).log()


def _exact_margin(eps: Exact, sigma: Exact, compositions: int) -> float:
    """x, with its difference taken exactly."""
    squared = compositions / as_fmpq(sigma) ** 2
    return float(as_fmpq(eps) - squared / 2) / math.sqrt(2 * float(squared))


def refined(evaluate: Callable[[], arb], bits: float, good: Callable[[arb], bool]) -> tuple[arb, arb]:
    """The ends of the first ball that is good enough, with twice the bits each time."""
    first = int(bits) + 12
    with precision(first):
        while True:
            ball = evaluate()
            if good(ball):
                return ball.lower(), ball.upper()
            if ctx.prec * 2 > max(MAX_BITS, 8 * first):
                raise PrecisionExhausted(f"not decided within {ctx.prec} bits: the inputs are too extreme")
            ctx.prec *= 2


def meets(eps: Exact, sigma: Exact, compositions: int, target: Exact) -> bool:
    """Is delta(eps) <= target? Decided in balls."""
    curve = Curve(eps, sigma, compositions)
    _, high = refined(
        lambda: curve.delta() - arb(target), 40 + curve.lost_bits, lambda b: bool(b < 0) or bool(b > 0)
    )
    return bool(high < 0)
