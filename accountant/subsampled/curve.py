"""delta of one ordered pair of a run, at one eps: which engine answers, and what the interval is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from flint import arb

from accountant.gaussian.second_engine import EngineDisagreement
from accountant.numbers.balls import PrecisionExhausted, exact, precision, refined
from accountant.subsampled.contour import Contour
from accountant.subsampled.contour_bounds import chernoff_bound
from accountant.subsampled.contour_plan import (
    CHEAP,
    FAILURES,
    FAST,
    MOST_LOST,
    MOST_PRODUCTS,
    Plan,
    plan,
    proposed,
    rare_aside,
)
from accountant.subsampled.float_guesses import ACCURACY, cumulants, fft_eps, fft_floor, saddle, tilt_for
from accountant.subsampled.lattice import POINTS, Lattice
from accountant.subsampled.step import Step, StepBalls

FULL = 1e-13  # a wider contour is planned again
ENOUGH, GOOD = 1e-11, 2e-7  # of eps: with all digits, and with those that are to be had
SHARP, QUICK = 1e-8, 1e-7  # of delta: a wider one is joined by the lattice
WANTED = 2e-7  # of eps, by a lattice
PLANS = 4  # of a contour: each knows from the one before how small delta is
SHRINKS = (64, 16, 4, 1)  # of the best tilt, which can be huge: the smaller, the cheaper its integral
SPARE = 20.0  # -log of what floats set aside to begin with, relative to delta
NEAR = 0.01  # of eps: a plan need not be made again
CLOSE, MOST_NEWTON = 1e-6, 40  # a contour planned this close to eps is not planned again
ROUNDS, COARSE = 8, POINTS // 16  # of coarse lattices, and of their points
Ends = tuple[arb, arb]
Good: TypeAlias = Callable[[float, float], bool]
BITS = 256


class Curve:
    """The privacy curve of a run, seen as one ordered pair. `engines` says who answered."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = list(steps)
        self.single = len(steps) == 1 and steps[0].block.steps == 1
        self.contour: Contour | None = None
        self.lattice: Lattice | None = None
        self.dear: tuple[float, Sequence[Step], Plan] | None = None  # where, and for which steps
        self.engines: set[str] = set()
        self.quick = False

    def plan_for_eps(self, eps: Fraction, quick: bool = False) -> None:
        """Build the engines for this eps; quick ones for a search, which asks many times."""
        if not self.single and not self._vanishes(eps):
            self.quick = quick
            self._plan(lambda at, _: at < float(eps), None, asked=float(eps))

    def plan_for_delta(self, target: Fraction, top: float) -> float:
        """Build the engines where delta is about the target; returns about the eps, at most top."""
        if self.single:
            return 1.0
        log_target = log_of(target)
        return self._plan(lambda _, log_delta: log_delta > log_target, target, top)

    def _plan(
        self, good: Good, target: Fraction | None, top: float = math.inf, asked: float | None = None
    ) -> float:
        with np.errstate(all="ignore"):
            try:
                steps = self.steps if target is None else rare_aside(self.steps, log_of(target), SPARE)
                c = tilt_for(steps, good)
                eps, log_delta = saddle(steps, c)
            except FAILURES:
                return 1.0
            eps = max(eps, 0.0) if math.isfinite(eps) else 1.0
            if asked is not None:
                found, points = self._plan_contour(c, asked), POINTS // (2 if self.quick else 1)
            else:
                assert target is not None
                most = MOST_PRODUCTS if log_of(target) > fft_floor(self.steps) else FAST  # is the eps known?
                found, points = self._contour_for_delta(c, eps, target, top, most), POINTS
            if found is not None:
                return found
            try:
                if target is not None:
                    c, log_delta = tilt_for(self.steps, good), log_of(target)
                    eps, points = self._eps_of_lattice(c, log_delta, target)
                    c = tilt_for(self.steps, lambda at, _: at < eps)
                    if points > POINTS:
                        found = self._contour_for_delta(c, eps, target, top, MOST_PRODUCTS)
                        if found is not None:
                            return found
                self.lattice = Lattice(self.steps, c, log_delta, min(points, POINTS), eps)
            except FAILURES:
                self.lattice = None
            return eps

    def _plan_contour(self, c: float, eps: float) -> float | None:
        """eps, if a contour for this saddle point is sharp there."""
        log_delta = width = math.inf
        for _ in range(PLANS):
            try:
                known = None if log_delta == math.inf else log_delta
                dear = FAST if self.quick else MOST_PRODUCTS
                self.contour = Contour(*proposed(self.steps, c, eps, known, dear))
            except FAILURES:
                break
            ends = self.contour.delta(_ball(Fraction(eps)))
            width, before = _width(ends), log_delta
            log_delta = float(ends[1].log()) - (ACCURACY if ends[0] == 0 else 0)
            if width <= (QUICK if self.quick else FULL) or not log_delta < before - 1:
                break
        return eps if width <= (QUICK if self.quick else SHARP) else None

    def _contour_for_delta(
        self, c: float, eps: float, target: Fraction, top: float, most: int
    ) -> float | None:
        """The eps of the target by a contour that is sharp there: each contour says where the next is to be planned."""
        log_target, width = log_of(target), math.inf
        for turn in range(PLANS):
            try:
                if turn > 0:
                    steps, best = proposed(self.steps, c, eps, log_target, FAST)
                elif self.dear is None or abs(eps / self.dear[0] - 1) > NEAR:
                    eps, steps, best = self._first(c, eps, log_target)
                else:
                    eps, steps, best = self.dear
                if best.products > most:
                    self.dear = eps, steps, best
                    break
                contour = Contour(steps, best)
            except FAILURES:
                break
            if contour.delta(arb(0))[1] <= exact(target):
                self.contour = contour
                return 0.0
            found = _solved(contour, log_target, eps, top)
            new = _unknown(contour, found)
            if new < width:
                self.contour, width = contour, new
            if new <= (ENOUGH if best.accuracy == ACCURACY else GOOD) or abs(found - eps) <= CLOSE * eps:
                eps = found
                break
            eps, most = found, FAST  # no dear contour is thrown away
            c = tilt_for(self.steps, lambda at, _, eps=eps: at < eps)  # type: ignore[misc]
        return eps if width <= GOOD else None

    def _first(self, c: float, eps: float, log_target: float) -> tuple[float, Sequence[Step], Plan]:
        """Where to plan the first contour: where it is dear, floats look again for the eps."""
        with suppress(*FAILURES):
            first = plan(self.steps, c, eps, log_target)
            if first.products <= CHEAP and first.lost <= MOST_LOST:
                return eps, self.steps, first
        eps = fft_eps(self.steps, log_target, eps)
        c = tilt_for(self.steps, lambda at, _: at < eps)
        return eps, *proposed(self.steps, c, eps, log_target, FAST)

    def _eps_of_lattice(self, c: float, log_delta: float, target: Fraction) -> tuple[float, int]:
        """About the eps of the target, from coarse lattices, and how many points a sharp one needs.

        Each lattice says how far the next must reach; the distance of its ends falls with the square of its points.
        """
        found, bound = math.inf, exact(target)
        for _ in range(ROUNDS):
            coarse = Lattice(self.steps, c, log_delta, COARSE, found)
            low, high = (_crossed(coarse, end, bound) for end in (0, 1))
            if high > 0.8 * found:
                break
            found = high
        unknown = (high - low) / high if 0 < low < high else math.inf
        return high, math.ceil(COARSE * max(1.0, math.sqrt(min(unknown, 1.0) / WANTED)))

    def _vanishes(self, eps: Fraction) -> bool:
        """Is delta(eps) = 0? Only without the record is the loss bounded, by -log(1 - q) each step."""
        if self.steps[0].pair != "add" or any(step.block.q == 1 for step in self.steps):
            return False
        with precision(BITS):
            return bool(-sum(s.block.steps * (1 - exact(s.block.q)).log() for s in self.steps) <= exact(eps))

    def delta(self, eps: Fraction) -> Ends:
        """Ends of an interval that contains delta(eps)."""
        if self.single:
            self.engines.add("closed form")
            return self._one_step(eps)
        if self._vanishes(eps):
            self.engines.add("closed form")
            return arb(0), arb(0)
        low, high = arb(0), arb(1)
        if self.contour is not None:
            self.engines.add("contour")
            low, high = self.contour.delta(_ball(eps))
        if self.lattice is not None:
            self.engines.add("lattice")
            other = self.lattice.delta(eps)
            low, high = max(low, other[0]), min(high, other[1])
        if low > high:
            raise EngineDisagreement(f"delta({eps}): contour and lattice exclude each other")
        return low, high

    def fall(self, eps: float) -> float:
        """About -d log delta / d eps, where the contour answers alone; else 0."""
        if self.contour is None or self.lattice is not None:
            return 0.0
        low, high = self.contour.delta(_ball(Fraction(eps)))
        return 2 * self.contour.slope(eps) / float(low + high) if low > 0 else 0.0

    def _one_step(self, eps: Fraction) -> Ends:
        def sharp(value: arb) -> bool:
            return bool(value.is_zero()) or (bool(value > 0) and value.rel_accuracy_bits() > 56)

        def value() -> arb:
            return StepBalls(self.steps[0]).delta(exact(eps))

        try:
            return refined(value, 128, sharp)
        except PrecisionExhausted:
            return arb(0), arb(1)

    def below(self, eps: Fraction, limit: arb) -> bool:
        """Is delta(eps) <= limit, cheaply? True is proved, False means that a Chernoff bound does not show it."""
        if self.single:
            return bool(self._one_step(eps)[1] <= limit)
        if self._vanishes(eps):
            return True
        try:
            with np.errstate(all="ignore"):
                best = tilt_for(self.steps, lambda at, _: at < float(eps))
                promising = [
                    c for c in (best / shrink for shrink in SHRINKS) if self._promises(c, eps, limit)
                ]
            return any(chernoff_bound(self.steps, c, _ball(eps)) <= limit for c in promising)
        except FAILURES:
            return False

    def _promises(self, c: float, eps: Fraction, limit: arb) -> bool:
        """Do floats expect the Chernoff bound with the tilt c to do?"""
        expected = cumulants(self.steps, c)[0] - c * float(eps) - math.log(1 + c)
        return bool(limit > 0) and expected < float(limit.log()) + 1


def _ball(eps: Fraction) -> arb:
    with precision(BITS):
        return exact(eps)


def log_of(target: Fraction) -> float:
    return float(_ball(target).log())


def _solved(contour: Contour, log_target: float, start: float, top: float) -> float:
    """About where the middle of the contour's interval is the target: Newton on log delta between a miss and a hit."""
    low, high, eps = 0.0, top, min(max(start, 0.0), top)
    for _ in range(MOST_NEWTON):
        ends, slope = contour.delta(_ball(Fraction(eps))), contour.slope(eps)
        middle = (ends[0] + ends[1]) / 2
        excess = float(middle.log()) - log_target
        low, high = (eps, high) if excess > 0 else (low, eps)
        size = float(middle)  # 0 far beyond the target
        rate = slope / size if size > 0 else 0.0  # of a fall
        new = eps + excess / rate if rate > 0 else math.nan
        if abs(new - eps) <= CLOSE * eps:
            return new if low <= new <= high else eps
        eps = new if low < new < high else (low + high) / 2
    return eps


def _crossed(lattice: Lattice, end: int, bound: arb) -> float:
    """About where this end of the lattice's interval falls to the bound."""
    low, high = 0.0, lattice.window.last * lattice.window.width
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if lattice.delta(Fraction(middle))[end] > bound else (low, middle)
    return high


def _unknown(contour: Contour, eps: float) -> float:
    """The relative width of the eps that the contour can tell apart."""
    low, high = contour.delta(_ball(Fraction(eps)))
    fall = contour.slope(eps) * eps
    return float(high - low) / fall if low > 0 and fall > 0 else math.inf


def _width(ends: Ends) -> float:
    return float((ends[1] - ends[0]) / ends[0]) if ends[0] > 0 else math.inf
