"""One repeat of an experiment: which records train, choose and test, how they are centred, what noise a budget needs."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from accountant import sensitivity, subsampled
from accountant import sigma as certified_sigma
from reference import formulas
from reference.datasets.loaders import RealData, load, require_all_classes, with_intercept
from reference.datasets.splits import split
from reference.errors import reject, require_one_of
from reference.learners.losses import Labels
from reference.notation import Array, Xi

C = 1.0  # the norm of a record with its intercept
UP = 1 + 1e-12  # float rounding, upwards
BOUNDS = ("none", "printed", "repaired", "tight")


@dataclass(frozen=True)
class Stage:
    """Records [a, x] of norm at most 1, for training, for choosing hyperparameters, and for testing."""

    K: int
    train: tuple[Array, Labels]
    choose: tuple[Array, Labels]
    test: tuple[Array, Labels]
    writer: Labels | None = None  # of the training records


@lru_cache(maxsize=2)
def loaded(source: str, cache: str, content: str = "") -> RealData:
    """The data, read once by a process; again if the content of the user's files is another."""
    return load(source, Path(cache) if cache else None)


USED = (
    "data",
    "cache",
    "content",
    "seed",
    "repeat",
    "test",
    "choose",
    "centring",
    "records",
    "all_train",
    "w",
    "t",
)


def prepared(p: dict[str, Any]) -> Stage:
    """The records of a job; those of the job before serve again if nothing that they depend on has changed."""
    used = {name: p[name] for name in USED if name in p and (p["centring"] or name not in ("w", "t"))}
    return _prepared(json.dumps(used, sort_keys=True))


@lru_cache(maxsize=1)
def _prepared(used: str) -> Stage:
    """The split of repeat `repeat`, centred by a noisy mean of the training records if `centring` is not 0.

    The records that choose hyperparameters are taken as public: they are not trained on and not paid for. Nor is the search,
    which sees models of the training records: budgets are those of settings fixed before (sec:results#tuning).
    """
    p = json.loads(used)
    D = loaded(p["data"], p["cache"], p.get("content", ""))
    rng = np.random.default_rng([p["seed"], p["repeat"]])
    parts = split(len(D.y), D.tests, p["test"], p["choose"], rng, p.get("all_train", False))
    if p.get("records"):
        parts = type(parts)(parts.train[: p["records"]], parts.choose, parts.test)
    require_all_classes(D.y[parts.train], D.K, "in the training split")
    rows = [D.x[j] for j in (parts.train, parts.choose, parts.test)]
    if p["centring"]:
        honest = 1.0 if p.get("w", 1) == 1 else p["t"]
        mean = noisy_mean(rows[0], p["centring"] / math.sqrt(honest), rng)
        rows = [centred(part, mean) for part in rows]
    train, choose, test = (
        (with_intercept(part), D.y[j])
        for part, j in zip(rows, (parts.train, parts.choose, parts.test), strict=True)
    )
    return Stage(D.K, train, choose, test, None if D.writer is None else D.writer[parts.train])


def noisy_mean(rows: Array, noise: float, rng: np.random.Generator) -> Array:
    """Of rows of norm at most 1, with `noise` times its sensitivity 2/n."""
    mean = rows.mean(axis=0)
    return np.asarray(mean + noise * 2 / len(rows) * rng.standard_normal(len(mean)), dtype=rows.dtype)


def centred(rows: Array, mean: Array) -> Array:
    """The rows minus the mean, scaled to norm 1 again."""
    moved = rows - mean
    return np.asarray(moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-9))


@lru_cache(maxsize=256)
def noise_multiplier(eps: str, delta: str, centring: float) -> float:
    """Noise over sensitivity that is left for the model: the two Gaussian releases together meet (eps, delta).

    Gaussian releases compose exactly: 1/sigma^2 adds up, also if the second depends on the first.
    """
    together = certified_sigma(eps, delta).upper()
    left = 1 / together**2 - (1 / centring**2 if centring else 0)
    if left <= 0:
        why = f"the noise of the mean alone already spends eps = {eps}"
        raise reject(
            "centring", "noise of the mean over its sensitivity", f"must be > {together:.4g}", centring, why
        )
    return UP / math.sqrt(left)


@lru_cache(maxsize=256)
def dpsgd_multiplier(eps: str, delta: str, q: str, steps: int, centring: float) -> float:
    """Noise over C for DP-SGD after the mean was released; replaced records. The accountant checks what is returned."""
    alone = subsampled.sigma(eps, delta, q, steps).box.upper()
    if not centring:
        return float(alone)
    noise_multiplier(eps, delta, centring)  # refuses a mean that spends the budget alone
    low, high = 1.0, 1.0
    while not _meets(eps, delta, (q, high * alone, steps), centring):
        low, high = high, 1.05 * high
    for _ in range(3):
        middle = (low + high) / 2
        low, high = (
            (low, middle) if _meets(eps, delta, (q, middle * alone, steps), centring) else (middle, high)
        )
    return float(high * alone)


def _meets(eps: str, delta: str, block: tuple[str, float, int], centring: float) -> bool:
    mean = (
        1,
        2 * centring,
        1,
    )  # the accountant counts noise over half the distance that replacing a record moves a sum
    return subsampled.delta(eps, block, mean).box.upper() <= float(delta)


@lru_cache(maxsize=4096)
def moved_by(learner: str, xi: Xi, n: int, p: int, bound: str, group: int) -> float:
    """How far replacing `group` records of one user moves its model, or (group 0) replacing all of them: 2R."""
    require_one_of("bound", "the sensitivity", bound, BOUNDS[1:])
    if group == 0:
        return 2 * xi.R
    M, b, passes = xi.M, xi.b, xi.M // -(-n // xi.b)
    if bound == "repaired":
        G = formulas.loss_gradient_svm(xi.c) if learner == "svm" else formulas.loss_gradient_softmax(xi.c)
        one = UP * formulas.sensitivity_any_steps(G, xi.Lambda, M, passes, b)
    else:
        found = sensitivity(learner, c=xi.c, Lambda=xi.Lambda, R=xi.R, n=n, M=M, b=b, K=xi.K, p=p, h=xi.h)
        one = (found.best if bound == "tight" else found.printed).upper()
    return float(group * one if bound == "printed" else formulas.capped_by_ball(group * one, xi.R))
