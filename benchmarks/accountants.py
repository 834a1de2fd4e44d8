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
from correctness import (
    grid_of_delta,
    our_arrays,
    our_enclosures,
    prv_interval,
    targets_of_epsilon,
    targets_of_sigma,
)
from page import Page
from peers import OURS, PEERS, functions, scaled, version

from accountant import delta

TABLE = Path(__file__).with_suffix(".md")
ROUNDS, TURN = 9, 0.05
ARRAY_POINTS = (2_000, 100_000)
ORDINARY = [(e, s, k) for e in (0.1, 0.6, 1.2, 3.0) for s in (1.0, 5.95, 20.0) for k in (1, 10)]
TIMED = {
    "delta": ORDINARY,
    "epsilon": [(d, s, k) for d in (1e-5, 1e-8) for _, s, k in ORDINARY[:6]],
    "sigma": [(e, d) for e in (0.1, 0.6, 0.9) for d in (1e-5, 1e-8)],
}
NOTE = """Peers without compositions get sigma/sqrt(K). prv-accountant is not asked where its grid would have more than 2^21
cells. privacybuckets cannot be pinned, since PyPI does not have it, and is not compared.
Times are CPU times in one run in which the libraries take turns; a ratio is the median over the rounds."""
FASTER = {"delta": 25, "epsilon": 9, "sigma": 9}  # than dp-accounting, at least
SLOWER = 3  # than its array call, at most


def seconds_per_call(
    functions: dict[str, Callable[..., float]], questions: list[tuple], rounds: int = ROUNDS
) -> dict[str, list[float]]:
    """The CPU time per call in each round; the libraries take turns, each for at least TURN seconds after a warm-up."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(rounds):
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


def dp_accounting_array() -> Callable[[np.ndarray], object] | None:
    """dp-accounting's own call for an array of eps."""
    try:
        from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss
    except ImportError:
        return None
    return lambda values: GaussianPrivacyLoss(scaled(3.7, 10)).get_delta_for_epsilon(values)


def arrays(page: Page) -> None:
    """One array call beside the same points one by one, and beside dp-accounting's, taking turns."""
    peer, rows = dp_accounting_array(), []
    for points in ARRAY_POINTS:
        values = np.random.default_rng(1).uniform(0, 5, points)
        some = [(float(v),) for v in values[::500]]
        ours: list[float] = []
        to_call: list[float] = []
        to_peer: list[float] = []
        delta(values, 3.7, 10)
        for _ in range(ROUNDS):
            single = seconds_per_call({"one": lambda e: delta(e, 3.7, 10).upper()}, some, rounds=1)["one"]
            ours.append(_seconds(lambda values=values: delta(values, 3.7, 10), points))
            to_call.append(ours[-1] / single[0])
            if peer is not None:
                to_peer.append(ours[-1] / _seconds(lambda values=values: peer(values), points))
        widest = max(box.relative_width() for box in delta(values, 3.7, 10))
        call = statistics.median(to_call)
        other = statistics.median(to_peer) if to_peer else None
        shown = "not installed" if other is None else f"{other:.2f}"
        rows.append(
            [str(points), f"{statistics.median(ours) * 1e6:.2f} µs", f"{call:.2f}", shown, f"{widest:.1e}"]
        )
        page.require(
            f"array of {points} points: time per point / per call", f"{call:.2f}", "at most 1", call <= 1
        )
        page.require(f"array of {points} points: time / dp-accounting's array call", shown, f"at most {SLOWER}",
                     None if other is None else other <= SLOWER)  # fmt: skip
    page.section(
        "Arrays of delta, 12 digits",
        [
            "points",
            "per point here",
            "per point / per single call",
            "per point / dp-accounting",
            "widest, relative",
        ],
        rows,
    )


def _seconds(call: Callable[[], object], points: int) -> float:
    """The CPU time per point of one array call, which runs for at least a twentieth of a second."""
    passes, start = 0, time.process_time()
    while (spent := time.process_time() - start) < TURN:
        call()
        passes += 1
    return spent / (passes * points)


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
    for judge in (
        grid_of_delta,
        targets_of_sigma,
        targets_of_epsilon,
        prv_interval,
        our_enclosures,
        our_arrays,
    ):
        judge(page)
    arrays(page)
    met = page.verdicts()
    TABLE.write_text(page.text, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
