"""Who is right: the peers' answers against enclosures at 500 digits (delta) and in balls (does it meet the target?)."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import mpmath as mp
import numpy as np
from page import Page
from peers import OURS, NotAsked, functions, installed, ours, prv, version

from accountant import Enclosure, delta, epsilon, log10_delta
from accountant.gaussian.curve import Curve, meets
from accountant.gaussian.float_delta import delta_ends
from accountant.gaussian.second_engine import (
    EngineDisagreement,
    confirm,
    delta_by_mpmath,
    log10_delta_by_mpmath,
)
from proofs_check.gaussian.float_path import drawn
from reference.errors import InvalidInput

RANDOM_POINTS, HARD_POINTS = 10_000, 120_000
EPS = [0.01, 0.1, 0.6, 1.2, 3.0, 8.0, 20.0, 100.0, 400.0, 900.0]
SIGMA = [0.05, 0.2, 0.5, 1.0, 2.0, 5.95, 20.0, 100.0, 1e4, 1e6]
COMPOSITIONS = [1, 2, 10, 1000, 10**5]
TARGETS = [1e-2, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12, 1e-30]
TARGET_EPS = [0.01, 0.05, 0.1, 0.3, 0.5, 0.6, 0.9, 1.0, 1.2, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0]
WIDEST = 2.3e-16
NOTICEABLE = Fraction(1, 10**12)

Point = tuple[float, float, int]


def enclosed(point: Point, digits: int = 15) -> Enclosure:
    """delta, or its logarithm where delta is too small for a fraction."""
    try:
        return delta(*point, digits=digits)
    except InvalidInput:
        return log10_delta(*point, digits=digits)


def verdict_on_delta(function: Callable[..., float], point: Point, truth: Fraction) -> str:
    try:
        answer = float(function(*point))
    except NotAsked:
        return "not asked"
    except Exception:
        return "error"
    if not math.isfinite(answer):
        return "nan"
    if answer == 0:
        return "zero"
    if Fraction(answer) >= truth:
        return "right side"
    return "by more" if Fraction(answer) < truth * (1 - NOTICEABLE) else "too small"


def grid_of_delta(page: Page) -> None:
    """Zeros are too small as well, since delta is positive; they have a column of their own."""
    grid, rows, truth = list(itertools.product(EPS, SIGMA, COMPOSITIONS)), [], {}
    for point in grid:
        box = enclosed(point, 500)
        truth[point] = box.lo if box > 0 else Fraction(0)  # a logarithm: delta is below every positive float
    for name, function in functions("delta").items():
        if not callable(function):
            rows.append([name, function])
            continue
        found = Counter(verdict_on_delta(function, point, truth[point]) for point in grid)
        low = found["too small"] + found["by more"]
        others = (found[word] for word in ("by more", "zero", "nan", "error", "not asked"))
        rows.append([name, *map(str, (low, *others))])
        if name == OURS:
            wrong = len(grid) - found["right side"]
            what = f"too small, zero or missing answers over the grid of {len(grid)}"
            page.require(what, str(wrong), "0", wrong == 0)
    header = ["library", "too small", "of these by more than 1e-12", "zero", "nan, inf", "error", "not asked"]
    page.section(f"delta over a grid of {len(grid)} points, no tolerance", header, rows)


def verdict_on_inverse(
    function: Callable[..., float], meets: Callable[..., bool], case: tuple
) -> tuple[str, float]:
    """What the answer is worth, and the answer; whether it meets the target is decided in balls."""
    try:
        answer = float(function(*case))
    except NotAsked:
        return "not asked", math.nan
    except Exception:
        return "error", math.nan
    if not math.isfinite(answer) or answer < 0:
        return "error", answer
    if meets(answer, *case):
        return "met", answer
    return "missed" if meets(answer * (1 + float(NOTICEABLE)), *case) else "by more", answer


def targets_of_sigma(page: Page) -> None:
    cases = list(itertools.product(TARGET_EPS, TARGETS))
    _inverse(page, "sigma", cases, lambda s, e, d: s > 0 and meets(e, s, 1, d))


def targets_of_epsilon(page: Page) -> None:
    cases = [(d, s, 1) for d, s in itertools.product(TARGETS, SIGMA)]
    _inverse(page, "epsilon", cases, lambda e, d, s, k: meets(e, s, k, d))


def _inverse(page: Page, question: str, cases: list[tuple], meets: Callable[..., bool]) -> None:
    """Does an answer meet its target, and how far above the smallest one is it?"""
    rows, smallest = [], [ours()[question](*case) for case in cases]
    for name, function in functions(question).items():
        if not callable(function):
            rows.append([name, function])
            continue
        found = [verdict_on_inverse(function, meets, case) for case in cases]
        count = Counter(word for word, _ in found)
        excess = [
            answer / least
            for (word, answer), least in zip(found, smallest, strict=True)
            if word == "met" and least
        ]
        missed = count["missed"] + count["by more"]
        typical = f"{statistics.median(excess):.4g}" if excess else ""
        others = (count[word] for word in ("by more", "error", "not asked"))
        rows.append([name, *map(str, (count["met"], missed, *others)), typical])
        if name == OURS:
            what = f"{question}: answers that do not meet their target"
            page.require(what, str(len(cases) - count["met"]), "0", count["met"] == len(cases))
    words = ("met", "missed", "of these by more than 1e-12", "error", "not asked", "median answer / smallest")
    page.section(f"{question} for {len(cases)} targets, no tolerance", ["library", *words], rows)


def prv_interval(page: Page) -> None:
    """prv-accountant's interval for eps, by both of its classes that describe this mechanism, at two precisions."""
    noise, count, target = 100.0, 10_000, 1e-12
    truth = epsilon(target, noise, count, verify=True)
    rows = [[OURS, "", f"{truth.lower()!r}", f"{truth.upper()!r}", "certified"]]
    for subsampled, eps_error in itertools.product((False, True), (0.1, 0.01)):
        kind = "PoissonSubsampledGaussianMechanism" if subsampled else "GaussianMechanism"
        label = f"prv-accountant, {kind}, eps_error {eps_error}, delta_error delta/1000"
        if not installed("prv-accountant"):
            rows.append([label, version("prv-accountant")])
            continue
        low, middle, high = prv(noise, count, target / 1000, eps_error, subsampled).compute_epsilon(
            target, [count]
        )
        verdict = "contains it" if low <= truth.lower() else "the lower end is too large"
        if high < truth.upper():
            verdict = "the upper end is too small"
        rows.append([label, f"{middle:.5f}", f"{low:.5f}", f"{high:.5f}", verdict])
    page.section(f"Bounds of eps at sigma = {noise:g}, K = {count}, delta = {target:g}",
                 ["library", "estimate", "lower", "upper", "the interval"], rows)  # fmt: skip


def random_points() -> Iterator[Point]:
    """eps to 5000, sigma 1e-2 to 1e9, K to 1e6, half of them where delta is neither 0 nor 1 for a float."""
    rng = np.random.default_rng(2026)
    found = 0
    while found < RANDOM_POINTS:
        noise, count = float(10 ** rng.uniform(-2, 9)), int(10 ** rng.uniform(0, 6))
        tau = math.sqrt(count) / noise
        eps = tau * (math.sqrt(2) * rng.uniform(-2, 25) + tau / 2) if found % 2 else rng.uniform(0, 5000)
        if 0 <= eps <= 5000:
            found += 1
            yield float(eps), noise, count


def contains(box: Enclosure, value: mp.mpf) -> bool:
    """Does the enclosure contain mpmath's value, up to its last digits?"""
    try:
        confirm(box, value, "delta", 490)
    except EngineDisagreement:
        return False
    return True


def our_enclosures(page: Page) -> None:
    wrong, low, widest, between, second = 0, 0, 0.0, 0, 0
    for position, point in enumerate(random_points()):
        box, sharp = enclosed(point), enclosed(point, 500)
        wrong += not (box.lo <= sharp.lo and sharp.hi <= box.hi)
        low += sharp.lo > box.upper()
        widest = max(widest, box.relative_width())
        between += 1e-300 < sharp.upper() < 0.99
        if position % 50 == 1:
            second += 1
            value = delta_by_mpmath(*point, 500) if box > 0 else log10_delta_by_mpmath(*point, 500)
            wrong += not contains(box, value)
    page.section(
        f"Our enclosures at {RANDOM_POINTS} random points, {between} of them with delta from 1e-300 to 0.99",
        ["upper end too small", "do not contain the 500-digit value", "widest, relative", "mpmath asked too"],
        [[str(low), str(wrong), f"{widest:.2g}", str(second)]],
    )  # fmt: skip
    page.require(f"too small answers over {RANDOM_POINTS} random points", str(low), "0", low == 0)
    page.require("enclosures without the 500-digit value", str(wrong), "0", wrong == 0)
    page.require("widest enclosure, relative", f"{widest:.2g}", f"at most {WIDEST}", widest <= WIDEST)


def our_arrays(page: Page) -> None:
    """The float64 path of arrays against balls, where a piece, a formula or its range ends, and at random."""
    eps, noise, count = drawn(seed=2026, points=HARD_POINTS)
    low, high, answered = delta_ends(eps, noise, count)
    optimistic, missed = 0, 0
    for i in np.flatnonzero(answered).tolist():
        sharp = Curve(float(eps[i]), float(noise[i]), int(count[i])).delta_within(17)
        optimistic += sharp.hi > Fraction(float(high[i]))
        missed += sharp.lo < Fraction(float(low[i]))
    widest = float(np.max((high - low)[answered] / low[answered]))
    page.section(
        f"The float64 path of arrays at {HARD_POINTS} random and hard points",
        ["answered by float64", "upper end too small", "lower end too large", "widest, relative"],
        [[str(int(answered.sum())), str(optimistic), str(missed), f"{widest:.2g}"]],
    )
    page.require(
        "float64 path: ends on the wrong side", str(optimistic + missed), "0", optimistic + missed == 0
    )
    page.require("float64 path: widest, relative", f"{widest:.2g}", "at most 1e-12", widest <= 1e-12)
