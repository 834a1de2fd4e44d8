"""The second engine: privacy buckets done soundly, on a lattice of losses with masses that are whole numbers.

Above: one step's delta, as a function of e^eps, is convex; the chord between lattice points lies above it, and is the
curve of a distribution on the lattice. Below: outcomes whose losses are close are merged, which is post-processing, and
the merged loss is moved down to the lattice. Masses are whole multiples of 2^-bits, rounded outwards; products are
exact before each rounding; what leaves the window becomes an infinite loss (above) or is dropped (below).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpz_poly

from accountant.lattice_edges import anchor, edges
from accountant.precision import precision
from accountant.saddle import cumulants
from accountant.subsampled_step import Step, StepBalls, ball

NEGLIGIBLE = 18.0  # -log of what the window may cost, relative to delta
POINTS, FEWEST_POINTS, MOST_BITS = 1 << 14, 1 << 8, 4_000
MOST_WORK = 25_000 * POINTS  # points times bits times products: about ten seconds
OF_A_STEP = 8  # so many products take as long as the masses of one step


@dataclass(frozen=True)
class Window:
    """Losses k * width for first <= k <= last; masses in units of 2^-bits."""

    width: float  # exact: the float64 that it is
    first: int
    last: int
    bits: int


@dataclass(frozen=True)
class Masses:
    """masses[i] at the loss (start + i) * width - moved, and `infinite` at an infinite loss."""

    start: int
    masses: fmpz_poly
    infinite: int
    moved: Fraction


Round = Callable[[fmpz_poly, int], fmpz_poly]


def up(poly: fmpz_poly, bits: int) -> fmpz_poly:
    return -((-poly) // (1 << bits))


def down(poly: fmpz_poly, bits: int) -> fmpz_poly:
    return poly // (1 << bits)


class Lattice:
    """delta of a run at every eps, sharpest near the point that the window was chosen for."""

    def __init__(self, steps: Sequence[Step], c: float, log_delta: float, points: int = POINTS) -> None:
        window = _window(steps, c, log_delta, points)
        self.window = window
        with precision(window.bits + 80):
            self.above = _Tail(_run(steps, window, lambda step: chords(step, window), up), window)
            self.below = _Tail(_run(steps, window, lambda step: merged(step, window, c), down), window)

    def delta(self, eps: Fraction) -> tuple[arb, arb]:
        """Ends of an interval that contains delta(eps)."""
        with precision(self.window.bits + 80):
            low, high = self.below.delta(eps).lower(), self.above.delta(eps).upper()
            return (low if low > 0 else arb(0)), (high if high < 1 else arb(1))


def _window(steps: Sequence[Step], c: float, log_delta: float, points: int) -> Window:
    """Proposed by floats: the tilted run leaves it with probability e^-NEGLIGIBLE, about."""
    far = [c * factor for factor in (1.02, 1.1, 1.3, 1.6, 2, 3)]
    top = min((cumulants(steps, d)[0] - log_delta + NEGLIGIBLE) / d for d in far)
    bottom = -NEGLIGIBLE / (1 + c)
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
    return Window(width, math.floor(bottom / width), math.ceil(top / width), bits)


def chords(step: Step, window: Window) -> Masses:
    """A distribution whose delta lies above that of the step: equal at lattice points, linear in e^eps between."""
    h, unit, balls = arb(window.width), 1 << window.bits, StepBalls(step)
    first = _lowest(step, window)
    values = [balls.delta(first * h)]
    while first + len(values) - 1 < window.last and not values[-1] * unit < 1:
        values.append(balls.delta((first + len(values)) * h))
    grow = h.exp()
    slopes = [(high - low) / (grow - 1) for low, high in pairwise(values)]
    rises = [slope - before * grow for before, slope in pairwise(slopes)]
    ends = [slopes[0] - (values[0] - 1)] if slopes else [1 - values[0]]
    last = [-slopes[-1] * grow] if slopes else []
    counts = [_ceil(mass * unit) for mass in [*ends, *rises, *last]]
    return Masses(first, fmpz_poly(counts), _ceil(values[-1] * unit), Fraction(0))


def merged(step: Step, window: Window, c: float) -> Masses:
    """A distribution whose delta lies below that of the step: outcomes are merged so that their losses are h apart."""
    unit, balls, h = 1 << window.bits, StepBalls(step), Fraction(window.width)
    first, start = _lowest(step, window), anchor(step, window.width)
    bins: list[
        tuple[int, int, Fraction]
    ] = []  # index, mass, how far below start + k h the merged loss may be
    P, Q = arb(1), arb(1)
    for k, x in edges(step, window, first, start):
        P_next, Q_next = balls.tails(arb(x))
        mass = _floor((P - P_next) * unit)
        loss = ((P - P_next) / (Q - Q_next)).log().lower()
        if P * unit < 1:
            break
        if mass > 0 and loss.is_finite():  # else the piece becomes part of the next
            bins.append((k, mass, Fraction(start) + k * h - _fraction(loss)))
            P, Q = P_next, Q_next
    moved = _common_move(bins, window, c)
    places: dict[int, int] = {}
    for k, mass, short in bins:
        place = k - max(0, math.ceil((short - moved) / h))
        places[place] = places.get(place, 0) + mass
    lowest = min(places, default=first)
    counts = [places.get(k, 0) for k in range(lowest, max(places, default=first) + 1)]
    return Masses(lowest, fmpz_poly(counts), 0, moved - Fraction(start))


def _common_move(bins: list[tuple[int, int, Fraction]], window: Window, c: float) -> Fraction:
    """One move for most bins; those that need more go down to a lower lattice point. Which is cheapest on average?"""
    logs = [math.log(mass) + c * k * window.width for k, mass, _ in bins]
    weights = [math.exp(log - max(logs)) for log in logs]
    shorts = sorted(
        ((short, weight) for (_, _, short), weight in zip(bins, weights, strict=True)), reverse=True
    )
    total, best, cheapest, further = sum(weights), Fraction(0), math.inf, 0.0
    for short, weight in shorts:
        cost = float(short) * total + further
        if cost < cheapest and short > -window.width / 4:
            best, cheapest = short, cost
        further += weight * window.width
    return best


def _lowest(step: Step, window: Window) -> int:
    """The lattice point below all losses of the step, or the first of the window."""
    if step.pair != "remove" or step.block.q == 1:
        return window.first
    return max(window.first, math.floor(math.log1p(-float(step.block.q)) / window.width) - 1)


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
    """Independent losses add. Above the window: infinite or dropped; below it: at its first point or dropped."""
    upwards = rounded is up
    start, moved = a.start + b.start, a.moved + b.moved
    offset = math.floor(moved / Fraction(window.width))
    sums = rounded(a.masses * b.masses, window.bits).coeffs()
    keep, stop = (max(0, end + offset - start) for end in (window.first, window.last + 1))
    infinite = 0
    if upwards:
        lost = int(sum(sums[stop:]))
        mass_a, mass_b = int(a.masses(1)) + a.infinite, int(b.masses(1)) + b.infinite
        if max(mass_a, mass_b) > 2 << window.bits:
            raise OverflowError("masses are known too coarsely: their sum should be about 1")
        infinite = lost - (-(a.infinite * mass_b + mass_a * b.infinite) // (1 << window.bits))
        low = sum(sums[:keep])
        sums = [low + sums[keep] if len(sums) > keep else low, *sums[keep + 1 : stop]]
    else:
        sums = sums[keep:stop]
    return Masses(start + keep, fmpz_poly(sums), infinite, moved)


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
        value = self.p[at] - ball(moved).exp() * self.q[at] + self.masses.infinite
        return value / (1 << self.window.bits)


def _ceil(value: arb) -> int:
    return max(0, int(value.upper().ceil().unique_fmpz()))


def _floor(value: arb) -> int:
    return max(0, int(value.lower().floor().unique_fmpz()))


def _fraction(value: arb) -> Fraction:
    mantissa, exponent = value.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
