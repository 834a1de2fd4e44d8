"""delta, epsilon and sigma of DP-SGD: T steps of the Poisson-subsampled Gaussian, as certified intervals.

A step samples each record with probability q, sums the clipped gradients (norm at most C) and adds noise of scale
sigma * C. Two engines answer: contour quadrature where it is sharp, else the lattice; one step has a closed form, and
q = 1 is the Gaussian mechanism. The neighbouring relation is an argument:

    add-remove     one record more or less; the larger of both directions, each composed on its own
    replace-one    one record replaced
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from flint import arb, fmpq

from accountant import gaussian
from accountant.gaussian.curve import Curve as GaussianCurve
from accountant.numbers.balls import SIZE, SMALLEST, between, precision
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import (
    as_fmpq,
    as_fraction,
    exact_real,
    require_count,
    require_delta,
    require_eps,
    require_sigma,
)
from accountant.subsampled.contour_plan import FAILURES
from accountant.subsampled.curve import BITS, Curve, log_of
from accountant.subsampled.float_guesses import saddle, tilt_for
from accountant.subsampled.inverses import guess_noise, limit, smallest_epsilon, smallest_noise
from accountant.subsampled.step import RELATIONS, Block, Step, StepBalls
from reference.errors import reject, require_one_of

MOST_STEPS, MOST_BLOCKS = 10**9, 50
DIGITS = 15  # of a closed form
WIDE = 1e-6  # from this relative width on the answer says that it is wide
LEAST_NOISE = Fraction(1, 10**99)
LEAST_RATE = fmpq(1, 10**12)
PART = "one block of the run"  # a lower bound: to see less is post-processing
VARIATION = "the total variation of single steps"  # their sum is an upper bound of delta at every eps
GAUSSIAN = "the Gaussian mechanism with q = 1"  # an upper bound of any run


@dataclass(frozen=True)
class Answer:
    """An interval that contains the exact value, the engines that computed it, and a warning if it is wide."""

    box: Enclosure
    engines: tuple[str, ...]

    @property
    def note(self) -> str:
        width = self.box.relative_width()
        if width <= WIDE or self.box.upper() == 0:
            return ""
        if self.box.hi == SMALLEST:
            return f"below 2^-{SIZE}: its ends are rounded outward"
        how = f"relative width {width:.1e}" if self.box.lo > 0 else "the lower end is 0"
        return f"sound but wide ({how}): no engine is sharp here"


def delta(eps: Any, *blocks: Any, relation: str = "replace-one") -> Answer:
    """delta(eps) of a run of blocks (q, sigma, steps)."""
    run, loss = _run(blocks, relation), as_fraction(require_eps(eps))
    if (noise := _plain_gaussian(run, relation)) is not None:
        return Answer(_gaussian(loss, noise, run[0].steps), ("closed form",))
    ends, engines = _delta(run, relation, loss)
    if (most := variation(run, relation)) < ends[1]:
        ends, engines = (ends[0], most), engines | {VARIATION}
    box = between(*ends)
    if box.hi == 1 and (top := _gaussian(loss, _full_noise(run, relation)).hi) < 1:
        return Answer(Enclosure(box.lo, top), tuple(sorted({*engines, GAUSSIAN})))
    return Answer(box, tuple(sorted(engines)))


def _delta(
    run: Sequence[Block], relation: str, loss: Fraction, quick: bool = False
) -> tuple[tuple[arb, arb], set[str]]:
    engines: set[str] = set()
    low, high = arb(0), arb(0)
    for curve in _curves(run, relation):
        if engines and curve.below(loss, high):
            continue
        curve.plan_for_eps(loss, quick)
        ends = curve.delta(loss)
        low, high = max(low, ends[0]), max(high, ends[1])
        engines |= curve.engines
    return (low, high), engines


def epsilon(delta: Any, *blocks: Any, relation: str = "replace-one") -> Answer:
    """The smallest eps that meets delta: hi provably meets it, lo provably does not (or is 0)."""
    run, target = _run(blocks, relation), as_fraction(require_delta(delta))
    if (noise := _plain_gaussian(run, relation)) is not None:
        return Answer(gaussian.epsilon(target, noise, run[0].steps), ("closed form",))
    if variation(run, relation) <= limit(target).lower():
        return Answer(Enclosure(0, 0), (VARIATION,))
    engines: set[str] = set()
    low, high, top = 0.0, 0.0, float(gaussian.epsilon(target, _full_noise(run, relation)).upper())
    for curve in _curves(run, relation):
        if engines and curve.below(Fraction(low), limit(target).lower()):
            continue
        ends = smallest_epsilon(curve, target, top)
        low, high = max(low, ends[0]), max(high, ends[1])
        engines |= curve.engines
    parts = [block for block in run if low == 0 or block.steps == 1]  # a single step takes no time
    if high > low * (1 + WIDE) and len(run) > 1 and (part := _strongest(parts, relation, target)):
        alone = epsilon(target, part, relation=relation).box.lower()
        low, engines = max(low, alone), engines | ({PART} if alone > low else set())
    return Answer(Enclosure(low, high), tuple(sorted(engines | ({GAUSSIAN} if high == top else set()))))


def _strongest(
    run: Sequence[Block], relation: str, target: Fraction
) -> tuple[Fraction, Fraction, int] | None:
    """The block that alone needs the largest eps, by a float's guess; to see one block only never needs more."""
    guesses = []
    for block in run:
        steps = [Step(block, RELATIONS[relation][0])]
        with np.errstate(all="ignore"), suppress(*FAILURES):
            guesses.append((saddle(steps, tilt_for(steps, lambda _, size: size > log_of(target)))[0], block))
    best = max(guesses, key=lambda guess: guess[0], default=None)
    return best and (best[1].q, best[1].sigma, best[1].steps)


def sigma(eps: Any, delta: Any, q: Any, steps: Any, *, relation: str = "replace-one") -> Answer:
    """The smallest noise multiplier that meets (eps, delta): hi provably meets it, lo provably does not (or is 0)."""
    loss, target = as_fraction(require_eps(eps)), as_fraction(require_delta(delta))
    ((rate, count),) = [(block.q, block.steps) for block in _run([(q, 1, steps)], relation)]
    reach = 2 if relation == "replace-one" else 1
    enough = gaussian.sigma(loss, target, count)
    if rate == 1:
        return Answer(Enclosure(reach * enough.lo, reach * enough.hi), ("closed form",))
    engines: set[str] = set()

    @cache
    def at(noise: float) -> tuple[arb, arb]:
        ends, used = _delta([Block(rate, Fraction(noise), count)], relation, loss, quick=True)
        engines.update(used)
        return ends

    pair = RELATIONS[relation][0]
    guess, slope = guess_noise(lambda noise: [Step(Block(rate, Fraction(noise), count), pair)], float(loss), log_of(target),
                        reach * enough.upper())  # fmt: skip
    low, high = smallest_noise(at, guess, slope, target, reach * enough.upper())
    return Answer(Enclosure(low, high), tuple(sorted(engines)))


def _run(blocks: Sequence[Any], relation: str) -> list[Block]:
    require_one_of("relation", "the neighbouring relation", relation, RELATIONS)
    merged: dict[tuple[Fraction, Fraction], int] = {}
    for block in blocks:
        try:
            q, noise, steps = block
        except (TypeError, ValueError):
            raise reject("blocks", "the run", "must be blocks (q, sigma, steps)", block,
                         "each block has its sampling rate, noise and length") from None  # fmt: skip
        key = require_rate(q), as_fraction(require_sigma(noise))
        merged[key] = merged.get(key, 0) + require_steps(steps)
    if not 1 <= len(merged) <= MOST_BLOCKS:
        rule = f"must be 1 to {MOST_BLOCKS} different blocks (q, sigma, steps)"
        raise reject(
            "blocks", "the run", rule, len(merged), "a run has steps, and each kind of block takes time"
        )
    run = [Block(q, noise, require_steps(steps)) for (q, noise), steps in merged.items()]
    if _full_noise(run, relation) < LEAST_NOISE:
        least = min(block.sigma for block in run)
        raise reject("sigma", "σ, the noise multiplier", "must be above 2e-99 times the root of the steps", float(least),
                     "a search in float64 guides the answer")  # fmt: skip
    return run


def require_rate(value: Any) -> Fraction:
    why = "each record is sampled with this probability"
    number = exact_real("q", "q, the sampling rate", value, because=why)
    if not 0 < number <= 1:
        raise reject("q", "q, the sampling rate", "must be in (0, 1]", value, why)
    if number < (
        1e-12 if isinstance(number, float) else LEAST_RATE
    ):  # the float64 is a little below the decimal
        raise reject(
            "q",
            "q, the sampling rate",
            "must be at least 1e-12",
            value,
            "a search in float64 guides the answer",
        )
    return as_fraction(number)


def require_steps(value: Any) -> int:
    steps = require_count("steps", "T, the number of steps", value)
    if steps > MOST_STEPS:
        raise reject("steps", "T, the number of steps", f"must be <= {MOST_STEPS}", value)
    return steps


def _curves(run: Sequence[Block], relation: str) -> list[Curve]:
    return [Curve([Step(block, pair) for block in run]) for pair in RELATIONS[relation]]


def variation(run: Sequence[Block], relation: str) -> arb:
    """An upper bound of delta(0), and so of delta: that of a product is at most the sum of those of its factors."""
    with precision(BITS):
        one = [StepBalls(Step(block, RELATIONS[relation][0])).delta(arb(0)) for block in run]
        return sum((block.steps * value for block, value in zip(run, one, strict=True)), arb(0)).upper()


def _gaussian(loss: Fraction, noise: Fraction, count: int = 1) -> Enclosure:
    """delta of the Gaussian mechanism, also where it is below 2^-65536."""
    return GaussianCurve(as_fmpq(loss), as_fmpq(noise), count).delta_within(DIGITS)


def _plain_gaussian(run: Sequence[Block], relation: str) -> Fraction | None:
    """The noise of the Gaussian mechanism that one block with q = 1 is; replacing moves the sum twice as far."""
    if len(run) > 1 or run[0].q < 1:
        return None
    return run[0].sigma / 2 if relation == "replace-one" else run[0].sigma


def _full_noise(run: Sequence[Block], relation: str) -> Fraction:
    """A little less than the noise of one Gaussian mechanism that dominates: by joint convexity sampling never hurts."""
    reach = 2 if relation == "replace-one" else 1
    precision_sum = sum(block.steps / block.sigma**2 for block in run) * reach**2
    return Fraction(1 / math.sqrt(precision_sum)) * Fraction(999_999, 1_000_000)
