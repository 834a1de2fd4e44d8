"""Integrals of one step in float64, and the saddle point of a run. They propose; nothing rests on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from accountant.subsampled.step import Step
from reference.arithmetic import ARRAYS
from reference.formulas import moved_share, turned_size

ACCURACY = 38.0  # -log of the relative error that each term may add: e^-38 is about 3e-17
LARGEST, LARGEST_CUT = 18, 44  # log2 of a tilt
FFT_POINTS, FFT_SIZE, FFT_ROUNDS, FFT_ERROR = 4_001, 1 << 15, 6, 1e-16
MOST_POINTS = 5_000  # of a grid in x


def grid(step: Step, c: float, wider: float = 0.0) -> Any:
    low, high = reach_of_line(step, c, wider)
    return np.linspace(low, high, int(min(MOST_POINTS, max(300, 9 * (high - low)))))


def reach_of_line(step: Step, c: float, wider: float) -> tuple[float, float]:
    """Outside, the integrand is below e^-ACCURACY-wider of its largest value, about, or set aside."""
    if step.cut < math.inf:
        return -step.cut, step.cut
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
    inside = top + math.log(float(np.exp(values - top).sum()) * (x[1] - x[0]))
    edges = y > 0 and step.cut < math.inf
    return float(np.logaddexp(inside, log_edge(step, c, y) + math.log(y))) if edges else inside


def log_edge(step: Step, c: float, y: float) -> float:
    """The largest log |P e^{cL}| at -cut + iv and cut + iv for 0 <= v <= y."""
    ends = np.array([-step.cut, step.cut])
    share = moved_share(ends, float(step.block.q), step.signs[1] / float(step.block.sigma), ARRAYS)
    turned = turned_size(share, math.sin(y / float(step.block.sigma) / 2) * abs(step.signs[1]), ARRAYS)
    return float((log_integrand(step, ends, c, 0.0, 0.0) + y * y / 2 - c * np.log(turned)).max())


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
    most = LARGEST if any(step.cut == math.inf for step in steps) else LARGEST_CUT

    def holds(exponent: float) -> bool:
        return good(*saddle(steps, 2.0**exponent))

    low = 2.0
    while not holds(low) and low > -20:
        low -= 2
    while holds(low + 2) and low < most:
        low += 2
    high = low + 2
    for _ in range(18):  # near a phase transition of heavy tails delta changes a lot with c
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return float(2.0**low)


def fft_curve(steps: Sequence[Step], eps: float) -> tuple[Any, Any]:
    """About delta on a grid of losses from 0 to 1.5 eps: one FFT; a loss far above eps is likely to come alone."""
    parts, mean, spread = [], 0.0, 0.0
    for step in steps:
        x = np.linspace(-15, 15 + 1 / float(step.block.sigma), FFT_POINTS)
        up, down = step.float_logs(x)
        weights, loss, count = np.exp(up - x * x / 2), up - down, step.block.steps
        weights /= weights.sum()
        usual = weights * (abs(loss) <= eps)
        mean, spread = mean + count * float(usual @ loss), spread + count * float(usual @ loss**2)
        parts.append((weights, loss, count))
    top, fall = 1.5 * eps + 8 * math.sqrt(spread), 8 * math.sqrt(spread) + abs(mean)
    width = 2 * (top + fall) / FFT_SIZE
    grid = np.arange(int(1.5 * eps / width) + 2) * width
    transform, alone = np.ones(FFT_SIZE // 2 + 1, dtype=complex), np.zeros_like(grid)
    for weights, loss, count in parts:
        inside, above = abs(loss) <= top, loss > top
        place = loss[inside] / width
        base = np.floor(place).astype(np.int64)
        masses = np.bincount(base % FFT_SIZE, weights[inside] * (1 - (place - base)), FFT_SIZE)
        masses += np.bincount((base + 1) % FFT_SIZE, weights[inside] * (place - base), FFT_SIZE)
        transform = transform * np.fft.rfft(masses) ** count
        alone += count * (weights[above].sum() - np.exp(grid) * (weights[above] @ np.exp(-loss[above])))
    losses = np.arange(max(len(grid), int((top + fall) / width))) * width
    density = np.maximum(np.fft.irfft(transform, FFT_SIZE)[: len(losses)], 0)
    p, q = (np.cumsum(each[::-1])[::-1][: len(grid)] for each in (density, density * np.exp(-losses)))
    return grid, p - np.exp(grid) * q + alone


def fft_eps(steps: Sequence[Step], log_target: float, start: float) -> float:
    """About the eps of this delta, if it is not too small for float64; else the start, which is best too large."""
    eps = start
    for _ in range(FFT_ROUNDS if eps > 0 and log_target > fft_floor(steps) else 0):
        grid, deltas = fft_curve(steps, eps)
        if not (met := deltas <= math.exp(log_target)).any():
            return start
        before, eps = eps, float(grid[int(np.argmax(met))])
        if eps == 0 or eps > 0.9 * before:
            break
    return eps


def fft_log_delta(steps: Sequence[Step], eps: float) -> float | None:
    """About log delta, if float64 sees it."""
    grid, deltas = fft_curve(steps, eps)
    value = float(np.interp(eps, grid, deltas))
    return math.log(value) if value > math.exp(fft_floor(steps)) else None


def fft_floor(steps: Sequence[Step]) -> float:
    """About the log of what the FFT leaves, which grows with the number of steps."""
    return math.log(FFT_ERROR * sum(step.block.steps for step in steps))
