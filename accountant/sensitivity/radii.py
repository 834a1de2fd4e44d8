"""How long the models of SoftmaxReg-SGD can be after each step, if the first one is 0 (ours:stepwise_sensitivity).

A step makes the model shorter by its part a and adds a gradient: |f'| <= (1 - a)|f| + a G/Λ, where G is the largest gradient at
models as long as f. So early models are short, and none is longer than the natural radius r with G(r) <= Λ r. A gradient is
large only where it points along f, and then it makes f shorter. So for three classes or more the square of the length has a
limit, too, which is often smaller (`landing_limit`). Floats choose the levels between which the limits count as constant, and
the steps that reach them; balls compute the radii.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb

from accountant.numbers.balls import BALLS, exact, fraction
from accountant.sensitivity.diameter import COARSE
from accountant.sensitivity.diameter_bound import inner_maximum
from reference import formulas
from reference.arithmetic import FLOATS

LEVELS = 32
TRIES = 20  # to reach a level; without it the next one is larger
SHORTEST = 2**20  # a part of the natural radius: the first model is 0, which has no scale
SHARPER = 40  # halvings of what may be too long in the natural radius
SLIGHTLY = 1e-9  # a float weight is this much smaller, so that its step is not
ALONG, LEAST_WEIGHT = (
    1024.0,
    1e-9,
)  # kappa: so large that |u|^2 hardly counts, and so small that it may be too small for floats
SMALLEST = Fraction(1, 1 << 30)  # a smaller ball of logits lies in this one
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


def levels(
    R: Fraction, c: Fraction, Lambda: Fraction, K: int, a: arb, slow: int, M: int, landing: bool = True
) -> list[Level]:
    """Levels with growing steps and radii; the last one is that of step M. `a` is Λ/beta, slow = min(M, floor(beta/Λ)).

    Without `landing` each step adds the longest gradient, whatever its direction.
    """
    most = natural_radius(R, c, Lambda, K)
    found, now = [Level(0, most / SHORTEST)], arb(0)
    for j in range(1, LEVELS + 1):
        top, before = most * j / LEVELS, found[-1]
        part = a if before.steps < slow else BALLS.min(a, arb(1) / (before.steps + 1))
        paces = [_by_length(top, c, Lambda, K)]
        if landing:
            paces += _by_landing(top, c, Lambda, K, part)
        steps = (
            M
            if j == LEVELS
            else min(M, max(pace.steps_to(top, now, a, slow, before.steps) for pace in paces))
        )
        for _ in range(TRIES):
            if steps <= before.steps:
                break
            kept = formulas.kept_between(a, arb(slow), arb(before.steps), arb(steps), BALLS)
            # where the limit is below, the models before were the longest
            after = BALLS.max(now, BALLS.min(*(pace.after(now, kept) for pace in paces)))
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


@dataclass(frozen=True)
class Pace:
    """The power of a model's length, 1 or 2, tends to `limit`: a step leaves the power of 1 - a_m of their difference."""

    limit: arb
    power: int

    def after(self, now: arb, kept: arb) -> arb:
        reached = formulas.radius_after(now**self.power, kept**self.power, self.limit, arb(1))
        return reached if self.power == 1 else BALLS.sqrt(reached)

    def steps_to(self, top: Fraction, now: arb, a: arb, slow: int, before: int) -> int:
        """About how many steps it takes until models are `top` long."""
        ends = (float(top) ** self.power, float(now) ** self.power)
        return _steps_to(*ends, float(self.limit), float(a), slow, before, self.power)


def _by_length(top: Fraction, c: Fraction, Lambda: Fraction, K: int) -> Pace:
    """Each step adds at most the longest gradient: |f'| <= (1 - a)|f| + a G/Λ."""
    return Pace(largest_gradient(exact(top), exact(c), K) / exact(Lambda), 1)


def _by_landing(top: Fraction, c: Fraction, Lambda: Fraction, K: int, part: arb) -> Iterator[Pace]:
    """|f'|^2 <= (1 - a)^2 |f|^2 + (1 - (1 - a)^2) times `landing_limit`, which for every z is monotone in a.

    So for all a up to `part` the limit is at most its value there, or that for a towards 0, where only -<z, u>/Λ is left.
    """
    if K == 2:
        return
    known, radius = (exact(c), exact(Lambda)), max(top * c, SMALLEST)
    kappa = (1 - SLIGHTLY) * float((1 / part - 1) * known[1] / known[0] ** 2)
    if not LEAST_WEIGHT < kappa < ALONG:
        return
    larger = formulas.landing_part(exact(kappa), *known)
    if larger >= part:
        here = formulas.landing_limit(larger, *known, _maximum(kappa, radius, K))
        along = _maximum(ALONG, radius, K) / (2 * exact(ALONG))  # at least -<z, u>, as |u|^2 >= 0
        yield Pace(BALLS.max(here, along / known[1]), 2)


@lru_cache(maxsize=4096)
def _maximum(kappa: float, radius: Fraction, K: int) -> arb:
    """From few pieces; runs of other lengths ask for the same ones."""
    return inner_maximum(kappa, radius, K, COARSE)


def _steps_to(top: float, now: float, limit: float, a: float, slow: int, before: int, power: int) -> int:
    """About how many steps it takes from `now` to `top`; at least one more than before."""
    if limit <= top:
        return 2**62
    kept = ((limit - top) / (limit - now)) ** (1 / power)
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
