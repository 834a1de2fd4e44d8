"""The certified accountant beside its peers: who is fast, and who is right. Writes benchmarks/accountants.md.

    make bench

Speed: every library answers the same questions in one process, taking turns; the table shows the median of the rounds' ratios
of CPU times. Correctness: every float answer is compared with an enclosure at 500 digits, without tolerance. "Too small" means
an answer that promises more privacy than there is. The exit code is 1 if something that must hold does not.
"""

from __future__ import annotations

import statistics
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
from correctness import grid_of_delta, our_enclosures, prv_interval, targets_of_epsilon, targets_of_sigma
from page import Page
from peers import OURS, PEERS, functions, version

from accountant import delta

TABLE = Path(__file__).with_suffix(".md")
ROUNDS, TURN = 9, 0.05
ARRAY_POINTS = 100_000
ORDINARY = [(e, s, k) for e in (0.1, 0.6, 1.2, 3.0) for s in (1.0, 5.95, 20.0) for k in (1, 10)]
TIMED = {
    "delta": ORDINARY,
    "epsilon": [(d, s, k) for d in (1e-5, 1e-8) for _, s, k in ORDINARY[:6]],
    "sigma": [(e, d) for e in (0.1, 0.6, 0.9) for d in (1e-5, 1e-8)],
}
NOTE = """Peers without compositions get sigma/sqrt(K). prv-accountant is not asked where its grid would have more than 2^21
cells. privacybuckets cannot be pinned, since PyPI does not have it, and is not compared.
Times are CPU times in one run in which the libraries take turns; a ratio is the median over the rounds."""
FASTER = {"delta": 15, "epsilon": 6, "sigma": 6}  # than dp-accounting, at least


def seconds_per_call(
    functions: dict[str, Callable[..., float]], questions: list[tuple]
) -> dict[str, list[float]]:
    """The CPU time per call in each round; the libraries take turns, each for at least TURN seconds after a warm-up."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(ROUNDS):
        for name, function in functions.items():
            _ask(function, questions[:5])
            passes, start = 0, time.process_time()
            while (spent := time.process_time() - start) < TURN:
                _ask(function, questions)
                passes += 1
            times[name].append(spent / (passes * len(questions)))
    return times


def _ask(function: Callable[..., float], questions: list[tuple]) -> None:
    for question in questions:
        function(*question)


def speed(page: Page, question: str) -> None:
    found = functions(question)
    times = seconds_per_call({n: f for n, f in found.items() if callable(f)}, TIMED[question])
    rows, ratios = [], {}
    for name, function in found.items():
        if not callable(function):
            rows.append([name, function])
            continue
        ratios[name] = statistics.median(a / b for a, b in zip(times[name], times[OURS], strict=True))
        rows.append([name, f"{ratios[name]:.2g}" if ratios[name] < 10 else f"{ratios[name]:.1f}",
                     f"{statistics.median(times[name]) * 1e6:.0f} µs"])  # fmt: skip
    page.section(f"Time of {question}", ["library", "time / ours", "per call here"], rows)
    ratio, needed = ratios.get("dp-accounting"), FASTER[question]
    page.require(f"{question}: time of dp-accounting / ours", "not installed" if ratio is None else f"{ratio:.1f}",
                 f"at least {needed}", None if ratio is None else ratio >= needed)  # fmt: skip


def arrays(page: Page) -> None:
    """One array call beside the same points one by one, taking turns."""
    values = np.random.default_rng(1).uniform(0, 5, ARRAY_POINTS)
    some = [(float(v),) for v in values[::500]]
    ratios = []
    for _ in range(3):
        single = seconds_per_call({"one": lambda e: delta(e, 3.7, 10).upper()}, some)["one"]
        start = time.process_time()
        delta(values, 3.7, 10)
        ratios.append((time.process_time() - start) / len(values) / statistics.median(single))
    ratio = statistics.median(ratios)
    header = ["time per point / time per single call"]
    page.section(f"An array of {ARRAY_POINTS} points", header, [[f"{ratio:.2f}"]])
    page.require(
        f"array of {ARRAY_POINTS} points: time per point / per call", f"{ratio:.2f}", "at most 1", ratio <= 1
    )


def main() -> int:
    warnings.filterwarnings("ignore")
    np.seterr(all="ignore")
    page = Page("Accountants side by side", "Made by `make bench` (benchmarks/accountants.py).")
    page.section(
        "Peers",
        ["library", "version", "asked for"],
        [[name, version(name), asked] for name, (_, _, asked) in PEERS.items()]
        + [["privacybuckets", "not installed", "not on PyPI"]],
        NOTE,
    )
    for question in TIMED:
        speed(page, question)
    for judge in (grid_of_delta, targets_of_sigma, targets_of_epsilon, prv_interval, our_enclosures):
        judge(page)
    arrays(page)
    met = page.verdicts()
    TABLE.write_text(page.text, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
