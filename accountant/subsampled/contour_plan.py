"""float64 proposes a contour: tilt, period, nodes, lines. A bad proposal widens the interval, never falsifies it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from accountant.subsampled.float_guesses import (
    ACCURACY,
    cumulants,
    fft_log_delta,
    log_edge,
    log_integral,
    log_integrand,
    log_size,
    reach_of_line,
    saddle,
    tilt_for,
)
from accountant.subsampled.step import Step
from reference.formulas import off_axis_growth

MOST_NODES, MOST_POINTS = 5 * 10**5, 20_000  # in t and in x
MOST_PRODUCTS = 25 * 10**6  # of both: about six seconds; an answer may need several contours
AROUND = 2 * 10**5  # products that take as long as the bound around the axis can take
CHEAP = 10**6  # products, below which no other tilt is tried
FAST = 10**7  # products, above which fewer digits are tried: about half a second
ACCURACIES = (ACCURACY, 20.0)  # -log of the relative error that each term may add
TILTS = (1.0, 0.4, 0.65, 1.5, 2.2, 3.3)  # a larger one damps atoms below eps, a smaller one rare large losses
CUT_TILTS, LARGER = tuple(0.7**k for k in range(12)), 1.4  # a cut that gains less is not worth a look
USUAL = -30.0  # log delta, before anything is known
EDGE_ROOM, FARTHEST_CUT = 4.0, 60.0  # a line beside the axis needs some room; float64 sees no mass beyond
MOST_HIDDEN = 1000.0  # of the logarithm: where the integrand is looked for off the axis
MOST_LOST = 40.0  # by another tilt, of the logarithm of the integrand: beyond, balls do not see the rest
FRACTIONS_OF_STRIP = (0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
LINES = np.geomspace(1e-5, 0.9, 10).tolist()  # fractions of the strip; the more steps, the closer to the axis
FAILURES = (ArithmeticError, ValueError)  # of floats that propose


class NoContour(ArithmeticError):
    """The integrand falls off too slowly for a contour of bounded length; the lattice takes over."""


@dataclass(frozen=True)
class Quadrature:
    """The trapezoidal rule in x for one block: nodes low + i line, low + step + i line, ..."""

    low: float
    step: float
    nodes: int
    line: float  # >= 0; there e^{itL}, t > 0, is smaller than on the real axis and turns less
    strip: float  # the rule's error is bounded on the lines strip above and strip below
    shift: float  # the line on which the far nodes in t are bounded


@dataclass(frozen=True)
class Plan:
    tilt: float  # c: the contour is Re s = c
    period: float  # W: nodes are 2 pi/W apart
    nodes: int  # N
    far_tilt: float  # c2 > c, for the aliases above
    rules: tuple[Quadrature, ...]
    lost: float  # log of how much larger the integrand is than delta, which costs so many digits
    accuracy: float = ACCURACY

    @property
    def spacing(self) -> float:
        return 2 * math.pi / self.period

    @property
    def reach(self) -> float:
        """Between the last node and the next."""
        return (self.nodes + 0.5) * self.spacing

    @property
    def products(self) -> int:
        return self.nodes * sum(rule.nodes for rule in self.rules)


def best_plan(
    steps: Sequence[Step],
    c: float,
    log_delta: float = math.inf,
    eps: float | None = None,
    dear: int = MOST_PRODUCTS,
) -> Plan:
    """A plan for eps, or that of which c is the saddle point; another tilt, or fewer digits, where that is much cheaper."""
    if eps is None:
        eps, about = saddle(steps, c)
        log_delta = min(log_delta, about)
    best: Plan | None = None
    most = log_size(steps, c, eps) + MOST_LOST
    tilts = [c * factor for factor in TILTS if not log_size(steps, c * factor, eps) > most]
    for accuracy, tilt in itertools.product(ACCURACIES, tilts):
        if best is not None and best.products <= (CHEAP if accuracy == ACCURACY else dear):
            break
        try:
            other = plan(steps, tilt, eps, log_delta, accuracy)
        except FAILURES:
            continue
        best = other if best is None else min(best, other, key=lambda each: each.products)
    if best is None:
        raise NoContour("no tilt of bounded cost")
    return best


def proposed(
    steps: Sequence[Step], c: float, eps: float, log_delta: float | None, dear: int
) -> tuple[Sequence[Step], Plan]:
    """The cheaper of a plan for all outcomes and one that sets aside the rare ones; log delta may be unknown."""
    found: list[tuple[Sequence[Step], Plan]] = []
    with suppress(*FAILURES):
        about = saddle(steps, c)[1] if log_delta is None else log_delta
        found.append((steps, best_plan(steps, c, about, eps, dear)))
    if not found or found[0][1].products > CHEAP or found[0][1].lost > MOST_LOST:
        with suppress(*FAILURES):
            if log_delta is None and (log_delta := fft_log_delta(steps, eps)) is not None:
                found = [(steps, best_plan(steps, c, log_delta, eps, dear))]
        with suppress(*FAILURES):
            found.append(cut_plan(steps, c, eps, log_delta, dear))
    if not found:
        raise NoContour("no tilt and no cut of bounded cost")
    return min(found, key=lambda each: (each[1].lost > MOST_LOST, each[1].products))


def cut_plan(
    steps: Sequence[Step], c: float, eps: float, log_delta: float | None, dear: int = MOST_PRODUCTS
) -> tuple[Sequence[Step], Plan]:
    """A plan for steps that set aside what is too rare to matter: without large losses a tilt above c is to be had."""
    best: tuple[Sequence[Step], Plan] | None = None
    if log_delta is None:
        rare = rare_aside(steps, USUAL, ACCURACY)
        log_delta = saddle(rare, tilt_for(rare, lambda at, _: at < eps))[1]
    for accuracy in ACCURACIES:
        rare = rare_aside(steps, log_delta, accuracy)
        most = tilt_for(rare, lambda at, _: at < eps)
        for tilt in (most * factor for factor in CUT_TILTS if most * factor > LARGER * c):
            if best is not None and best[1].products <= (CHEAP if accuracy == ACCURACY else dear):
                return best
            try:
                kept = _deep_enough(rare, tilt, log_size(rare, tilt, eps) - log_delta, accuracy)
                other = kept, plan(kept, tilt, eps, log_delta, accuracy)
            except FAILURES:
                continue
            best = other if best is None else min(best, other, key=lambda each: each[1].products)
    if best is None:
        raise NoContour("no cut of bounded cost")
    return best


def rare_aside(steps: Sequence[Step], log_delta: float, accuracy: float) -> list[Step]:
    """Each step cut where a larger outcome is so rare that delta does not change, about."""
    small = log_delta - accuracy - math.log(len(steps))
    return [_cut(step, 0.0, small - math.log(step.block.steps), 1.0) for step in steps]


def _deep_enough(steps: Sequence[Step], c: float, lost: float, accuracy: float) -> list[Step]:
    """Cut farther, between the usual losses and those that the tilt would make likely, where both are rare."""
    small = -accuracy - max(0.0, lost) - EDGE_ROOM
    return [_cut(step, c, small - math.log(step.block.steps), step.cut) for step in steps]


def _cut(step: Step, c: float, small: float, least: float) -> Step:
    x = np.arange(least, FARTHEST_CUT, 1 / 16)
    whole = replace(step, cut=math.inf)
    sizes = np.maximum(*(log_integrand(whole, side * x, c, 0.0, 0.0) for side in (1, -1)))
    if not (sizes <= small).any():
        raise NoContour("large losses are not rare enough")
    return replace(step, cut=float(x[int(np.argmax(sizes <= small))]))


def plan(steps: Sequence[Step], c: float, eps: float, log_delta: float, accuracy: float = ACCURACY) -> Plan:
    """Everything else for the tilt c, where delta(eps) is about e^log_delta."""
    small = log_delta - accuracy
    lost = max(0.0, log_size(steps, c, eps) - log_delta)
    below = -small / c
    far_tilt, above = min(
        ((far, _period_above(steps, c, far, eps, small)) for far in c * (1 + np.geomspace(0.003, 3, 10))),
        key=lambda pair: pair[1],
    )
    period = max(below, above) + 1 / c
    if not 0 < period < math.inf:
        raise NoContour("no period")
    reach, lines = _reach(steps, c, small + c * eps, MOST_NODES * 2 * math.pi / period, lost)
    nodes = math.ceil(reach * period / (2 * math.pi)) + 1
    end = (nodes + 0.5) * 2 * math.pi / period
    rules = tuple(
        _rule(step, c, end, lost + accuracy - ACCURACY, line, nodes)
        for step, line in zip(steps, lines, strict=True)
    )
    proposal = Plan(c, period, nodes, float(far_tilt), rules, lost, accuracy)
    if proposal.products > MOST_PRODUCTS:
        raise NoContour(f"{proposal.products} products")
    return proposal


def _period_above(steps: Sequence[Step], c: float, far: float, eps: float, small: float) -> float:
    value = sum(step.block.steps * log_integral(step, far) for step in steps)
    return float((value - far * eps - math.log(1 + far) - small) / (far - c))


def _half_strip(step: Step) -> float:
    """Where the loss is analytic; beyond 10 the normal density is too large off the axis to be of use."""
    return min(math.pi * float(step.block.sigma), 10.0)


def _line(step: Step, c: float, R: float, lost: float) -> tuple[float, float]:
    """The best line for the far nodes, and before it the log of the bound there."""
    width = _half_strip(step)
    best = min((log_integral(step, c, f * width, R, lost), f * width) for f in LINES)
    for ratio in (LINES[1] / LINES[0]) ** 0.5, (LINES[1] / LINES[0]) ** 0.25:
        near = (min(best[1] * factor, 0.9 * width) for factor in (1 / ratio, ratio))
        best = min(best, *((log_integral(step, c, y, R, lost), y) for y in near))
    return best


def _reach(
    steps: Sequence[Step], c: float, small: float, farthest: float, lost: float
) -> tuple[float, list[float]]:
    """About the smallest R from which on the run's integrand is negligible, and the lines on which it is."""
    high = math.sqrt(2 * ACCURACY / max(cumulants(steps, c)[2], 1e-300))
    start, lines = high, [_line(step, c, high, lost)[1] for step in steps]

    def negligible_on(R: float) -> list[float]:
        """Lines that were good before, about proportional to R, or else the best ones; [] if those do not do."""
        nonlocal start, lines
        scaled = [min(y * R / start, 0.9 * _half_strip(s)) for s, y in zip(steps, lines, strict=True)]
        bounds = [log_integral(s, c, y, R, lost) for s, y in zip(steps, scaled, strict=True)]
        if _total(steps, bounds) - math.log(R) < small:
            return scaled
        best = [_line(step, c, R, lost) for step in steps]
        start, lines = R, [line for _, line in best]
        return lines if _total(steps, [bound for bound, _ in best]) - math.log(R) < small else []

    while not (found := negligible_on(high)):
        high *= 2
        if not high < farthest:
            raise NoContour("the integrand falls off too slowly")
    low = high / 2
    for _ in range(4):
        middle = math.sqrt(low * high)
        if nearer := negligible_on(middle):
            high, found = middle, nearer
        else:
            low = middle
    return high, found


def _total(steps: Sequence[Step], logs: Sequence[float]) -> float:
    return sum(step.block.steps * value for step, value in zip(steps, logs, strict=True))


def _rule(step: Step, c: float, end: float, lost: float, shift: float, times: int) -> Quadrature:
    """`lost`: how many digits more, in logarithms, than ACCURACY has."""
    wider, on_axis = math.log(step.block.steps) + lost, log_integral(step, c)
    wanted = on_axis - ACCURACY - wider
    rules, cut = [], step.cut < math.inf
    for width in (f * _half_strip(step) for f in FRACTIONS_OF_STRIP):
        turned = end * step.moves * width / float(step.block.sigma)
        around = math.log(2) + log_integral(step, c, width, -end, wider=turned)  # both sides, at every node
        hidden = min(_off_axis(step, c, width), MOST_HIDDEN)  # far out w_down can be nearly 0
        above = float(np.logaddexp(on_axis, log_integral(step, c, width, wider=wider + hidden)))  # for all t
        if cut and log_edge(step, c, width) + math.log(width) > wanted:
            continue
        for line, strip, norm in ((0.0, width, around), (width / 2, width / 2, above))[cut:]:
            spacing = 2 * math.pi * strip / max(1.0, norm - wanted)
            low, high = reach_of_line(step, c, wider + _off_axis(step, c, line))
            cost = (high - low) / spacing + (0 if line else AROUND / times)
            rules.append((cost, math.ceil((high - low) / spacing) + 1, low, spacing, line, strip))
    if not rules:
        raise NoContour("the cut leaves no room for a line")
    _, nodes, low, spacing, line, strip = min(rules)
    if nodes > MOST_POINTS:
        raise NoContour(f"{nodes} points")
    return Quadrature(low, spacing, nodes, line, strip, shift)


def _off_axis(step: Step, c: float, line: float) -> float:
    return float(off_axis_growth(line, c * abs(step.signs[1]), math.cos(line / float(step.block.sigma) / 2)))
