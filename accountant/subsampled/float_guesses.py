"""Integrals of one step in float64, and the saddle point of a run. They propose; nothing rests on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from accountant.subsampled.step import Step
from reference.formulas import moved_share

ACCURACY = 38.0  # -log of the relative error that each term may add: e^-38 is about 3e-17
MOST_POINTS = 5_000  # of a grid in x


def grid(step: Step, c: float, wider: float = 0.0) -> Any:
    low, high = reach_of_line(step, c, wider)
    return np.linspace(low, high, int(min(MOST_POINTS, max(300, 9 * (high - low)))))


def reach_of_line(step: Step, c: float, wider: float) -> tuple[float, float]:
    """Outside, the integrand is below e^-ACCURACY-wider of its largest value, about."""
    m, margin = 1 / float(step.block.sigma), math.sqrt(2 * (ACCURACY + 12 + wider))
    high = margin + m * (1 + c) * step.signs[0]
    q = float(step.block.q)
    share = moved_share(high, q, m * step.signs[1]) if q < 1 else 1.0  # which would be 0/0 far out
    return -margin, high - c * m * step.signs[1] * share


def log_integrand(step: Step, x: Any, c: float, y: float, R: float) -> Any:
    """log |P e^{cL}| - R Im L at x + iy."""
    z = x + 1j * y if y else x
    up, down = step.float_logs(z)
    loss = up - down
    return (y * y - x * x) / 2 - math.log(2 * math.pi) / 2 + up.real + c * loss.real - R * loss.imag


def log_integral(step: Step, c: float, y: float = 0.0, R: float = 0.0, wider: float = 0.0) -> float:
    x = grid(step, c, wider + y * y / 2)  # off the axis the normal density is larger
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
    return eps, _log_size(c, eps, value, curvature)


def log_size(steps: Sequence[Step], c: float, eps: float) -> float:
    """About the log of the contour integral with tilt c if nothing cancels: of delta(eps), at the saddle point."""
    value, _, curvature = cumulants(steps, c)
    return _log_size(c, eps, value, curvature)


def _log_size(c: float, eps: float, value: float, curvature: float) -> float:
    curvature += c**-2 + (1 + c) ** -2
    return value - c * eps - math.log(c * (1 + c)) - math.log(2 * math.pi * curvature) / 2


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
