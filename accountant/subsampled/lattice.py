"""The second engine: privacy buckets done soundly, on a lattice of losses with masses that are whole numbers.

Above: one step's delta, as a function of e^eps, is convex; the chord between lattice points lies above it, and is the
curve of a distribution on the lattice. Below: outcomes whose losses are close are merged, which is post-processing, and
the merged loss is moved down to the lattice. Masses are whole multiples of 2^-bits, rounded outwards; products are
exact before each rounding. What leaves the window at its top is split between the top and an infinite loss (above), or
is kept as one outcome that every test accepts (below): the window need not reach far beyond the eps that is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from flint import arb, arb_poly, fmpz_poly

from accountant.numbers.balls import exact, precision
from accountant.subsampled.float_guesses import cumulants
from accountant.subsampled.lattice_step import Masses, Window, ceil, chords, floor, merged
from accountant.subsampled.step import Step

NEGLIGIBLE = 18.0  # -log of what the window may cost, relative to delta
POINTS, FEWEST_POINTS, MOST_BITS = 1 << 14, 1 << 8, 4_000
MOST_WORK = 25_000 * POINTS  # points times bits times products: about ten seconds
SPARSE, FINE = (
    4,
    0.2,
)  # one step uses one of so many points, but all next to the ends: losses near 0 and near eps
TILTS = [2.0**k for k in range(-20, 10)]  # in units of the largest usual fall of one step
OF_A_STEP = 8  # so many products take as long as the masses of one step


Round = Callable[[fmpz_poly, int], fmpz_poly]


def up(poly: fmpz_poly, bits: int) -> fmpz_poly:
    return -((-poly) // (1 << bits))


def down(poly: fmpz_poly, bits: int) -> fmpz_poly:
    return poly // (1 << bits)


class Lattice:
    """delta of a run at every eps, sharpest near the point that the window was chosen for."""

    def __init__(
        self,
        steps: Sequence[Step],
        c: float,
        log_delta: float,
        points: int = POINTS,
        eps: float = math.inf,
    ) -> None:
        window = _window(steps, c, log_delta, points, eps)
        self.window = window
        with precision(window.bits + 80):
            self.above = _Tail(_run(steps, window, lambda step: chords(step, window), up), window)
            self.below = _Tail(_run(steps, window, lambda step: merged(step, window, c), down), window)

    def delta(self, eps: Fraction) -> tuple[arb, arb]:
        """Ends of an interval that contains delta(eps)."""
        with precision(self.window.bits + 80):
            low, high = self.below.delta(eps).lower(), self.above.delta(eps).upper()
            return (low if low > 0 else arb(0)), (high if high < 1 else arb(1))


def _window(steps: Sequence[Step], c: float, log_delta: float, points: int, eps: float = math.inf) -> Window:
    """Proposed by floats: the tilted run leaves it with probability e^-NEGLIGIBLE, about, or ends above eps anyway."""
    far, (fall, walk) = [c * factor for factor in (1.02, 1.1, 1.3, 1.6, 2, 3)], _fall(steps)
    highest = min((cumulants(steps, d)[0] - log_delta + NEGLIGIBLE) / d for d in far)
    width = min(eps + 2 * fall, highest) / points
    fall += 8 * width + math.sqrt(
        2 * NEGLIGIBLE * walk * width
    )  # what the lattice adds: it splits each loss in two
    top, bottom = min(eps + fall, highest), -min(NEGLIGIBLE / (1 + c), fall)
    total = sum(step.block.steps for step in steps)
    bits = math.ceil(math.log2(total * points) - log_delta / math.log(2)) + 34
    if not 0 < bits < MOST_BITS:
        raise OverflowError(f"masses of {bits} bits")
    products = sum(2 * step.block.steps.bit_length() + OF_A_STEP for step in steps)
    points = min(points, MOST_WORK // (bits * products))
    if points < FEWEST_POINTS:
        raise OverflowError("too many products")
    width = (top - bottom) / points
    if not 0 < width < math.inf:
        raise OverflowError("no window")
    first, last = math.floor(bottom / width), math.ceil(top / width)
    fine = math.ceil(max((last - first) * FINE, 2 * fall / width))
    sparse = range(first + fine, last - fine, SPARSE) if eps < math.inf else range(0)
    return Window(width, first, last, bits, sparse)


def _fall(steps: Sequence[Step]) -> tuple[float, float]:
    """So far below 0 the loss of a run, or of a part of it, is with probability e^-NEGLIGIBLE, about; and all |loss|.

    Chernoff, without the losses that one step has more rarely than that: those would spoil it.
    """
    x = np.linspace(-10, 10, 2001)
    parts = []
    for step in steps:
        first, second = step.float_logs(x)
        weights = np.exp(np.maximum(first, second) - x * x / 2)  # under P or under Q
        order = np.argsort(first - second)
        losses, weights = (first - second)[order], weights[order] / weights.sum()
        rare = int(np.searchsorted(np.cumsum(weights), math.exp(-NEGLIGIBLE) / step.block.steps))
        parts.append((step.block.steps, losses[rare:], weights[rare:]))
    largest = max(-float(losses[0]) for _, losses, _ in parts)
    if not largest > 0:
        return 0.0, 0.0
    falls = []
    for tilt in TILTS:
        moments = [(T, float(weights @ np.exp(-tilt / largest * losses))) for T, losses, weights in parts]
        falls.append((sum(T * math.log(moment) for T, moment in moments) + NEGLIGIBLE) / tilt * largest)
    return min(falls), sum(T * float(weights @ np.abs(losses)) for T, losses, weights in parts)


def _run(steps: Sequence[Step], window: Window, one: Callable[[Step], Masses], rounded: Round) -> Masses:
    total: Masses | None = None
    for step in steps:
        power, count = one(step), step.block.steps
        while True:
            if count & 1:
                total = power if total is None else _composed(total, power, window, rounded)
            count >>= 1
            if not count:
                break
            power = _composed(power, power, window, rounded)
    assert total is not None
    return total


def _composed(a: Masses, b: Masses, window: Window, rounded: Round) -> Masses:
    """Independent losses add. Below the window: at its first point (above) or dropped (below)."""
    start, moved = a.start + b.start, a.moved + b.moved
    offset = math.floor(moved / Fraction(window.width))
    sums = rounded(a.masses * b.masses, window.bits).coeffs()
    keep, stop = (max(0, end + offset - start) for end in (window.first, window.last + 1))
    if stop == 0:
        raise OverflowError("all losses are above the window")
    lost, shrink = int(sum(sums[stop:])), (-arb(window.width)).exp()
    share = arb_poly(sums[stop:])(shrink) * shrink  # as large are the lost masses under Q, times e^top
    if rounded is up:
        mass_a, mass_b = int(a.masses(1)) + a.infinite, int(b.masses(1)) + b.infinite
        if max(mass_a, mass_b) > 2 << window.bits:
            raise OverflowError("masses are known too coarsely: their sum should be about 1")
        apart = a.infinite * mass_b + (mass_a - a.infinite) * b.infinite
        infinite = lost - floor(share) - (-apart // (1 << window.bits))
        low = sum(sums[:keep])
        sums = [low + sums[keep] if len(sums) > keep else low, *sums[keep + 1 : stop]]
        if lost:
            sums[-1] += ceil(share)
        return Masses(start + keep, fmpz_poly(sums), infinite, moved)
    infinite = lost + a.infinite + b.infinite * ((1 << window.bits) - a.infinite) // (1 << window.bits)
    share *= (exact(moved) - (start + stop - 1) * arb(window.width)).exp()
    infinite_q = a.infinite_q + b.infinite_q * (1 - a.infinite_q / (1 << window.bits)) + share
    return Masses(start + keep, fmpz_poly(sums[keep:stop]), infinite, moved, infinite_q)


class _Tail:
    """Sums of masses, and of masses times e^-loss, from each lattice point on."""

    def __init__(self, masses: Masses, window: Window) -> None:
        self.masses, self.window = masses, window
        shrink = (-arb(window.width)).exp()
        factor = (-masses.start * arb(window.width)).exp()
        counts, factors = masses.masses.coeffs(), []
        for _ in counts:
            factors.append(factor)
            factor *= shrink
        self.p, self.q = [arb(0)], [arb(0)]
        for count, factor in zip(reversed(counts), reversed(factors), strict=True):
            self.p.append(self.p[-1] + count)
            self.q.append(self.q[-1] + count * factor)

    def delta(self, eps: Fraction) -> arb:
        moved = eps + self.masses.moved
        first = math.floor(moved / Fraction(self.window.width)) + 1 - self.masses.start
        at = len(self.p) - 1 - min(max(first, 0), len(self.p) - 1)
        value = self.p[at] - exact(moved).exp() * self.q[at]
        beyond = self.masses.infinite - exact(eps).exp() * self.masses.infinite_q
        return (value + (beyond if beyond > 0 else 0)) / (1 << self.window.bits)
