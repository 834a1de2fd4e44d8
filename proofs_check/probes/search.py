"""Searches for neighbouring datasets that a learner's models tell apart best: whole datasets are free, in floats.

Every search handles many pairs at once and is a function of its generator. What it finds is only a suggestion; whoever
reports it measures the pair again with `Setting.certified_gap`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from proofs_check.method.workers import in_processes
from proofs_check.probes.gradient import gaps_and_slopes
from proofs_check.probes.pairs import Pair, Pairs, Setting
from reference.notation import Array

BLOCK = 32  # pairs per task
Search = Callable[[Setting, np.random.Generator, int, int], tuple[Pairs, Array]]


def random_pairs(setting: Setting, rng: np.random.Generator, count: int) -> Pairs:
    """Records of very different lengths, any labels, any replaced record."""
    n, p, labels = setting.n, setting.p, setting.recipe().labels

    def records(*shape: int) -> Array:
        lengths = setting.xi.c * 10.0 ** rng.uniform(-1, 4, size=(*shape, 1))
        return np.concatenate([np.ones((*shape, 1)), lengths * rng.normal(size=(*shape, p))], axis=-1)

    return Pairs(
        records(count, n),
        rng.choice(labels, size=(count, n)),
        rng.integers(0, n, size=count),
        records(count),
        rng.choice(labels, size=count),
    )


def by_chance(setting: Setting, rng: np.random.Generator, count: int, rounds: int) -> tuple[Pairs, Array]:
    """The best of `rounds` draws for each of `count` pairs."""
    best = random_pairs(setting, rng, count)
    gaps = setting.gaps(best)
    for _ in range(rounds - 1):
        drawn = random_pairs(setting, rng, count)
        found = setting.gaps(drawn)
        best, gaps = best.where(found > gaps, drawn), np.maximum(found, gaps)
    return best, gaps


def by_mutation(setting: Setting, rng: np.random.Generator, count: int, rounds: int) -> tuple[Pairs, Array]:
    """Without gradients: change some records or labels, keep what is better; the step length follows the success."""
    best = random_pairs(setting, rng, count)
    gaps, lengths = setting.gaps(best), np.full(count, 0.5)
    for _ in range(rounds):
        tried = _mutated(setting, best, lengths, rng)
        found = setting.gaps(tried)
        better = found > gaps
        best, gaps = best.where(better, tried), np.where(better, found, gaps)
        lengths = np.clip(lengths * np.where(better, 1.5, 0.9), 1e-6, 2.0)
    return best, gaps


def by_gradient(setting: Setting, rng: np.random.Generator, count: int, rounds: int) -> tuple[Pairs, Array]:
    """Uphill along the gradient from random pairs, labels and replaced record fixed; a step that fails is shortened."""
    best = random_pairs(setting, rng, count)
    gaps, in_x, in_other = gaps_and_slopes(setting, best)
    lengths = np.full(count, 0.3)
    for _ in range(rounds):
        tried = Pairs(
            _uphill(best.x, in_x, lengths),
            best.y,
            best.j,
            _uphill(best.other_x, in_other, lengths),
            best.other_y,
        )
        found, new_in_x, new_in_other = gaps_and_slopes(setting, tried)
        better = found > gaps
        best, gaps = best.where(better, tried), np.where(better, found, gaps)
        in_x = np.where(better[:, None, None], new_in_x, in_x)
        in_other = np.where(better[:, None], new_in_other, in_other)
        lengths = np.clip(lengths * np.where(better, 1.5, 0.4), 1e-9, 3.0)
    return best, gaps


SEARCHES: dict[str, Search] = {"random": by_chance, "mutation": by_mutation, "gradient": by_gradient}


def blocks(
    setting: Setting, method: str, seed: int, restarts: int, rounds: int, jobs: int = 1
) -> Iterator[tuple[Pair, float]]:
    """The best pair of each block of restarts, as they finish in order; the same for every number of jobs.

    The method is part of the seed, so that each starts from pairs of its own.
    """
    from joblib import delayed  # here: every command of the tool would wait for it

    sizes = [min(BLOCK, restarts - start) for start in range(0, restarts, BLOCK)]
    seeds = np.random.SeedSequence([seed, list(SEARCHES).index(method)]).spawn(len(sizes))
    tasks = (
        delayed(_best_of_block)(setting, method, child, size, rounds)
        for child, size in zip(seeds, sizes, strict=True)
    )
    yield from in_processes(tasks, jobs)


def _best_of_block(
    setting: Setting, method: str, seed: np.random.SeedSequence, count: int, rounds: int
) -> tuple[Pair, float]:
    pairs, gaps = SEARCHES[method](setting, np.random.default_rng(seed), count, rounds)
    best = int(gaps.argmax())
    return pairs[best], float(gaps[best])


def _mutated(setting: Setting, pairs: Pairs, lengths: Array, rng: np.random.Generator) -> Pairs:
    fresh = random_pairs(setting, rng, len(pairs))

    def moved(x: Array, drawn: Array, scale: Array) -> Array:
        kind = rng.random((*x.shape[:-1], 1))
        size = np.abs(x[..., 1:]).max(axis=-1, keepdims=True) + setting.xi.c
        near = x + scale * size * rng.normal(size=x.shape)
        near[..., 0] = 1.0
        return np.where(kind < 0.05, drawn, np.where(kind < 0.5, near, x))

    def relabelled(y: np.ndarray, drawn: np.ndarray) -> np.ndarray:
        return np.where(rng.random(y.shape) < 0.05, drawn, y)

    return Pairs(
        moved(pairs.x, fresh.x, lengths[:, None, None]),
        relabelled(pairs.y, fresh.y),
        np.where(rng.random(len(pairs)) < 0.02, fresh.j, pairs.j),
        moved(pairs.other_x, fresh.other_x, lengths[:, None]),
        relabelled(pairs.other_y, fresh.other_y),
    )


def _uphill(x: Array, slope: Array, lengths: Array) -> Array:
    """A step relative to the size of each record: records grow or turn by the same share, however far out they are."""
    slope = slope[..., 1:] / np.maximum(
        np.linalg.norm(slope[..., 1:], axis=-1, keepdims=True), np.finfo(float).tiny
    )
    size = np.linalg.norm(x, axis=-1, keepdims=True)
    moved = x.copy()
    moved[..., 1:] += lengths.reshape(-1, *[1] * (x.ndim - 1)) * size * slope
    return moved
