"""Random runs of DP-SGD: how wide the certified delta is, and how long it takes, over all that the README promises."""

from __future__ import annotations

import itertools
import math
import random
import statistics
import time
from collections.abc import Iterator
from fractions import Fraction

from accountant import subsampled
from accountant.subsampled.float_guesses import saddle, tilt_for
from accountant.subsampled.step import Block, Step

SEED, COUNT = 2026, 300
MIXED_SEED, MIXED = 2027, 60
RATES = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.9)  # the table has a row between each two
SMALLEST, LARGEST = Fraction(1, 10**30), Fraction(1, 100)


def log_uniform(random_: random.Random, low: float, high: float) -> float:
    return math.exp(random_.uniform(math.log(low), math.log(high)))


def questions(random_: random.Random) -> Iterator[tuple[Fraction, Fraction, int, str, Fraction]]:
    """q, sigma, T >= 100 with qT >= 10, the relation, and an eps where delta is about 1e-30 to 1e-2."""
    while True:
        q = Fraction(log_uniform(random_, RATES[0], RATES[-1])).limit_denominator(10**8)
        sigma = Fraction(log_uniform(random_, 0.2, 50)).limit_denominator(10**4)
        steps = int(log_uniform(random_, 100, 1e9))
        relation = random_.choice(list(subsampled.RELATIONS))
        target = log_uniform(random_, 1e-30, 1e-2)
        if q * steps < 10:
            continue
        run = [Step(Block(q, sigma, steps), subsampled.RELATIONS[relation][0])]
        least = math.log(target)
        eps = saddle(run, tilt_for(run, lambda _, log_delta, least=least: log_delta > least))[0]
        if eps > 0:
            yield q, sigma, steps, relation, Fraction(eps)


def mixed(random_: random.Random) -> Iterator[tuple[float, list[tuple[float, float, int]], str]]:
    """delta 1e-15 to 1e-2, one to four phases of q 1e-6 to 1, sigma 0.3 to 20, T 1 to 10^6, the relation."""
    while True:
        phases = [
            (
                log_uniform(random_, 1e-6, 1.0),
                log_uniform(random_, 0.3, 20),
                int(log_uniform(random_, 1, 1e6)),
            )
            for _ in range(random_.choice([1, 1, 2, 3, 4]))
        ]
        yield 10 ** random_.uniform(-15, -2), phases, random_.choice(list(subsampled.RELATIONS))


def measured_eps() -> list[tuple[float, float]]:
    """eps of mixed runs: relative width (0 for eps = 0) and CPU seconds."""
    found = []
    for target, phases, relation in itertools.islice(mixed(random.Random(MIXED_SEED)), MIXED):
        start = time.process_time()
        box = subsampled.epsilon(target, *phases, relation=relation).box
        found.append((box.relative_width(), time.process_time() - start))
    return found


def measured() -> tuple[list[list[str]], float]:
    """A row per decade of q, and the largest relative width of all."""
    found: list[tuple[float, float, float]] = []  # q, width, seconds
    for q, sigma, steps, relation, eps in questions(random.Random(SEED)):
        start = time.process_time()
        box = subsampled.delta(eps, (q, sigma, steps), relation=relation).box
        seconds = time.process_time() - start
        if box.hi >= SMALLEST and box.lo <= LARGEST:  # floats only guess eps
            found.append((float(q), box.relative_width(), seconds))
        if len(found) == COUNT:
            break
    rows = []
    for low, high in itertools.pairwise(RATES):
        widths, times = [], []
        for q, width, seconds in found:
            if low <= q < high:
                widths.append(width)
                times.append(seconds)
        rows.append([f"{low:g} to {high:g}", str(len(widths)), f"{statistics.median(widths):.1e}", f"{max(widths):.1e}",
                     f"{statistics.median(times):.2f}", f"{max(times):.1f}"])  # fmt: skip
    return rows, max(width for _, width, _ in found)
