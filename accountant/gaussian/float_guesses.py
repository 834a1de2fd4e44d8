"""Where to look for eps and sigma: float64 proposals. They may be off; the certified search that follows decides."""

from __future__ import annotations

import math
from collections.abc import Callable

NEWTON_STEPS = 12
ROOT_PI, ROOT_2 = math.sqrt(math.pi), math.sqrt(2)


def erfcx(x: float) -> float:
    """e^{x^2} erfc(x) for x > -5, to about 12 digits."""
    if x < 20:
        return math.exp(x * x) * math.erfc(x)
    v = 1 / (2 * x * x)
    return (1 - v * (1 - 3 * v * (1 - 5 * v))) / (x * ROOT_PI)


def minus_erfcx_slope(x: float) -> float:
    """-erfcx'(x) = 2/sqrt(pi) - 2x erfcx(x)."""
    if x < 20:
        return 2 / ROOT_PI - 2 * x * erfcx(x)
    v = 1 / (2 * x * x)
    return 2 * v * (1 - 3 * v * (1 - 5 * v)) / ROOT_PI


def log_delta(eps: float, tau: float) -> float:
    """log delta at eps for tau = sqrt(K_comp)/sigma, roughly."""
    x = margin(eps, tau)
    gap = tau / ROOT_2
    if x < -4:
        return (
            math.log1p(-0.5 * (math.erfc(-x) + math.exp(-x * x) * erfcx(x + gap)))
            if x + gap > -4
            else -5e-324
        )
    close = gap < 1e-4 * max(1.0, x)
    difference = gap * minus_erfcx_slope(x + gap / 2) if close else erfcx(x) - erfcx(x + gap)
    return math.log(max(difference / 2, 5e-324)) - x * x


def margin(eps: float, tau: float) -> float:
    """x, the first argument of erfc in def:deltagauss."""
    return (eps / tau - tau / 2) / ROOT_2


def guess_epsilon(log_target: float, tau: float) -> float:
    """An eps with about this log delta; 0 if delta(0) is already below it."""
    if log_delta(0.0, tau) <= log_target:
        return 0.0
    high = tau * (ROOT_2 * math.sqrt(-log_target) + tau / 2)  # delta <= e^{-x^2}: no larger eps is needed

    def step(eps: float) -> float:
        value = log_delta(eps, tau)
        x = margin(eps, tau)
        return (value - log_target) / math.exp(math.log(erfcx(x + tau / ROOT_2) / 2) - x * x - value)

    found = _newton(high, step)
    return found if found is not None else _crossing(lambda eps: log_target - log_delta(eps, tau), 0.0, high)


def guess_tau(log_target: float, eps: float) -> float:
    """A tau = sqrt(K_comp)/sigma with about this log delta."""
    root = math.sqrt(-2 * log_target)
    least = max(
        2 * eps / (root + math.hypot(root, math.sqrt(2 * eps))), math.exp(log_target)
    )  # delta <= e^{-x^2}, tau

    def step(t: float) -> float:
        tau = math.exp(t)
        value, x = log_delta(eps, tau), margin(eps, tau)
        return (log_target - value) / (tau / ROOT_PI / ROOT_2 * math.exp(-x * x - value))

    found = _newton(math.log(max(least, 1e-305)), step)
    if found is not None:
        return math.exp(found)
    low = high = 1.0
    while low > 1e-305 and log_delta(eps, low) > log_target:
        low /= 4
    while log_delta(eps, high) < log_target:
        high *= 4
    return math.exp(
        _crossing(lambda t: log_delta(eps, math.exp(t)) - log_target, math.log(low), math.log(high))
    )


def _newton(start: float, step: Callable[[float], float]) -> float | None:
    """Newton's method; log delta is concave in eps and bends alike in log tau, so that it comes from one side. Or None."""
    at = start
    try:
        for _ in range(NEWTON_STEPS):
            move = step(at)
            at += move
            if abs(move) <= 1e-6 * abs(at):  # the next would be the square of that
                return at if math.isfinite(at) else None
    except (ArithmeticError, ValueError):
        pass
    return None


def _crossing(increasing: Callable[[float], float], low: float, high: float) -> float:
    """Where an increasing function crosses 0, by the Illinois method with bisection as its safety net."""
    f_low, f_high = increasing(low), increasing(high)
    side = 0
    for step in range(200):
        if not f_low < 0 < f_high or high - low <= 1e-13 * max(abs(low), abs(high)):
            break
        at = (low + high) / 2 if step % 8 == 7 else (low * f_high - high * f_low) / (f_high - f_low)
        value = increasing(at)
        if value < 0:
            low, f_low = at, value
            f_high, side = (f_high / 2 if side == -1 else f_high), -1
        else:
            high, f_high = at, value
            f_low, side = (f_low / 2 if side == 1 else f_low), 1
    return (low + high) / 2
