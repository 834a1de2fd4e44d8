"""How long the models of SoftmaxReg-SGD can be after each step, if the first one is 0 (ours:stepwise_sensitivity).

A step makes the model shorter by its part a and adds a gradient: |f'| <= (1 - a)|f| + a G/Λ, where G is the largest gradient at
models as long as f. So early models are short, and none is longer than the natural radius r with G(r) <= Λ r. Floats choose the
levels between which the largest gradient counts as constant, and the steps that reach them; balls compute the radii.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from accountant.numbers.balls import BALLS, exact, fraction
from reference import formulas
from reference.arithmetic import FLOATS

LEVELS = 32
TRIES = 20  # to reach a level; without it the next one is larger
SHORTEST = 2**20  # a part of the natural radius: the first model is 0, which has no scale
SHARPER = 40  # halvings of what may be too long in the natural radius
ROUNDED = (
    2**12
)  # a radius is rounded up to a fraction with this denominator, times a power of 2: repeated settings recur


@dataclass(frozen=True)
class Level:
    """After at most `steps` steps no model is longer than `radius`."""

    steps: int
    radius: Fraction


def largest_gradient(radius: arb, c: arb, K: int) -> arb:
    """At models of this length, for records of norm at most c."""
    on_ball = formulas.loss_gradient_softmax_on_ball(radius * c, K, BALLS) * c
    return BALLS.min(formulas.loss_gradient_softmax(c, BALLS), on_ball)


def natural_radius(R: Fraction, c: Fraction, Lambda: Fraction, K: int) -> Fraction:
    """A radius r <= R that no model from 0 leaves: R itself, or G(r) <= Λ r, which keeps every step inside."""
    with_c, regular = exact(c), exact(Lambda)

    def stays(r: Fraction) -> bool:
        return bool(largest_gradient(exact(r), with_c, K) <= regular * exact(r))

    if not stays(R):
        return R
    low, high = Fraction(0), R
    for _ in range(SHARPER):
        middle = rounded_up((low + high) / 2)
        if not low < middle < high:
            break
        low, high = (low, middle) if stays(middle) else (middle, high)
    return high


def levels(R: Fraction, c: Fraction, Lambda: Fraction, K: int, a: arb, slow: int, M: int) -> list[Level]:
    """Levels with growing steps and radii; the last one is that of step M. `a` is Λ/beta, slow = min(M, floor(beta/Λ))."""
    most = natural_radius(R, c, Lambda, K)
    found, now = [Level(0, most / SHORTEST)], arb(0)
    for j in range(1, LEVELS + 1):
        top, before = most * j / LEVELS, found[-1]
        slope = largest_gradient(exact(top), exact(c), K)
        steps = M if j == LEVELS else min(M, _steps_to(float(top), float(now), float(slope / exact(Lambda)), float(a), slow,
                                                       before.steps))  # fmt: skip
        for _ in range(TRIES):
            if steps <= before.steps:
                break
            kept = formulas.kept_between(a, arb(slow), arb(before.steps), arb(steps), BALLS)
            # where the limit is below, the models before were the longest
            after = BALLS.max(now, formulas.radius_after(now, kept, slope, exact(Lambda)))
            if after <= exact(top):
                now = arb(after.upper())
                found.append(Level(steps, min(most, rounded_up(fraction(now)))))
                break
            if j == LEVELS:  # as long as the natural radius, or as R
                found.append(Level(M, most))
                break
            steps -= 1 + (steps - before.steps) // 16  # a float guessed too many
        if found[-1].steps >= M:
            break
    return found


def _steps_to(top: float, now: float, limit: float, a: float, slow: int, before: int) -> int:
    """About how many steps it takes from `now` to `top`; at least one more than before."""
    if limit <= top:
        return 2**62
    kept = (limit - top) / (limit - now)
    early = math.floor(math.log(kept) / math.log1p(-a)) if a < 1 else 0
    if before + early <= slow:
        return max(int(before + early), before + 1)
    here = formulas.kept_between(a, slow, before, max(before, slow), FLOATS)
    return max(before + 1, int(max(before, slow) * here / kept))


def rounded_up(value: Fraction) -> Fraction:
    """A slightly larger fraction with a short numerator."""
    if value <= 0:
        return value
    unit = Fraction(2) ** (math.frexp(float(value))[1]) / ROUNDED
    return math.ceil(value / unit) * unit
