"""The certified accountant beside its peers: who is fast, and who is right.

    make bench

Speed: every library answers the same questions in one process, taking turns; the table shows ratios of median CPU times.
Correctness: every float answer is compared with an enclosure at 500 digits, without tolerance. "Too small" means an
answer that promises more privacy than there is.
"""

from __future__ import annotations

import itertools
import math
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction

import mpmath as mp
import numpy as np
from autodp import dp_bank, mechanism_zoo
from autodp.calibrator_zoo import ana_gaussian_calibrator
from diffprivlib.mechanisms import GaussianAnalytic
from dp_accounting import gaussian_mechanism
from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss

from accountant import Enclosure, delta, epsilon, sigma
from accountant.enclosure import Dyadic
from accountant.second_engine import delta_by_mpmath
from reference.formulas import delta_gauss

ROUNDS, RANDOM_POINTS = 7, 10_000
EPS = [0.01, 0.1, 0.6, 1.2, 3.0, 8.0, 20.0, 100.0, 400.0, 900.0]
SIGMA = [0.05, 0.2, 0.5, 1.0, 2.0, 5.95, 20.0, 100.0, 1e4, 1e6]
COMPOSITIONS = [1, 2, 10, 1000, 10**5]
TARGETS = [1e-2, 1e-5, 1e-8, 1e-12, 1e-30]

Point = tuple[float, float, int]


def scaled(noise: float, count: int) -> float:
    """Peers without compositions get sigma/sqrt(K)."""
    return noise / math.sqrt(count)


DELTAS: dict[str, Callable[[float, float, int], float]] = {
    "ours (upper end)": lambda e, s, k: delta(e, s, k).upper(),
    "float64 formula": lambda e, s, k: delta_gauss(e, s, k),
    "dp-accounting": lambda e, s, k: GaussianPrivacyLoss(scaled(s, k)).get_delta_for_epsilon(e),
    "autodp": lambda e, s, k: math.exp(dp_bank.get_logdelta_ana_gaussian(scaled(s, k), e)),
}
EPSILONS: dict[str, Callable[[float, float, int], float]] = {
    "ours (upper end)": lambda d, s, k: epsilon(d, s, k).upper(),
    "dp-accounting": lambda d, s, k: gaussian_mechanism.get_epsilon_gaussian(scaled(s, k), d),
    "autodp": lambda d, s, k: dp_bank.get_eps_ana_gaussian(scaled(s, k), d),
}
SIGMAS: dict[str, Callable[[float, float], float]] = {
    "ours (upper end)": lambda e, d: sigma(e, d).upper(),
    "dp-accounting": lambda e, d: gaussian_mechanism.get_sigma_gaussian(e, d),
    "autodp": lambda e, d: ana_gaussian_calibrator()(
        mechanism_zoo.ExactGaussianMechanism, e, d, name="G"
    ).params["sigma"],
    "diffprivlib": lambda e, d: GaussianAnalytic(epsilon=e, delta=d, sensitivity=1)._scale,
}


def seconds_per_call(functions: dict[str, Callable[..., float]], questions: list[tuple]) -> dict[str, float]:
    """Median over rounds of the CPU time per call; the libraries take turns."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(ROUNDS):
        for name, function in functions.items():
            start = time.process_time()
            for question in questions:
                function(*question)
            times[name].append((time.process_time() - start) / len(questions))
    return {name: statistics.median(values) for name, values in times.items()}


def judge_delta(name: str, grid: list[Point], truth: dict[Point, Fraction]) -> dict[str, int]:
    """Answers that are too small, zero, nan or no answer."""
    found = {"too small": 0, "zero": 0, "nan": 0, "error": 0}
    for point in grid:
        try:
            answer = DELTAS[name](*point)
        except Exception:
            found["error"] += 1
            continue
        if math.isnan(answer):
            found["nan"] += 1
        elif answer == 0:
            found["zero"] += 1
        elif Fraction(answer) < truth[point]:
            found["too small"] += 1
    return found


def judge_inverse(answer: Callable[[], float], meets: Callable[[float], bool]) -> str:
    try:
        value = answer()
    except Exception:
        return "error"
    if not math.isfinite(value) or value < 0:
        return "error"
    return "met" if meets(value) else "missed"


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


def inside(box: Enclosure, value: mp.mpf) -> bool:
    """Does the enclosure contain mpmath's value, up to its last digits?"""
    with mp.workdps(520):
        slack = value * mp.mpf(10) ** -495
        low, high = (_mpf(end) for end in (box.lo, box.hi))
        return bool(low <= value + slack and value - slack <= high)


def _mpf(end: Fraction | Dyadic) -> mp.mpf:
    if isinstance(end, Fraction):
        return mp.mpf(end.numerator) / mp.mpf(end.denominator)
    return mp.ldexp(mp.mpf(end.mantissa), end.exponent)


def show(title: str, header: list[str], rows: list[list[str]]) -> None:
    print(f"\n### {title}\n\n| " + " | ".join(header) + " |\n|" + " --- |" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def main() -> None:
    warnings.filterwarnings("ignore")
    np.seterr(all="ignore")
    print(
        "Made by `make bench` (benchmarks/accountants.py). Times are ratios: peer over ours, in one interleaved run."
    )

    ordinary = [(e, s, k) for e in (0.1, 0.6, 1.2, 3.0) for s in (1.0, 5.95, 20.0) for k in (1, 10)]
    for title, functions, questions in (
        ("Time of delta", DELTAS, ordinary),
        ("Time of epsilon", EPSILONS, [(d, s, k) for d in (1e-5, 1e-8) for _, s, k in ordinary[:6]]),
        ("Time of sigma", SIGMAS, [(e, d) for e in (0.1, 0.6, 0.9) for d in (1e-5, 1e-8)]),
    ):
        cost = seconds_per_call(functions, questions)
        ours = cost["ours (upper end)"]
        rows = [[name, f"{value / ours:.1f}", f"{value * 1e6:.0f} µs"] for name, value in cost.items()]
        show(title, ["library", "time / ours", "per call here"], rows)

    grid = list(itertools.product(EPS, SIGMA, COMPOSITIONS))
    truth = {point: Fraction(0) for point in grid}
    for point in grid:
        low = delta(*point, digits=500).lo
        truth[point] = low if isinstance(low, Fraction) else Fraction(0)
    tally = {name: judge_delta(name, grid, truth) for name in DELTAS}
    rows = [[name, *(str(count) for count in found.values())] for name, found in tally.items()]
    show(
        f"delta over a grid of {len(grid)} points, no tolerance",
        ["library", "too small", "zero", "nan", "error"],
        rows,
    )

    cases = list(itertools.product(EPS[:7], TARGETS))
    rows = []
    for name, function in SIGMAS.items():
        results = [
            judge_inverse(
                lambda f=function, e=e, d=d: f(e, d),
                lambda s, e=e, d=d: delta(e, s, digits=50) <= Fraction(d),
            )
            for e, d in cases
        ]
        rows.append([name, *(str(results.count(word)) for word in ("met", "missed", "error"))])
    show(f"sigma for {len(cases)} targets (eps, delta)", ["library", "met", "missed", "error"], rows)
    cases = list(itertools.product(TARGETS, SIGMA[2:8]))
    rows = []
    for name, function in EPSILONS.items():
        results = [
            judge_inverse(
                lambda f=function, d=d, s=s: f(d, s, 1),
                lambda e, d=d, s=s: delta(e, s, digits=50) <= Fraction(d),
            )
            for d, s in cases
        ]
        rows.append([name, *(str(results.count(word)) for word in ("met", "missed", "error"))])
    show(f"epsilon for {len(cases)} targets (delta, sigma)", ["library", "met", "missed", "error"], rows)

    wrong, widest, between, second = 0, 0.0, 0, 0
    for position, point in enumerate(random_points()):
        box, sharp = delta(*point), delta(*point, digits=500)
        wrong += not (box.lo <= sharp.lo and sharp.hi <= box.hi)
        widest = max(widest, box.relative_width())
        between += bool(1e-300 < sharp.upper() < 0.99)
        if position % 50 == 1:
            second += 1
            wrong += not inside(box, delta_by_mpmath(*point, 500))
    show(
        f"Our enclosures at {RANDOM_POINTS} random points, {between} of them with delta from 1e-300 to 0.99",
        ["do not contain the 500-digit value", "widest, relative", "also compared with mpmath at 500 digits"],
        [[str(wrong), f"{widest:.2g}", str(second)]],
    )

    values = np.random.default_rng(1).uniform(0, 5, 100_000)
    start = time.process_time()
    delta(values, 3.7, 10)
    each = (time.process_time() - start) / len(values)
    single = seconds_per_call(
        {"one": lambda e: delta(e, 3.7, 10).upper()}, [(float(v),) for v in values[:2000]]
    )["one"]
    show("An array of 100,000 points", ["time per point / time per single call"], [[f"{each / single:.2f}"]])


if __name__ == "__main__":
    main()
