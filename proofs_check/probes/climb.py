"""Softmax neighbours from whole runs: of many pairs of a simple shape the best climb along the gradient of their gap.

A shape has equal or alternating others along one direction, and a replaced record across it. What climbs is all features of all
records at once, so that the steps may help each other. Floats only suggest a pair; `Setting.certified_gap` measures it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from proofs_check.probes.gradient import gaps_and_slopes
from proofs_check.probes.pairs import Pair, Pairs, Setting
from proofs_check.probes.search import BLOCK
from proofs_check.probes.witnesses import last_visited, pushed_then_turned
from reference.notation import Array, Dataset

SHAPES, CLIMBERS, ROUNDS = 768, 16, 120
NEARLY = 1e-4  # the intercept's part of a record that points along a feature
JITTER = 1e-2  # leaves the symmetric shapes, where many slopes vanish
MEMORY = 8  # earlier steps that tell the curvature


def climbed(setting: Setting, seed: int = 0) -> Pair:
    """The best pair that is found from this seed."""
    rng = np.random.default_rng(seed)
    shapes = [pushed_then_turned(setting), *(shaped(setting, rng) for _ in range(SHAPES))]
    gaps = np.concatenate([setting.gaps(Pairs.of(block)) for block in _blocks(shapes)])
    order = [int(i) for i in np.argsort(-gaps, kind="stable")]
    by_labels: dict[tuple[int, ...], Pair] = {}
    for i in order:
        by_labels.setdefault(_labels(shapes[i]), shapes[i])
    chosen = [shapes[i] for i in order[:CLIMBERS]] + list(by_labels.values())[:CLIMBERS]
    pairs, found = uphill(setting, Pairs.of(chosen), rng, ROUNDS)
    best = int(found.argmax())
    return pairs[best] if found[best] > gaps.max() else shapes[order[0]]


def _labels(pair: Pair) -> tuple[int, ...]:
    """Labels do not climb: the best shape of each labelling does."""
    return (*pair.first.y.tolist(), pair.y)


def _blocks(pairs: list[Pair]) -> Iterator[list[Pair]]:
    for start in range(0, len(pairs), BLOCK):
        yield pairs[start : start + BLOCK]


# --- shapes -----------------------------------------------------------------------------------------------


def shaped(setting: Setting, rng: np.random.Generator) -> Pair:
    """Others along the intercept or a feature, some of them across it; the last record leans to one side or the other."""
    n, K = setting.n, setting.xi.K
    axes = np.eye(setting.p + 1)[: min(3, setting.p + 1)]
    at = int(rng.integers(len(axes)))
    along, across = axes[at], axes[1 if at != 1 else -1 if setting.p > 1 else 0]
    x = np.tile(_record(along * (1 if at == 0 else rng.choice([-1, 1]))), (n, 1))
    crossing = rng.random(n) < rng.choice([0.0, 0.0, rng.random()])
    x[crossing] = _record(across * rng.choice([-1, 1]))
    period, first = int(rng.choice([1, 2, min(3, K), K])), int(rng.integers(2))
    y = (first + np.arange(n) % period) % K
    leaning = rng.choice([0.0, rng.random()], size=2)
    mine, other = (
        _record(lean * along + side * np.sqrt(1 - lean**2) * across)
        for lean, side in zip(
            leaning[[0, 0 if rng.random() < 0.5 else 1]], (1, rng.choice([-1, -1, 1])), strict=True
        )
    )
    labels = rng.integers(min(3, K), size=2)
    j = last_visited(setting)
    return Pair(Dataset(x, y).replaced(j, mine, int(labels[0])), j, other, int(labels[rng.integers(2)]))


def _record(direction: Array) -> Array:
    """A record whose clipped version points there; half the space is out of reach, and the rim of it stands for that."""
    return np.concatenate([[1.0], direction[1:] / max(direction[0], NEARLY)])


# --- uphill -----------------------------------------------------------------------------------------------


def uphill(setting: Setting, pairs: Pairs, rng: np.random.Generator, rounds: int) -> tuple[Pairs, Array]:
    """Quasi-Newton steps (limited memory) on every pair by itself; labels stay, and a step that fails is shortened."""
    count = len(pairs)
    start = np.concatenate([pairs.x, pairs.other_x[:, None]], axis=1)[..., 1:]
    size = np.maximum(np.linalg.norm(start, axis=-1, keepdims=True), 1.0)

    def placed(w: Array) -> Pairs:
        x = np.concatenate([np.ones((*size.shape[:2], 1)), w.reshape(start.shape) * size], axis=-1)
        return Pairs(x[:, :-1], pairs.y, pairs.j, x[:, -1], pairs.other_y)

    def measured(w: Array) -> tuple[Array, Array]:
        gaps, in_x, in_other = gaps_and_slopes(setting, placed(w))
        slopes = np.concatenate([in_x, in_other[:, None]], axis=1)[..., 1:] * size
        return gaps, slopes.reshape(count, -1)

    w = (start / size + JITTER * rng.normal(size=start.shape)).reshape(count, -1)
    gaps, slopes = measured(w)
    history: list[tuple[Array, Array]] = []
    lengths = np.full((count, 1), 1.0)
    for _ in range(rounds):
        heading = _heading(slopes, history)
        tried = w + lengths * heading
        found, new = measured(tried)
        better = (found > gaps)[:, None]
        history = [*history, (np.where(better, tried - w, 0.0), np.where(better, slopes - new, 0.0))][
            -MEMORY:
        ]
        w, slopes = np.where(better, tried, w), np.where(better, new, slopes)
        gaps = np.where(better[:, 0], found, gaps)
        lengths = np.where(better, np.minimum(1.0, 2 * lengths), lengths / 4)
    return placed(w), gaps


def _heading(slopes: Array, history: list[tuple[Array, Array]]) -> Array:
    """The slopes times an estimate of the inverse curvature, from steps and what they changed; uphill in any case."""
    heading, kept = slopes.copy(), []
    scale = np.full((len(slopes), 1), 0.0)
    for step, change in history:
        bent = (step * change).sum(axis=1, keepdims=True)
        useful = bent > 1e-12 * (change * change).sum(axis=1, keepdims=True)
        weight = np.where(useful, 1 / np.where(useful, bent, 1.0), 0.0)
        kept.append((step, change, weight))
        scale = np.where(
            useful, bent / np.maximum((change * change).sum(axis=1, keepdims=True), 1e-300), scale
        )
    shares = []
    for step, change, weight in reversed(kept):
        share = weight * (step * heading).sum(axis=1, keepdims=True)
        shares.append(share)
        heading = heading - share * change
    first = 0.3 / np.maximum(np.linalg.norm(slopes, axis=1, keepdims=True), 1e-300)
    heading = heading * np.where(scale > 0, scale, first)
    for (step, change, weight), share in zip(kept, reversed(shares), strict=True):
        heading = heading + step * (share - weight * (change * heading).sum(axis=1, keepdims=True))
    return heading
