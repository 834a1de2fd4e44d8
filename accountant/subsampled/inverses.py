"""Inverses of the curve of DP-SGD: floats look for the eps or the noise, the engines prove the two ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from flint import arb

from accountant.numbers.balls import exact, precision
from accountant.subsampled.contour_plan import FAILURES
from accountant.subsampled.curve import BITS, Curve, Ends
from accountant.subsampled.float_guesses import saddle, tilt_for
from accountant.subsampled.step import Step

MOST_TRIES, HALVINGS = 8, 8  # each may take seconds
LEAST_SHARE = 1e-9  # of the eps that is enough without sampling: no smaller guess
ROUNDED = 1e-13  # of eps: where less is unknown, every float counts
SMALL_SHARE = 1e-6  # of the noise that is enough without sampling


def limit(target: Fraction) -> arb:
    with precision(BITS):
        return exact(target)


def log_of(target: Fraction) -> float:
    return float(limit(target).log())


def smallest_epsilon(curve: Curve, target: Fraction, top: float) -> tuple[float, float]:
    """A float that misses the target (or 0) and one that meets it, as close as the engines can tell; top meets it."""
    bound = limit(target)
    guess = min(max(curve.plan_for_delta(target, top), top * LEAST_SHARE), top)
    at = cache(lambda eps: curve.delta(Fraction(eps)))

    def meets(eps: float) -> bool:
        return bool(at(eps)[1] <= bound.lower())

    def may_meet(eps: float) -> bool:
        return not at(eps)[0] > bound.upper()

    if guess == top * LEAST_SHARE and meets(0.0):
        return 0.0, 0.0
    guess, slope = _polished(at, guess, bound, top)
    (low, high), slope = at(guess), curve.fall(guess) or slope
    known = bool(low > 0) and slope > 0
    unknown = float((high - low) / bound) / slope if known else 0.0
    step = max(4 * math.ulp(guess), min(unknown, guess) / 64)
    if known and unknown > ROUNDED * guess:  # where the two ends of a straight log delta cross the bound
        misses, enough = (guess + float((end / bound).log()) / slope for end in (low, high))
        misses, enough = misses - step, enough + step
        if 0 < misses and enough <= top and not may_meet(misses) and meets(enough):
            return misses, enough
    return _crossing(guess, may_meet, top, step)[0], _crossing(guess, meets, top, step)[1]


def _polished(
    at: Callable[[float], Ends], guess: float, bound: arb, top: float, steps: int = 6
) -> tuple[float, float]:
    """A few secant steps on log delta, until the interval contains the bound; only a better guess, and the slope there."""

    def excess(x: float) -> float:
        low, high = at(x)
        if low <= bound <= high:
            return 0.0
        return float(((low + high) / (2 * bound)).log()) if low > 0 else math.nan

    points, slope = [(guess, excess(guess))], 0.0
    while len(points) < steps + 2 and points[-1][1] != 0:
        a, at_a = points[-1]
        new = a * 1.001 if not slope else a + at_a / slope
        if not 0 < new <= top or new == a:
            break
        at_new = excess(new)
        points.append((new, at_new))
        if math.isnan(at_new) or at_new == at_a:
            break
        slope = (at_a - at_new) / (new - a) if at_new else slope
    usable = [point for point in points if not math.isnan(point[1])]
    return min(usable, key=lambda point: abs(point[1]), default=(guess, 0.0))[0], abs(slope)


def _crossing(start: float, holds: Callable[[float], bool], top: float, step: float) -> tuple[float, float]:
    """Floats (fails, holds) in [0, top], about `step` apart, for a condition that holds from some float on, and at top."""
    high, stride = start, step
    while high < top and not holds(high):
        high, stride = high + stride, 4 * stride
    high = low = min(high, top)
    stride = step
    while (low := low - stride) > 0 and holds(low):
        high, stride = low, 4 * stride
    if low <= 0:
        if holds(0.0):
            return 0.0, 0.0
        low = 0.0
    while high - low > step and low < (middle := low + (high - low) / 2) < high:
        low, high = (low, middle) if holds(middle) else (middle, high)
    return low, high


def guess_noise(
    steps_at: Callable[[float], Sequence[Step]], eps: float, log_target: float, top: float
) -> float:
    """About the noise that meets the target, by bisection on the saddle-point approximation."""
    low, high = math.log(top) - 12, math.log(top)
    with np.errstate(all="ignore"):
        for _ in range(22):
            middle = (low + high) / 2
            steps = steps_at(math.exp(middle))
            try:
                c = tilt_for(steps, lambda at, _: at < eps)
                enough = saddle(steps, c)[1] <= log_target
            except FAILURES:
                enough = False
            low, high = (low, middle) if enough else (middle, high)
    return math.exp(high)


def smallest_noise(
    at: Callable[[float], Ends], guess: float, target: Fraction, top: float
) -> tuple[float, float]:
    """A noise that misses the target (or 0) and one that meets it; noise is post-processing, so more never hurts."""
    bound = limit(target)
    start, _ = _polished(at, guess, bound, top, steps=8)
    first = at(start)
    if not (first[0] > bound / 2 and first[1] < 2 * bound):
        return _halved(at, bound, top)
    width = float((first[1] - first[0]) / bound)
    smallest = min(
        max(2.0**-49, width / 8), 0.1
    )  # delta moves by several times the relative change of the noise
    high, low, step = start, start, smallest
    for _ in range(MOST_TRIES):
        if high >= top or at(high)[1] <= bound.lower():
            break
        high, step = high * (1 + step), 8 * step
    else:
        high = top
    step = smallest
    for _ in range(MOST_TRIES):
        if at(low)[0] > bound.upper():
            break
        low, step = low * (1 - min(step, 0.5)), 8 * step
    else:
        low = 0.0
    return low, min(high, top)


def _halved(at: Callable[[float], Ends], bound: arb, top: float) -> tuple[float, float]:
    """Where floats have no good guess: a few steps of bisection between top, which meets the target, and far less."""
    low, high, left = 0.0, top, top * SMALL_SHARE
    for _ in range(HALVINGS):
        middle = math.sqrt(left * high)
        ends = at(middle)
        if ends[1] <= bound.lower():
            high = middle
        else:
            left = middle
            low = middle if ends[0] > bound.upper() else low
    return low, high
