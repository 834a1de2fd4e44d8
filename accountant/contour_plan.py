"""float64 proposes a contour: tilt, period, nodes, shifts. A bad proposal widens the interval, never falsifies it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accountant.subsampled_step import Step

ACCURACY = 38.0  # -log of the relative error that each term may add: e^-38 is about 3e-17
MOST_NODES, MOST_POINTS, MOST_PRODUCTS = 60_000, 20_000, 10**7  # nodes in t, in x, and both together: seconds
FRACTIONS_OF_STRIP = (0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
LINES = (1e-5, 1e-4, 1e-3, 0.004, 0.015, *FRACTIONS_OF_STRIP)  # the more steps, the closer to the axis


class NoContour(ArithmeticError):
    """The integrand falls off too slowly for a contour of bounded length; the lattice takes over."""


@dataclass(frozen=True)
class Quadrature:
    """The trapezoidal rule in x for one block: nodes low, low + step, ..., analytic up to +-i strip."""

    low: float
    step: float
    nodes: int
    strip: float
    shift: float  # the line on which the far nodes are bounded


@dataclass(frozen=True)
class Plan:
    tilt: float  # c: the contour is Re s = c
    period: float  # W: nodes are 2 pi/W apart
    nodes: int  # N
    far_tilt: float  # c2 > c, for the aliases above
    rules: tuple[Quadrature, ...]

    @property
    def spacing(self) -> float:
        return 2 * math.pi / self.period

    @property
    def reach(self) -> float:
        """Between the last node and the next."""
        return (self.nodes + 0.5) * self.spacing


def grid(step: Step, c: float, wider: float = 0.0) -> Any:
    low, high = reach_of_line(step, c, wider)
    return np.linspace(low, high, int(min(MOST_POINTS, max(300, 9 * (high - low)))))


def reach_of_line(step: Step, c: float, wider: float) -> tuple[float, float]:
    """Outside, the integrand is below e^-ACCURACY-wider of its largest value, about."""
    m = 1 / float(step.block.sigma)
    push = m * ((1 + c) * step.signs[0] - c * step.signs[1])
    margin = math.sqrt(2 * (ACCURACY + 12 + wider))
    return -margin, push + margin


def log_integrand(step: Step, x: Any, c: float, y: float, R: float) -> Any:
    """log |P e^{cL}| - R Im L at x + iy."""
    z = x + 1j * y if y else x
    up, down = step.float_logs(z)
    loss = up - down
    return (y * y - x * x) / 2 - math.log(2 * math.pi) / 2 + up.real + c * loss.real - R * loss.imag


def log_integral(step: Step, c: float, y: float = 0.0, R: float = 0.0, wider: float = 0.0) -> float:
    x = grid(step, c, wider)
    values = log_integrand(step, x, c, y, R)
    top = float(values.max())
    return top + math.log(float(np.exp(values - top).sum()) * (x[1] - x[0]))


def cumulants(steps: Sequence[Step], c: float) -> tuple[float, float, float]:
    """log E e^{cL} of the whole run, its first and its second derivative."""
    total = np.zeros(3)
    for step in steps:
        x = grid(step, c)
        values = log_integrand(step, x, c, 0.0, 0.0)
        top = values.max()
        weights = np.exp(values - top)
        up, down = step.float_logs(x)
        mean = float(weights @ (up - down) / weights.sum())
        spread = float(weights @ ((up - down) - mean) ** 2 / weights.sum())
        total += step.block.steps * np.array([top + math.log(weights.sum() * (x[1] - x[0])), mean, spread])
    return float(total[0]), float(total[1]), float(total[2])


def saddle(steps: Sequence[Step], c: float) -> tuple[float, float]:
    """The eps at which c is the best tilt, and about log delta there."""
    value, slope, curvature = cumulants(steps, c)
    eps = slope - 1 / c - 1 / (1 + c)
    curvature += c**-2 + (1 + c) ** -2
    log_delta = value - c * eps - math.log(c * (1 + c)) - math.log(2 * math.pi * curvature) / 2
    return eps, log_delta


def tilt_for(steps: Sequence[Step], good: Callable[[float, float], bool]) -> float:
    """About the largest c for which good(eps, log delta) holds, if it holds up to some c."""

    def holds(exponent: float) -> bool:
        return good(*saddle(steps, 2.0**exponent))

    low = 2.0
    while not holds(low) and low > -20:
        low -= 2
    while holds(low + 2) and low < 18:
        low += 2
    high = low + 2
    for _ in range(18):  # near a phase transition of heavy tails delta changes a lot with c
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return float(2.0**low)


def plan(steps: Sequence[Step], c: float, log_delta: float = math.inf) -> Plan:
    """Everything else, for the tilt c; `log_delta` if it is known to be smaller than the saddle point suggests."""
    eps, about = saddle(steps, c)
    small = min(about, log_delta) - ACCURACY
    below = -small / c
    far_tilt, above = min(
        ((far, _period_above(steps, c, far, eps, small)) for far in c * (1 + np.geomspace(0.003, 3, 10))),
        key=lambda pair: pair[1],
    )
    period = max(below, above) + 1 / c
    if not 0 < period < math.inf:
        raise NoContour("no period")
    reach = _reach(steps, c, small + c * eps)
    nodes = math.ceil(reach * period / (2 * math.pi)) + 1
    if nodes > MOST_NODES:
        raise NoContour(f"{nodes} nodes")
    end = (nodes + 0.5) * 2 * math.pi / period
    rules = tuple(_rule(step, c, reach, end) for step in steps)
    if nodes * sum(rule.nodes for rule in rules) > MOST_PRODUCTS:
        raise NoContour(f"{nodes} nodes and {sum(rule.nodes for rule in rules)} points")
    return Plan(c, period, nodes, float(far_tilt), rules)


def _period_above(steps: Sequence[Step], c: float, far: float, eps: float, small: float) -> float:
    value = sum(step.block.steps * log_integral(step, far) for step in steps)
    return float((value - far * eps - math.log(1 + far) - small) / (far - c))


def _half_strip(step: Step) -> float:
    """Where the loss is analytic; beyond 10 the normal density is too large off the axis to be of use."""
    return min(math.pi * float(step.block.sigma), 10.0)


def _line(step: Step, c: float, R: float) -> tuple[float, float]:
    """The best line for the far nodes, and the log of the bound there."""
    width = _half_strip(step)
    return min((log_integral(step, c, f * width, R), f * width) for f in LINES)


def _reach(steps: Sequence[Step], c: float, small: float) -> float:
    """About the smallest R from which on the run's integrand is negligible."""

    curvature = cumulants(steps, c)[2]
    high = math.sqrt(2 * ACCURACY / max(curvature, 1e-300))
    start, lines = high, [_line(step, c, high)[1] for step in steps]

    def negligible(R: float) -> bool:
        """The best line is about proportional to R, within the strip."""
        bounds = (
            s.block.steps
            * min(log_integral(s, c, line, R) for line in {y, min(y * R / start, 0.9 * _half_strip(s))})
            for s, y in zip(steps, lines, strict=True)
        )
        return sum(bounds) - math.log(R) < small

    for _ in range(24):
        if negligible(high):
            break
        high *= 1.3
    else:
        raise NoContour("the integrand does not fall off")
    low = high / 1.3
    for _ in range(3):
        middle = (low + high) / 2
        low, high = (low, middle) if negligible(middle) else (middle, high)
    return high


def _rule(step: Step, c: float, reach: float, end: float) -> Quadrature:
    width = _half_strip(step)
    wanted = log_integral(step, c) - ACCURACY - math.log(step.block.steps)
    best = max(
        (2 * math.pi * f * width / max(1.0, strip_norm(step, c, f * width, end) - wanted), f * width)
        for f in FRACTIONS_OF_STRIP
    )
    low, high = reach_of_line(step, c, math.log(step.block.steps))
    nodes = math.ceil((high - low) / best[0]) + 1
    if nodes > MOST_POINTS:
        raise NoContour(f"{nodes} points")
    return Quadrature(low, best[0], nodes, best[1], _line(step, c, reach)[1])


def strip_norm(step: Step, c: float, y: float, end: float) -> float:
    """log of the norm of the integrand at the farthest node, on the edge of the strip."""
    return log_integral(step, c, y, -end, wider=end * step.moves * y / float(step.block.sigma))
