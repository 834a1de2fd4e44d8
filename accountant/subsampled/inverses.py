"""Inverses of the curve of DP-SGD: floats look for the eps or the noise, the engines prove the two ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache

import numpy as np
from flint import arb

from accountant.numbers.balls import exact, precision
from accountant.subsampled.contour_plan import FAILURES, rare_aside
from accountant.subsampled.curve import BITS, SPARE, Curve, Ends
from accountant.subsampled.float_guesses import fft_floor, fft_log_delta, saddle, tilt_for
from accountant.subsampled.step import Step

MOST_TRIES, HALVINGS = 8, 8  # each may take seconds
FAR, BISECTIONS, BESIDE = 32.0, 27, 0.01  # of the logarithm of the noise
CURVED = 64  # the square of a step, times this, is more than log delta is curved there
LEAST_SHARE = 1e-9  # of the eps that is enough without sampling: no smaller guess
ROUNDED = 1e-13  # of eps: where less is unknown, every float counts
SMALL_SHARE = 1e-6  # of the noise that is enough without sampling


def limit(target: Fraction) -> arb:
    with precision(BITS):
        return exact(target)


def smallest_epsilon(curve: Curve, target: Fraction, top: float) -> tuple[float, float]:
    """A float that misses the target (or 0) and one that meets it, as close as the engines can tell; top meets it."""
    bound = limit(target)
    planned = min(curve.plan_for_delta(target, top), top)
    guess = planned if planned > 0 else top * LEAST_SHARE
    at = cache(lambda eps: curve.delta(Fraction(eps)))

    def meets(eps: float) -> bool:
        return bool(at(eps)[1] <= bound.lower())

    def may_meet(eps: float) -> bool:
        return not at(eps)[0] > bound.upper()

    if planned <= 0 and meets(0.0):
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
    at: Callable[[float], Ends],
    guess: float,
    bound: arb,
    top: float,
    steps: int = 6,
    slope: float = 0.0,
    straight: bool = False,
) -> tuple[float, float]:
    """A few secant steps on log delta, until the interval contains the bound; only a better guess, and the slope there.

    `straight`: or until log delta is straight enough to say where the ends of the interval cross the bound.
    """

    def excess(x: float) -> float:
        low, high = at(x)
        if low <= bound <= high:
            return 0.0
        return float(((low + high) / (2 * bound)).log()) if low > 0 else math.nan

    def good_enough(x: float, excess: float) -> bool:
        unknown = float((at(x)[1] - at(x)[0]) / bound) / CURVED if straight and len(points) > 1 else 0.0
        return excess**2 <= unknown

    points = [(guess, excess(guess))]
    while len(points) < steps + 2 and not good_enough(*points[-1]):
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
) -> tuple[float, float]:
    """About the noise that meets the target, by bisection, and how fast log delta falls there."""
    low, high = math.log(top) - FAR, math.log(top)

    def size(noise: float) -> float:
        steps = steps_at(noise)
        with suppress(*FAILURES):
            if log_target > fft_floor(steps):
                return fft_log_delta(steps, eps) or -math.inf
            steps = rare_aside(steps, log_target, SPARE)
            return saddle(steps, tilt_for(steps, lambda at, _: at < eps))[1]
        return math.inf

    with np.errstate(all="ignore"):
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            low, high = (low, middle) if size(math.exp(middle)) <= log_target else (middle, high)
        guess, (less, more) = math.exp(high), (math.exp(high - BESIDE), math.exp(high + BESIDE))
        slope = (size(less) - size(more)) / (more - less)
    return guess, slope if 0 < slope < math.inf else 0.0


def smallest_noise(
    at: Callable[[float], Ends], guess: float, slope: float, target: Fraction, top: float
) -> tuple[float, float]:
    """A noise that misses the target (or 0) and one that meets it; noise is post-processing, so more never hurts."""
    bound = limit(target)
    start, slope = _polished(at, guess, bound, top, 8, slope, straight=True)
    first = at(start)
    if not (first[0] > bound / 2 and first[1] < 2 * bound):
        return _halved(at, bound, top)
    width = float((first[1] - first[0]) / bound)
    smallest = min(
        max(2.0**-49, width / 8), 0.1
    )  # delta moves by several times the relative change of the noise
    if slope > 0:
        step = smallest * start
        misses, enough = (start + float((end / bound).log()) / slope for end in first)
        misses, enough = misses - step, enough + step
        if 0 < misses and enough <= top and at(misses)[0] > bound.upper() and at(enough)[1] <= bound.lower():
            return misses, enough
        start, _ = _polished(at, start, bound, top, 8, slope)
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
