"""The vectors' answers a second time, by other means: nothing of `accountant`, `reference` or `proofs_check` is used.

Closed forms in mpmath, sums of noise in whole numbers, a tilted FFT for DP-SGD, whole runs of SGD.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath as mp
import numpy as np
from flint import fmpz_poly

Given = Mapping[str, Any]
Ends = tuple[Fraction, Fraction]
ROUNDING = 1e-12  # what float64 leaves of a sum of probabilities
FFT_ACCURACY = 5e-4  # relative, of delta
POINTS, SIZE = 16_001, 1 << 18
LARGE, LARGEST_TILT = 600.0, 1e12  # exponents and tilts of float64


def number(value: Any) -> Any:
    ratio = Fraction(value)
    return mp.mpf(ratio.numerator) / ratio.denominator


# --- Gaussians ------------------------------------------------------------------------------------------


def gauss_delta(eps: Fraction, sigma: Fraction, count: int) -> Any:
    """P(N > e/t - t/2) - e^eps P(N > e/t + t/2) with t = sqrt(K)/sigma, at ever more digits until two agree."""
    former, digits = None, 60
    while True:
        with mp.workdps(digits):
            t = mp.sqrt(count) / number(sigma)
            near, far = (mp.erfc((number(eps) / t + s * t / 2) / mp.sqrt(2)) / 2 for s in (-1, 1))
            value = near - mp.exp(number(eps)) * far
            if former is not None and value > 0 and abs(value - former) < value * mp.mpf(10) ** -40:
                return value
        former, digits = value, digits * 2


def gauss(mechanism: str, given: Given, relation: str) -> tuple[Fraction, int]:
    """sigma in units of the sensitivity, and K."""
    count = int(given["compositions"])
    if mechanism == "clipped-sum":
        moved = Fraction(given["clip"]) * (2 if relation == "replace-one" else 1)
        return Fraction(given["noise"]) / moved, count
    return Fraction(given.get("sigma", 1)) / int(given.get("group", 1)), count


def gaussian_agrees(mechanism: str, asked: str, given: Given, relation: str, ends: Ends) -> bool:
    """delta lies between the ends; the upper eps or sigma meets the target, the lower one does not (or is 0)."""
    sigma, count = gauss(mechanism, given, relation)
    if asked == "delta":
        value = gauss_delta(Fraction(given["eps"]), sigma, count)
        with mp.workdps(60):
            return bool(number(ends[0]) <= value <= number(ends[1]))
    target = Fraction(given["delta"])

    def meets(end: Fraction) -> bool:
        point = (end, sigma) if asked == "epsilon" else (Fraction(given["eps"]), end)
        value = gauss_delta(*point, count)
        with mp.workdps(60):
            return bool(value <= number(target))

    return meets(ends[1]) and (ends[0] == 0 or not meets(ends[0]))


# --- noise on the whole numbers -------------------------------------------------------------------------

ONE = 1 << 900  # a probability of 1, in fixed point


def fixed(value: Any) -> int:
    return int(mp.floor(value * ONE))


def lattice_law(kind: str, sigma: Fraction, reach: int) -> list[int]:
    with mp.workdps(280):
        s = number(sigma)
        if kind == "discrete-gaussian":
            weights = [mp.exp(-mp.mpf(x * x) / (2 * s * s)) for x in range(reach + 1)]
            total = weights[0] + 2 * mp.fsum(weights[1:])
            half = [fixed(weight / total) for weight in weights]
        else:
            tails = [mp.erfc((mp.mpf(x) - mp.mpf(1) / 2) / (s * mp.sqrt(2))) / 2 for x in range(reach + 2)]
            half = [fixed(near - far) for near, far in pairwise(tails)]
        return [*reversed(half[1:]), *half]


def lattice_delta(kind: str, given: Given) -> Any:
    sigma, users, shift = Fraction(given["sigma"]), int(given["users"]), int(given["shift"])
    law = [
        int(value) for value in (fmpz_poly(lattice_law(kind, sigma, int(33 * sigma) + 5)) ** users).coeffs()
    ]
    with mp.workdps(280):
        factor = fixed(mp.exp(number(given["eps"])))
        excess = (mine * ONE - factor * other for mine, other in zip(law, [0] * shift + law, strict=False))
        return mp.mpf(sum(max(0, value) for value in excess)) / mp.mpf(ONE) ** (users + 1)


def threshold_delta(given: Given) -> Any:
    least = int(given["threshold"]) - int(given["count"]) + (given["published"] == "above")
    with mp.workdps(280):
        scale = number(given["scale"])
        if given["noise"] == "discrete-laplace":
            total = mp.nsum(lambda x: mp.exp(-x / scale), [0, mp.inf])
            return mp.exp(-least / scale) * total / (2 * total - 1)
        law = lattice_law("discrete-gaussian", Fraction(given["scale"]), 400)
        return mp.mpf(sum(law[400 + least :])) / ONE


# --- sensitivities --------------------------------------------------------------------------------------


def bounded_sensitivity(given: Given, relation: str) -> Fraction:
    """The farthest pair among records at the bounds and, if it is between them, at 0."""
    lower, upper = Fraction(given["lower"]), Fraction(given["upper"])
    values = {lower, upper} | ({Fraction(0)} if lower <= 0 <= upper else set())
    power = 2 if given["statistic"] == "sum-of-squares" else 1
    divisor = int(given["records"]) if given["statistic"] == "mean" else 1
    pairs = (
        product(values, values) if relation == "replace-one" else ((value, Fraction(0)) for value in values)
    )
    return max(abs(old**power - new**power) for old, new in pairs) / divisor


def sgd_sensitivity(given: Given) -> Fraction:
    """Whole runs on gradients of full length: the same one for everybody, and with each record in turn turned around."""
    bound, Lambda, beta = (Fraction(given[name]) for name in ("gradient", "Lambda", "beta"))
    records, batch, steps = (int(given[name]) for name in ("records", "batch", "steps"))

    def model(turned: int) -> Fraction:
        f, start = Fraction(0), 0
        for m in range(1, steps + 1):
            chosen = range(start, min(start + batch, records))
            start = 0 if chosen.stop == records else chosen.stop
            total = sum((-bound if i == turned else bound) for i in chosen)
            mean = Fraction(total) / (len(chosen) if given["divided-by"] == "its-size" else batch)
            f -= min(1 / beta, 1 / (Lambda * m)) * (Lambda * f + mean)
        return f

    return max(abs(model(-1) - model(i)) for i in range(records))


# --- DP-SGD ---------------------------------------------------------------------------------------------

Run = Sequence[tuple[float, float, int]]
SIGNS = {"add-remove": ((1, 0), (0, -1)), "replace-one": ((1, -1),)}


def log_mixture(q: float, exponent: np.ndarray) -> np.ndarray:
    """log(1 - q + q e^exponent), also where q is rare and the logarithm far below the rounding of 1."""
    if q == 1:
        return exponent
    usual = np.log1p(q * np.expm1(np.minimum(exponent, LARGE)))
    return np.where(exponent < LARGE, usual, np.logaddexp(np.log1p(-q), np.log(q) + exponent))


def step_losses(
    q: float, sigma: float, signs: tuple[int, int], top: float, points: int = POINTS
) -> tuple[np.ndarray, np.ndarray]:
    """log of the density under P, up to a constant, and the privacy loss, on a grid of outputs."""
    x = np.linspace(-14 - 1 / sigma, top, points)
    up, down = (log_mixture(q, s * x / sigma - s * s / (2 * sigma**2)) for s in signs)
    density = up - x**2 / 2
    return density - np.logaddexp.reduce(density), up - down


def one_step_delta(q: float, sigma: float, signs: tuple[int, int], eps: float) -> float:
    density, loss = step_losses(q, sigma, signs, 40.0, 20 * POINTS)
    return float(np.sum(np.exp(density) * -np.expm1(np.minimum(0, eps - loss))))


def tilted_delta(
    run: Run, signs: tuple[int, int], eps: float, usual: bool = True, size: int = SIZE
) -> tuple[float, float]:
    """delta by one FFT: each step's loss is tilted by e^(theta loss), so that losses near eps are the likely ones.

    Between two ends: the lower is 0 where float64 has no digits left. One large loss and many small ones can be likely, and
    losses near eps not; or no loss reaches eps. `usual`: outputs 14 noises out are set aside, which only raises the upper end.
    """

    def steps(theta: float, points: int = POINTS) -> list[tuple[np.ndarray, np.ndarray, float, int]]:
        found = []
        for q, sigma, count in run:
            farther = 1 if usual else 1 + 2 * theta
            density, loss = step_losses(q, sigma, signs, 14 + farther / sigma, points)
            tilted = density + theta * loss
            size = np.logaddexp.reduce(tilted)
            found.append((np.exp(tilted - size), loss, float(size), count))
        return found

    def mean(theta: float) -> float:
        return sum(count * float(weights @ loss) for weights, loss, _, count in steps(theta, POINTS // 8))

    low, high = 0.0, 1.0
    while mean(high) < eps and high < LARGEST_TILT:
        low, high = high, 2 * high
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < eps else (low, middle)
    theta = low
    parts = steps(theta)
    spread = sum(count * float(w @ (loss - w @ loss) ** 2) for w, loss, _, count in parts) ** 0.5
    centre = sum(count * float(w @ loss) for w, loss, _, count in parts)
    reach = 2 * abs(centre - eps) + 60 * spread + 40 / (1 + theta / 4)
    grid = reach / size
    scale = float(np.exp(sum(count * size for _, _, size, count in parts) - theta * eps))
    aside = sum(count for *_, count in run) * math.erfc(14 / math.sqrt(2)) if usual else 0.0
    if not grid < spread:
        return 0.0, scale + aside  # the grid does not see the losses; Chernoff's bound holds
    transform = np.ones(size // 2 + 1, dtype=complex)
    for weights, loss, _, count in parts:
        place = loss / grid
        base = np.floor(place)
        u = place - base
        masses = np.zeros(size)
        shares = (
            -u * (u - 1) * (u - 2) / 6,
            (u + 1) * (u - 1) * (u - 2) / 2,
            -(u + 1) * u * (u - 2) / 2,
            (u + 1) * u * (u - 1) / 6,
        )
        for move, share in zip((-1, 0, 1, 2), shares, strict=True):  # cubic: three moments stay
            masses += np.bincount((base.astype(np.int64) + move) % size, weights * share, size)
        transform = transform * np.fft.rfft(masses) ** count
    density = np.fft.irfft(transform, size)
    first = int(np.floor(eps / grid)) - size // 2
    losses = (first + np.arange(size)) * grid
    beyond = np.maximum(losses - eps, 0)
    kernel = np.exp(-theta * beyond) * -np.expm1(-beyond)
    unknown = ROUNDING * float(kernel.max())
    share = float(np.roll(density, -(first % size)) @ kernel)
    return scale * max(0.0, share - unknown), scale * (share + unknown) + aside


def run_delta(run: Run, relation: str, eps: float) -> float:
    """The worse order of the neighbours; nan if the FFT cannot tell: too few digits, or another grid says otherwise."""
    if sum(count for *_, count in run) == 1:
        ((q, sigma, _),) = run
        return max(one_step_delta(q, sigma, signs, eps) for signs in SIGNS[relation])
    for usual in (True, False):
        ends = [tilted_delta(run, signs, eps, usual) for signs in SIGNS[relation]]
        low, high = (max(side) for side in zip(*ends, strict=True))
        if high <= low * (1 + FFT_ACCURACY):
            coarser = max(tilted_delta(run, signs, eps, usual, SIZE // 2)[0] for signs in SIGNS[relation])
            return low if abs(coarser - low) <= FFT_ACCURACY * low else float("nan")
    return float("nan")


def phases(mechanism: str, given: Given, ends: Ends) -> Run:
    if mechanism == "dpsgd-epochs":
        size = int(given["batch"]) * int(given["accumulated"])
        records = int(given["records"])
        each = records // size + (records % size > 0)
        return [(size / records, float(given["sigma"]), int(given["epochs"]) * each)]
    if "phases" not in given:
        return [(float(given["q"]), float(ends[1]), int(given["steps"]))]
    return [(float(p["q"]), float(p["sigma"]), int(p["steps"])) for p in given["phases"]]


def run_error(mechanism: str, asked: str, given: Given, relation: str, ends: Ends) -> float:
    """Relative difference of delta: at eps, or of the target where eps or sigma is what was asked."""
    run = phases(mechanism, given, ends)
    eps = float(ends[1]) if asked == "epsilon" else float(given["eps"])
    wanted = float(ends[1]) if asked == "delta" else float(given["delta"])
    return abs(run_delta(run, relation, eps) / wanted - 1)


# --- all of them ----------------------------------------------------------------------------------------


def agrees(mechanism: str, asked: str, given: Given, relation: str, ends: Ends) -> bool | None:
    """None: the FFT cannot tell."""
    if mechanism in ("gaussian", "group", "clipped-sum"):
        return gaussian_agrees(mechanism, asked, given, relation, ends)
    if mechanism.startswith("dpsgd"):
        error = run_error(mechanism, asked, given, relation, ends)
        return None if np.isnan(error) else error < FFT_ACCURACY
    if asked == "sensitivity":
        exactly = bounded_sensitivity(given, relation) if mechanism == "bounded" else sgd_sensitivity(given)
        return ends[0] <= exactly <= ends[1]
    value = threshold_delta(given) if mechanism == "threshold" else lattice_delta(mechanism, given)
    with mp.workdps(60):
        slack = value * mp.mpf(10) ** -30
        return bool(number(ends[0]) - slack <= value <= number(ends[1]) + slack)
