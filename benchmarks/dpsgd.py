"""DP-SGD: the certified accountant beside its peers, in one interleaved run. Writes benchmarks/dpsgd.md.

    python benchmarks/dpsgd.py

Every accountant answers eps for the same runs and deltas, taking turns; each answer is compared with the certified interval.
A bound that is meant to be safe is wrong if it is below the interval, and loose by its distance above it. The exit code is 1 if
something that must hold does not.
"""

from __future__ import annotations

import math
import resource
import statistics
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import random_runs
from page import Page

from accountant import subsampled
from accountant.numbers.enclosure import Enclosure

TABLE = Path(__file__).with_suffix(".md")
RUNS = [(0.01, 1.0, 1000), (0.02, 0.6, 1953), (0.02, 2.0, 1953), (0.1, 5.0, 10_000)]
DELTAS = (1e-5, 1e-10, 1e-15, 1e-30)
WIDE, SECONDS = 1e-6, 2.0
ROUNDS, FASTER, MEGABYTES, CLOSE = 3, 3, 500, 1e-12
OURS, TIMED = "ours (upper end)", "dp-accounting PLD, dots"
PRV_SMALLEST = 1e-12  # below, prv-accountant refuses or needs gigabytes
Ask = Callable[[float, float, int, float], float]


class NotAsked(Exception):
    """A question that is left out, to keep the run short."""


def ours(q: float, sigma: float, steps: int, delta: float) -> float:
    return subsampled.epsilon(delta, (q, sigma, steps), relation="add-remove").box.upper()


def pld(pessimistic: bool, dots: bool) -> Ask:
    """dp-accounting's privacy loss distribution, add/remove."""
    from dp_accounting.pld import privacy_loss_distribution as known

    @cache
    def composed(q: float, sigma: float, steps: int) -> Any:
        one = known.from_gaussian_mechanism(
            sigma,
            sampling_prob=q,
            pessimistic_estimate=pessimistic,
            use_connect_dots=dots,
            value_discretization_interval=1e-4,
        )
        return one.self_compose(steps)

    def ask(q: float, sigma: float, steps: int, delta: float) -> float:
        if delta == DELTAS[0]:
            composed.cache_clear()  # the first delta is the one that is timed
        return float(composed(q, sigma, steps).get_epsilon_for_delta(delta))

    return ask


def rdp() -> Ask:
    """opacus, Renyi orders as it has them by default."""
    from opacus.accountants.analysis import rdp as known
    from opacus.accountants.rdp import RDPAccountant

    orders = RDPAccountant.DEFAULT_ALPHAS

    def ask(q: float, sigma: float, steps: int, delta: float) -> float:
        budget = known.compute_rdp(q=q, noise_multiplier=sigma, steps=steps, orders=orders)
        return float(known.get_privacy_spent(orders=orders, rdp=budget, delta=delta)[0])

    return ask


def prv() -> Ask:
    """prv-accountant, upper bound, eps_error 0.1 and delta_error a thousandth of the target."""
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    def ask(q: float, sigma: float, steps: int, delta: float) -> float:
        if delta < PRV_SMALLEST:
            raise NotAsked
        mechanism = PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=q)
        known = PRVAccountant(
            prvs=mechanism, max_self_compositions=steps, eps_error=0.1, delta_error=delta / 1000
        )
        return float(known.compute_epsilon(delta=delta, num_self_compositions=[steps])[2])

    return ask


PEERS: dict[
    str, tuple[str, Callable[[], Ask], bool]
] = {  # name -> package, loader, meant to be an upper bound
    "dp-accounting PLD, dots": ("dp-accounting", lambda: pld(True, True), True),
    "dp-accounting PLD, buckets": ("dp-accounting", lambda: pld(True, False), True),
    "dp-accounting PLD, optimistic": ("dp-accounting", lambda: pld(False, False), False),
    "opacus RDP": ("opacus", rdp, True),
    "prv-accountant": ("prv-accountant", prv, True),
}


def loaded() -> dict[str, Ask | str]:
    found: dict[str, Ask | str] = {OURS: ours}
    for name, (_, load, _) in PEERS.items():
        try:
            found[name] = load()
        except Exception as error:  # a peer may break in any way with the versions of its dependencies
            found[name] = f"does not import ({type(error).__name__})"
    return found


def asked(ask: Ask, question: tuple[float, float, int, float]) -> tuple[float | str, float]:
    """The answer (or why there is none) and the CPU seconds."""
    start = time.process_time()
    try:
        answer: float | str = ask(*question)
    except NotAsked:
        answer = "not asked"
    except Exception as error:
        answer = f"refused ({type(error).__name__})"
    return answer, time.process_time() - start


def judged(answer: float | str, box: Enclosure, upper: bool) -> str:
    """right (within 1e-6), loose, wrong (on the side that it promises not to be on), or silent."""
    if isinstance(answer, str):
        return answer
    if not math.isfinite(answer):
        return "silent (inf)" if upper else "wrong (inf)"
    safe = answer >= box.lo if upper else answer <= box.hi
    distance = abs(answer / box.upper() - 1)
    word = "wrong" if not safe else "right" if distance <= 1e-6 else "loose"
    return f"{word}: {answer:.10g}" + ("" if distance <= 1e-6 else f" ({answer / box.upper() - 1:+.1e})")


def questioned(box: Enclosure, run: tuple[float, float, int], delta: float) -> tuple[bool, float]:
    """Our interval for eps, seen by another contour, planned for its ends: is it refuted, and how far can delta be off?

    The upper end must meet delta and the lower one must not. The other contour has a width of its own, so that it can refute
    this, or leave open at most the returned relative excess of its upper end over delta.
    """
    at_upper, at_lower = (
        subsampled.delta(end, run, relation="add-remove").box for end in (box.upper(), box.lower())
    )
    return at_upper.lo > delta or at_lower.hi < delta, float(at_upper.hi / Fraction(delta) - 1)


def main() -> int:
    warnings.filterwarnings("ignore")
    np.seterr(all="ignore")
    for run in RUNS:
        for delta in DELTAS:
            ours(*run, delta)
    drawn, widest = random_runs.measured()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    page = Page(
        "DP-SGD accountants side by side",
        "Made by `python benchmarks/dpsgd.py`; add/remove, all inputs as float64.",
    )
    accountants = loaded()
    versions = [[name, metadata.version(package) if callable(accountants[name]) else str(accountants[name])]
                for name, (package, _, _) in PEERS.items()]  # fmt: skip
    page.section("Peers", ["accountant", "version"], [[OURS, "this repository"], *versions])
    times: dict[str, dict[tuple, list[float]]] = {name: {} for name in accountants}
    answers: dict[tuple, dict[str, float | str]] = {}
    for turn in range(ROUNDS):
        for question in [(*run, delta) for run in RUNS for delta in (DELTAS if turn == 0 else DELTAS[:1])]:
            for name, ask in accountants.items():
                if not callable(ask) or (turn > 0 and name not in (OURS, TIMED)):
                    continue
                answer, seconds = asked(ask, question)
                times[name].setdefault(question, []).append(seconds)
                answers.setdefault(question, {})[name] = answer
    rows, refuted, excesses, widths = [], 0, [], []
    for (q, sigma, steps, delta), found in answers.items():
        box = subsampled.epsilon(delta, (q, sigma, steps), relation="add-remove").box
        wrong, excess = questioned(box, (q, sigma, steps), delta)
        refuted += wrong
        excesses.append(excess)
        widths.append(box.relative_width())
        row = [f"{sigma:g}, {q:g}, {steps}", f"{delta:g}", box.text(16)]
        for name, (_, _, upper) in PEERS.items():
            row.append(judged(found.get(name, "not asked"), box, upper))
        rows.append(row)
    page.section("Answers for eps", ["sigma, q, T", "delta", "certified", *PEERS], rows,
                 "right: on the promised side and within 1e-6; loose: on the promised side; wrong: on the other side of the "
                 "certified interval; in brackets the relative distance.")  # fmt: skip
    speed, ratios = [], []
    for run in RUNS:
        question = (*run, DELTAS[0])
        mine = times[OURS][question]
        row = [f"{run[1]:g}, {run[0]:g}, {run[2]}", f"{statistics.median(mine):.3f}"]
        for name in PEERS:
            theirs = times[name].get(question)
            ratio = (
                statistics.median(a / b for a, b in zip(theirs, mine, strict=False)) if theirs else math.nan
            )
            row.append(f"{ratio:.1f}")
            if name == TIMED:
                ratios.append(ratio)
        speed.append(row)
    page.section("CPU time for eps at delta = 1e-5", ["sigma, q, T", "ours, seconds", *(f"{n} / ours" for n in PEERS)], speed,
                 f"They take turns; ours and {TIMED}: median of {ROUNDS} rounds, the others one.")  # fmt: skip
    page.section("delta of random runs", ["q", "runs", "median width", "largest width", "median seconds", "slowest"], drawn,
                 f"{random_runs.COUNT} runs, seed {random_runs.SEED}: sigma 0.2 to 50, T 100 to 10^9, qT >= 10, "
                 "delta 1e-30 to 1e-2, both relations; relative widths, CPU seconds.")  # fmt: skip
    eps = random_runs.measured_eps()
    sharp, quick = sum(width <= WIDE for width, _ in eps), sum(seconds < SECONDS for _, seconds in eps)
    seconds = sorted(each for _, each in eps)
    page.section("eps of mixed runs", ["runs", "width at most 1e-6", "under 2 s", "median width", "largest width",
                 "median seconds", "slowest"],
                 [[str(len(eps)), str(sharp), str(quick), f"{statistics.median(w for w, _ in eps):.1e}",
                   f"{max(w for w, _ in eps):.1e}", f"{statistics.median(seconds):.2f}", f"{seconds[-1]:.1f}"]],
                 f"seed {random_runs.MIXED_SEED}: one to four phases of q 1e-6 to 1, sigma 0.3 to 20, T 1 to 10^6, "
                 "delta 1e-15 to 1e-2, both relations.")  # fmt: skip
    page.require("mixed runs of width at most 1e-6", f"{sharp} of {len(eps)}", "all", sharp == len(eps))
    page.require("mixed runs in under 2 s", f"{quick} of {len(eps)}", "all", quick == len(eps))
    page.require(
        "largest relative width of random runs", f"{widest:.1e}", f"at most {CLOSE}", widest <= CLOSE
    )
    page.require("intervals of ours that another contour refutes", str(refuted), "0", refuted == 0)
    page.require(
        "largest relative excess over delta that it leaves open at our answer",
        f"{max(excesses):.1e}",
        f"at most {CLOSE}",
        max(excesses) <= CLOSE,
    )
    page.require(
        "largest relative width of ours", f"{max(widths):.1e}", f"at most {CLOSE}", max(widths) <= CLOSE
    )
    page.require(
        "slowest setting: time of PLD (dots) / ours",
        f"{min(ratios):.1f}",
        f"at least {FASTER}",
        min(ratios) >= FASTER,
    )
    page.require(
        "peak memory of ours",
        f"{memory:.0f} MB",
        f"under {MEGABYTES} MB",
        memory < MEGABYTES,
    )
    met = page.verdicts()
    TABLE.write_text(page.text, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
