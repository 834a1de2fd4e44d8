"""One step on the lattice of the second engine: a distribution above it by chords, one below it by merging outcomes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpz_poly

from accountant.numbers.balls import fraction
from accountant.subsampled.lattice_cuts import anchor, edges
from accountant.subsampled.step import Step, StepBalls

ZERO = arb(0)


@dataclass(frozen=True)
class Window:
    """Losses k * width for first <= k <= last; masses in units of 2^-bits."""

    width: float  # exact: the float64 that it is
    first: int
    last: int
    bits: int
    sparse: range = range(0)  # one step uses only these of the points between their ends

    def after(self, k: int) -> int:
        """The next point that one step uses."""
        inside = self.sparse.start <= k < self.sparse.stop
        return k + (self.sparse.step if inside else 1)


@dataclass(frozen=True)
class Masses:
    """masses[i] at the loss (start + i) * width - moved, and `infinite` above the window, where Q has `infinite_q`."""

    start: int
    masses: fmpz_poly
    infinite: int
    moved: Fraction
    infinite_q: arb = ZERO


def chords(step: Step, window: Window) -> Masses:
    """A distribution whose delta lies above that of the step: equal at lattice points, linear in e^eps between."""
    h, unit, balls = arb(window.width), 1 << window.bits, StepBalls(step)
    points = [_lowest(step, window)]
    values = [balls.delta(points[0] * h)]
    while points[-1] < window.last and not values[-1] * unit < 1:
        points.append(min(window.after(points[-1]), window.last))
        values.append(balls.delta(points[-1] * h))
    strides = [high - low for low, high in pairwise(points)]
    ratios = {stride: (stride * h).exp() for stride in set(strides)}
    grow = [ratios[stride] for stride in strides]
    slopes = [(high - low) / (ratio - 1) for ratio, (low, high) in zip(grow, pairwise(values), strict=True)]
    rises = [slope - before * ratio for ratio, (before, slope) in zip(grow, pairwise(slopes), strict=False)]
    ends = [slopes[0] - (values[0] - 1)] if slopes else [1 - values[0]]
    last = [-slopes[-1] * grow[-1]] if slopes else []
    counts = [0] * (points[-1] - points[0] + 1)
    for k, mass in zip(points, [*ends, *rises, *last], strict=True):
        counts[k - points[0]] = ceil(mass * unit)
    return Masses(points[0], fmpz_poly(counts), ceil(values[-1] * unit), Fraction(0))


def merged(step: Step, window: Window, c: float) -> Masses:
    """A distribution whose delta lies below that of the step: outcomes are merged so that their losses are h apart."""
    unit, balls, h = 1 << window.bits, StepBalls(step), Fraction(window.width)
    first, start = _lowest(step, window), anchor(step, window.width)
    bins: list[
        tuple[int, int, Fraction]
    ] = []  # index, mass, how far below start + k h the merged loss may be
    P, Q, beyond, beyond_q = arb(1), arb(1), 0, ZERO
    for k, x in edges(step, window, first, start):
        P_next, Q_next = balls.tails(arb(x))
        mass = floor((P - P_next) * unit)
        loss = ((P - P_next) / (Q - Q_next)).log().lower()
        if P * unit < 1:
            break
        if k > window.last:
            beyond, beyond_q = floor(P * unit), Q * unit
        elif mass > 0 and loss.is_finite():  # else the piece becomes part of the next
            bins.append((k, mass, Fraction(start) + k * h - fraction(loss)))
            P, Q = P_next, Q_next
    moved = _common_move(bins, window, c)
    places: dict[int, int] = {}
    for k, mass, short in bins:
        place = k - max(0, math.ceil((short - moved) / h))
        places[place] = places.get(place, 0) + mass
    lowest = min(places, default=first)
    counts = [places.get(k, 0) for k in range(lowest, max(places, default=first) + 1)]
    return Masses(lowest, fmpz_poly(counts), beyond, moved - Fraction(start), beyond_q)


def _common_move(bins: list[tuple[int, int, Fraction]], window: Window, c: float) -> Fraction:
    """One move for most bins; those that need more go down to a lower lattice point. Which is cheapest on average?"""
    logs = [math.log(mass) + c * k * window.width for k, mass, _ in bins]
    most = max(logs, default=0.0)
    shorts = sorted(((float(short), math.exp(log - most), short) for log, (_, _, short) in zip(logs, bins, strict=True)),
                    reverse=True)  # fmt: skip
    total = sum(weight for _, weight, _ in shorts)
    best, cheapest, further = Fraction(0), math.inf, 0.0
    for short, weight, exactly in shorts:
        cost = short * total + further
        if cost < cheapest and short > -window.width / 4:
            best, cheapest = exactly, cost
        further += weight * window.width
    return best


def _lowest(step: Step, window: Window) -> int:
    """The lattice point below all losses of the step, or the first of the window."""
    if step.pair != "remove" or step.block.q == 1:
        return window.first
    return max(window.first, math.floor(math.log1p(-float(step.block.q)) / window.width) - 1)


def ceil(value: arb) -> int:
    return max(0, int(value.upper().ceil().unique_fmpz()))


def floor(value: arb) -> int:
    return max(0, int(value.lower().floor().unique_fmpz()))
