"""The inverses of delta: the smallest float64 eps, or sigma, that is proved to meet a target.

Floats propose where to look, a certified Newton step improves the proposal, and balls decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from flint import arb

from accountant.gaussian.curve import Curve, meets
from accountant.gaussian.float_guesses import guess_epsilon, guess_tau
from accountant.numbers.balls import BALLS, precision
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import LARGEST_ANSWER, Exact
from reference.errors import InvalidInput
from reference.formulas import delta_gauss_exponent, gauss_margins

SQUARED_AWAY = 1e-9  # a Newton step this short leaves about its square
MOST_NEWTON = 4


def _taken(answer: float) -> float:
    """An answer that `delta` takes as its input."""
    if not answer <= LARGEST_ANSWER:
        raise InvalidInput(
            "delta (δ, the failure probability) is met by no float64 up to 1e300, the largest that is taken"
        )
    return answer


def _smallest_float(start: float, works: Callable[[float], bool]) -> tuple[float, float]:
    """Neighbouring floats (fails, works) next to a good guess, for a condition that holds from some float on."""
    works = cache(works)
    high, step = start, math.ulp(start)
    while not works(high):
        high, step = _taken(high + step), 2 * step
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
    return math.log(value) if type(value) is float else float(arb(value).log())


def _polished(guess: float, newton: Callable[[float], arb]) -> float:
    """Certified Newton steps from a guess, until the next would move it by less than a float64 can tell."""
    for _ in range(MOST_NEWTON):
        former, guess = guess, _float_or(newton(guess), guess)
        if abs(guess - former) <= SQUARED_AWAY * guess:
            break
    return guess


def smallest_epsilon(target: Exact, noise: Exact, count: int) -> Enclosure:
    """hi is the smallest float64 eps with delta(eps) <= target, lo the float before (or 0, if hi is)."""
    guess = guess_epsilon(_log(target), math.sqrt(count) / float(noise))
    if guess == 0 and meets(0, noise, count, target):
        return Enclosure(0, 0)
    guess = _polished(max(guess, 5e-324), lambda eps: _newton_epsilon(eps, noise, count, target))
    low, high = _smallest_float(guess, lambda eps: meets(eps, noise, count, target))
    return Enclosure(low, high)


def _newton_epsilon(guess: float, noise: Exact, count: int, target: Exact) -> arb:
    """One certified Newton step: the derivative in eps is -e^eps erfc(y)/2."""
    curve = Curve(guess, noise, count)
    with precision(int(64 + 16 + curve.lost_bits)):
        eps, sigma, K = curve.balls()
        slope = eps.exp() * BALLS.erfc(gauss_margins(eps, sigma, K, BALLS)[1]) / 2
        return eps + (curve.delta() - arb(target)) / slope


def smallest_sigma(loss: Exact, target: Exact, count: int) -> Enclosure:
    """hi is the smallest float64 noise with delta(loss) <= target, lo the float before."""
    guess = _taken(math.sqrt(count) / guess_tau(_log(target), float(loss)))
    guess = _polished(guess, lambda sigma: _newton_sigma(sigma, loss, count, target))
    low, high = _smallest_float(guess, lambda sigma: sigma > 0 and meets(loss, sigma, count, target))
    return Enclosure(low, high)


def _newton_sigma(guess: float, loss: Exact, count: int, target: Exact) -> arb:
    """One certified Newton step: the derivative in tau = sqrt(K)/sigma is the normal density at eps/tau - tau/2."""
    curve = Curve(loss, guess, count)
    with precision(int(64 + 16 + curve.lost_bits)):
        eps, sigma, K = curve.balls()
        tau = K.sqrt() / sigma
        density = (-delta_gauss_exponent(eps, sigma, K)).exp() / (2 * arb.pi()).sqrt()
        return K.sqrt() / (tau + (arb(target) - curve.delta()) / density)


def _float_or(ball: arb, guess: float) -> float:
    """The float64 just above the ball, unless the Newton step left the region where it helps."""
    value = float(ball.mid()) if ball.is_finite() else math.nan
    if not 0.5 * guess < value < 2 * guess:
        return guess
    return value if arb(value) > ball else math.nextafter(value, math.inf)
