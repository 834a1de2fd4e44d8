"""How close neighbouring datasets come to the proved sensitivity of SoftmaxReg-SGD, on 30 random settings.

    python benchmarks/witnesses.py             # about two minutes; nothing but the package is needed

The settings are drawn from the ranges below with a seed that was not used while the search was written. Floats look for a pair;
its distance is measured again in balls, from the raw records, and divided by the upper end of the proved bound.
"""

from __future__ import annotations

import statistics
from pathlib import Path

import numpy as np
from page import Page

from proofs_check.probes.pairs import Setting
from proofs_check.probes.run import Finding, improved
from proofs_check.probes.witnesses import pushed_then_turned
from reference.notation import Xi

TABLE = Path(__file__).with_suffix(".md")
SEED, COUNT = 2026, 30
CLASSES, FEATURES, RECORDS, BATCHES = (2, 10), (1, 6), (5, 60), (1, 1, 2, 5)
CLIPPED, REGULARIZED, RADIUS = (0.3, 5.0), (0.01, 3.0), (0.1, 10.0)  # evenly in the logarithm, three digits
ABOUT = (
    f"Written by `benchmarks/witnesses.py`: {COUNT} settings of seed {SEED}. K {CLASSES}, p {FEATURES}, n {RECORDS}, "
    f"b one of {BATCHES}, one to four passes or a part of one, c {CLIPPED}, Λ {REGULARIZED}, R {RADIUS}.\n"
    "A ratio is a certified lower end of distance over proved bound; 1 means that the bound is exact. "
    "*simple*: equal records push, the last one turns. "
    "*climb*: all records of a pair are changed along the gradient of the distance (`proofs_check/probes/climb.py`)."
)


def drawn(rng: np.random.Generator) -> Setting:
    K, p, n = (int(rng.integers(low, high + 1)) for low, high in (CLASSES, FEATURES, RECORDS))
    b, passes = int(rng.choice(BATCHES)), float(rng.choice([1, 1, 2, 3, rng.uniform(0.3, 4)]))
    c, Lambda, R = (
        float(f"{np.exp(rng.uniform(*np.log(ends))):.3g}") for ends in (CLIPPED, REGULARIZED, RADIUS)
    )
    M = max(1, round(-(-n // b) * passes))
    return Setting("softmax", n, p, Xi(K=K, c=c, M=M, Lambda=Lambda, R=R, b=b))


def settings(seed: int = SEED, count: int = COUNT) -> list[Setting]:
    rng = np.random.default_rng(seed)
    return [drawn(rng) for _ in range(count)]


def simplest(setting: Setting) -> Finding:
    pair = pushed_then_turned(setting)
    return Finding("simple", setting, pair, setting.certified_gap(pair), setting.bounds())


def main() -> int:
    page = Page("Neighbours that come close to the softmax bound", ABOUT)
    rows, simple, climbs = [], [], []
    for i, setting in enumerate(settings(), start=1):
        simple.append(simplest(setting))
        climbs.append(improved(setting, seed=0))
        xi, bounds = setting.xi, climbs[-1].bounds
        numbers = [xi.K, setting.p, setting.n, xi.b, xi.M, xi.c, xi.Lambda, xi.R]
        limit = "2 longest" if bounds.proved.hi == bounds.cap.hi else "recursion"
        ratios = [f"{finding.proved_ratio:.4f}" for finding in (simple[-1], climbs[-1])]
        rows.append([str(i), *map(str, numbers), f"{bounds.proved.upper():.5g}", limit, *ratios])
        print(rows[-1], flush=True)
    page.section(
        "Settings", ["", "K", "p", "n", "b", "M", "c", "Λ", "R", "proved", "by", "simple", "climb"], rows
    )
    summary = []
    for findings in (simple, climbs):
        ratios = [finding.proved_ratio for finding in findings]
        least, half = f"{min(ratios):.4f}", f"{statistics.median(ratios):.4f}"
        over = [str(sum(ratio >= share for ratio in ratios)) for share in (0.9, 0.95, 0.99)]
        summary.append([findings[0].method, least, half, *over])
    page.section("Ratios", ["", "least", "median", "at least 0.9", "0.95", "0.99"], summary)
    median = statistics.median(finding.proved_ratio for finding in climbs)
    page.require("median of climb", f"{median:.4f}", ">= 0.95", median >= 0.95)
    beyond = sum(finding.exceeds_proved for finding in simple + climbs)
    page.require("pairs beyond a proved bound", str(beyond), "0", beyond == 0)
    met = page.verdicts()
    TABLE.write_text(page.text, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
