"""Certified delta(eps) of the Gaussian mechanism (def:deltagauss), its logarithm, and its inverses.

`sigma` is the noise scale over the sensitivity, `compositions` is K_comp. Every answer is an Enclosure. Inputs
are taken exactly: an int, a float (the binary fraction that it is), a Fraction, or a decimal string. A list or an
array in place of a number gives an array of enclosures.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from flint import arb, ctx

from accountant.enclosure import Enclosure
from accountant.inputs import (
    Exact,
    as_fmpq,
    as_fraction,
    require_compositions,
    require_delta,
    require_digits,
    require_eps,
    require_group,
    require_sigma,
)
from accountant.precision import precision
from accountant.search import guess_epsilon, guess_tau, margin
from accountant.second_engine import EngineDisagreement, confirm, delta_by_mpmath, mp_number
from reference.arithmetic import Arithmetic
from reference.errors import InvalidInput
from reference.formulas import (
    delta_gauss,
    delta_gauss_complement,
    delta_gauss_exponent,
    delta_gauss_factor,
)

MAX_BITS = 1 << 16
FAR = 1e4  # from this x on the two error functions are scaled by e^{x^2}; before, that would only be slower
BITS_PER_DIGIT = math.log2(10)

_HALF = arb(0.5)
_NUM: Arithmetic = SimpleNamespace(  # balls whose arguments are balls already
    sqrt=arb.sqrt,
    exp=arb.exp,
    erfc=arb.erfc,
    erfcx_of_root=lambda v: v.hypgeom_u(_HALF, _HALF) / arb.pi().sqrt(),
)


class PrecisionExhausted(ArithmeticError):
    """The requested digits need more bits than allowed; the message says what to change."""


class Curve:
    """delta at one (eps, sigma, compositions), as balls at the current precision."""

    __slots__ = ("compositions", "eps", "far", "left", "lost_bits", "sigma")

    def __init__(self, eps: Exact, sigma: Exact, compositions: int) -> None:
        self.eps, self.sigma, self.compositions = eps, sigma, compositions
        tau = math.sqrt(compositions) / float(sigma)
        x = margin(float(eps), tau)
        self.far, self.left = (
            x > FAR,
            x < 0,
        )  # left: delta may be so close to 1 that only 1 - delta is tellable
        # an estimate: e^{-x^2} costs the bits of x^2, the difference of two close terms those of their ratio
        self.lost_bits = 2 * math.log2(1 + abs(x)) + math.log2(1 + (1 + abs(x)) / tau)

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


def _delta(eps: Any, sigma: Any, compositions: Any, digits: int, verify: bool = False) -> Enclosure:
    return _checked(
        Curve(require_eps(eps), require_sigma(sigma), require_compositions(compositions)), digits, verify
    )


def _checked(curve: Curve, digits: int, verify: bool) -> Enclosure:
    box = _enclosed(curve, digits)
    if verify:
        value = delta_by_mpmath(curve.eps, curve.sigma, curve.compositions, digits + 5)
        confirm(box, value, "delta", digits)
    return box


def _enclosed(curve: Curve, digits: int) -> Enclosure:
    wanted = BITS_PER_DIGIT * digits + 4
    low, high = refined(curve.delta, wanted + curve.lost_bits, lambda b: b.rel_accuracy_bits() >= wanted)
    return Enclosure.of_ends(low, high if high < 1 else arb(1))


def _log10_delta(eps: Any, sigma: Any, compositions: Any, digits: int) -> Enclosure:
    return _logarithm(
        Curve(require_eps(eps), require_sigma(sigma), require_compositions(compositions)), digits
    )


def _logarithm(curve: Curve, digits: int) -> Enclosure:
    wanted = BITS_PER_DIGIT * digits + 4
    low, high = refined(
        curve.log10_delta, wanted + curve.lost_bits, lambda b: b.rel_accuracy_bits() >= wanted
    )
    return Enclosure.of_ends(low, high)


def meets(eps: Exact, sigma: Exact, compositions: int, target: Exact) -> bool:
    """Is delta(eps) <= target? Decided in balls."""
    curve = Curve(eps, sigma, compositions)
    _, high = refined(
        lambda: curve.delta() - arb(target), 40 + curve.lost_bits, lambda b: bool(b < 0) or bool(b > 0)
    )
    return bool(high < 0)


def _smallest_float(start: float, works: Callable[[float], bool]) -> tuple[float, float]:
    """Neighbouring floats (fails, works) next to a good guess, for a condition that holds from some float on."""
    works = cache(works)
    high, step = start, math.ulp(start)
    while not works(high):
        high, step = high + step, 2 * step
        if math.isinf(high):
            raise InvalidInput(
                "delta (δ, the failure probability) is met by no float64 here: the answer overflows"
            )
    low, step = math.nextafter(high, -math.inf), math.ulp(high)
    while works(low):
        if low == 0:
            return 0.0, 0.0
        high, low, step = low, max(0.0, low - step), 2 * step
        if step > start / 1000 and works(0.0):
            return 0.0, 0.0
    while (middle := low + (high - low) / 2) not in (low, high):
        low, high = (low, middle) if works(middle) else (middle, high)
    return low, high


def _log(value: Exact) -> float:
    return float(arb(value).log())


def _epsilon(delta: Any, sigma: Any, compositions: Any) -> Enclosure:
    target, noise, count = require_delta(delta), require_sigma(sigma), require_compositions(compositions)
    guess = guess_epsilon(_log(target), math.sqrt(count) / float(noise))
    if guess == 0 and meets(0, noise, count, target):
        return Enclosure(0, 0)
    guess = _polished_epsilon(max(guess, 5e-324), noise, count, target)
    low, high = _smallest_float(guess, lambda eps: meets(eps, noise, count, target))
    return Enclosure(low, high)


def _polished_epsilon(guess: float, noise: Exact, count: int, target: Exact) -> float:
    """One certified Newton step: the derivative in eps is -e^eps erfc(y)/2."""
    curve = Curve(guess, noise, count)
    with precision(int(64 + 16 + curve.lost_bits)):
        eps, sigma, K = curve.balls()
        slope = eps.exp() * ((eps / K.sqrt() * sigma + K.sqrt() / sigma / 2) / arb(2).sqrt()).erfc() / 2
        better = eps + (curve.delta() - arb(target)) / slope
        return _float_or(better, guess)


def _sigma(eps: Any, delta: Any, compositions: Any) -> Enclosure:
    loss, target, count = require_eps(eps), require_delta(delta), require_compositions(compositions)
    guess = math.sqrt(count) / guess_tau(_log(target), float(loss))
    guess = _polished_sigma(guess, loss, count, target)
    low, high = _smallest_float(guess, lambda sigma: sigma > 0 and meets(loss, sigma, count, target))
    return Enclosure(low, high)


def _polished_sigma(guess: float, loss: Exact, count: int, target: Exact) -> float:
    """One certified Newton step: the derivative in tau = sqrt(K)/sigma is the normal density at eps/tau - tau/2."""
    curve = Curve(loss, guess, count)
    with precision(int(64 + 16 + curve.lost_bits)):
        eps, sigma, K = curve.balls()
        tau = K.sqrt() / sigma
        density = (-delta_gauss_exponent(eps, sigma, K)).exp() / (2 * arb.pi()).sqrt()
        better = K.sqrt() / (tau + (arb(target) - curve.delta()) / density)
        return _float_or(better, guess)


def _float_or(ball: arb, guess: float) -> float:
    """The float64 just above the ball, unless the Newton step left the region where it helps."""
    value = float(ball.mid()) if ball.is_finite() else math.nan
    if not 0.5 * guess < value < 2 * guess:
        return guess
    return value if arb(value) > ball else math.nextafter(value, math.inf)


def delta(eps: Any, sigma: Any, compositions: Any = 1, digits: int = 15, verify: bool = False) -> Any:
    """lo <= delta(eps) <= hi for def:deltagauss, of relative width below 10**-digits.

    With `verify` mpmath computes it too, and a disagreement raises.
    """
    digits = require_digits(digits)
    return _each(lambda e, s, k: _delta(e, s, k, digits, verify), eps, sigma, compositions)


def log10_delta(eps: Any, sigma: Any, compositions: Any = 1, digits: int = 15) -> Any:
    """log10 of delta(eps), also where delta itself is far below every float; of relative width below 10**-digits."""
    digits = require_digits(digits)
    return _each(lambda e, s, k: _log10_delta(e, s, k, digits), eps, sigma, compositions)


def epsilon(delta: Any, sigma: Any, compositions: Any = 1) -> Any:
    """The smallest eps with delta(eps) <= delta; hi is the smallest float64 proved to meet it, lo the float before."""
    return _each(_epsilon, delta, sigma, compositions)


def sigma(eps: Any, delta: Any, compositions: Any = 1) -> Any:
    """The smallest noise multiplier with delta(eps) <= delta; hi is the smallest float64 proved to meet it."""
    return _each(_sigma, eps, delta, compositions)


def group_delta(
    eps: Any, sigma: Any, group: Any, compositions: Any = 1, digits: int = 15, verify: bool = False
) -> Any:
    """delta(eps) for groups: `group` records changed at once move the output by `group` sensitivities."""
    digits = require_digits(digits)

    def one(loss: Any, noise: Any, size: Any, count: Any) -> Enclosure:
        return _checked(_group_curve(loss, noise, size, count), digits, verify)

    return _each(one, eps, sigma, group, compositions)


def group_log10_delta(eps: Any, sigma: Any, group: Any, compositions: Any = 1, digits: int = 15) -> Any:
    """log10 of `group_delta`."""
    digits = require_digits(digits)
    return _each(
        lambda e, s, g, k: _logarithm(_group_curve(e, s, g, k), digits), eps, sigma, group, compositions
    )


def confirmed_inverse(curve: Callable[[float], tuple[Any, Any, Any]], box: Enclosure, target: Any) -> None:
    """The second engine must also find that hi meets the target, and that lo, the float before, does not."""
    goal = as_fraction(require_delta(target))
    for end, below in ((box.upper(), True), (box.lower(), False)):
        if end == 0 and not below:
            continue
        eps, noise, count = curve(end)
        value = delta_by_mpmath(require_eps(eps), require_sigma(noise), require_compositions(count), 30)
        if (value <= mp_number(goal)) != below and box.lower() != box.upper():
            raise EngineDisagreement(f"the engines disagree whether {end!r} meets delta = {target}")


def _group_curve(eps: Any, sigma: Any, group: Any, compositions: Any) -> Curve:
    scaled = as_fmpq(require_sigma(sigma)) / require_group(group)
    return Curve(require_eps(eps), scaled, require_compositions(compositions))


def _each(one: Callable[..., Enclosure], *values: Any) -> Any:
    """One enclosure, or an array of them where a value is a list or an array."""
    if not any(isinstance(value, list | tuple | np.ndarray) for value in values):
        return one(*values)
    if any(isinstance(value, np.ma.MaskedArray) for value in values):
        raise InvalidInput("an array of inputs must not be masked: a masked value has no answer")
    try:
        grids = np.broadcast_arrays(*(np.asarray(value, dtype=object) for value in values))
    except ValueError:
        shapes = ", ".join(str(np.shape(value)) for value in values)
        raise InvalidInput(f"arrays of inputs must have shapes that fit each other, got {shapes}") from None
    answers = np.empty(grids[0].shape, dtype=object)
    collecting = gc.isenabled()
    gc.disable()  # answers form no cycles; the collector would only look through them again and again
    try:
        answers.reshape(-1)[:] = list(map(one, *(grid.ravel().tolist() for grid in grids)))
    finally:
        if collecting:
            gc.enable()
    return answers
