"""HingeSVM-SGDWA far from any bound of order 1/n: shared records land between the two models' kinks.

Such a record moves one model and leaves the other alone. Each uses a feature of its own, so that the jumps add up like a
random walk, to about c/(Λ sqrt(n)). Where the margins are too small to straddle, a plain record lifts both models.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from proofs_check.probes.pairs import Pair, Pairs, Setting
from proofs_check.probes.witnesses import FAR, first_visited
from reference.fast.many_datasets import Step, trained
from reference.learners.schedule import batches
from reference.notation import Array, Dataset

APART = 1e-6  # the two margins are 1 - APART and 1 + APART: far above rounding, far below the jumps
REACH = 1.5  # straddle where c|f| is at least this much


def straddled_kinks(setting: Setting) -> Pair:
    """The first record tilts to either side; each later one, in order of visit, straddles the kink if it can."""
    n, entries, j = setting.n, setting.p + 1, first_visited(setting)
    x, tilt = np.zeros((n, entries)), np.zeros((2, entries))
    tilt[:, 1], tilt[:, -1] = 1.0, [0.5, -0.5]
    chosen = {j}
    x[j], other = (_far_along(direction) for direction in tilt)
    for m, batch in enumerate(batches(n, setting.xi.M, setting.xi.b), start=1):
        for i in sorted({int(i) for i in batch} - chosen):
            pair = Pair(Dataset(x, np.ones(n, dtype=int)), j, other, 1)
            x[i] = _straddling(_models_before(setting, pair, m), setting.xi.c, fresh=len(chosen) + 1)
            chosen.add(i)
    return Pair(Dataset(x, np.ones(n, dtype=int)), j, other, 1)


def _models_before(setting: Setting, pair: Pair, m: int) -> Array:
    """The two models before step m, which do not depend on the records that come later."""
    trace: list[Step] = []
    trained(setting.recipe(), *Pairs.of([pair]).both(), replace(setting.xi, M=m), trace=trace)
    return trace[-1].before[..., 0]


def _straddling(models: Array, c: float, fresh: int) -> Array:
    """A record with margin 1 - APART in the first model and 1 + APART in the second, otherwise along a fresh feature."""
    middle, apart = models.mean(axis=0), models[1] - models[0]
    if not middle.any():
        return _far_along(np.eye(len(middle))[1])
    if c * np.linalg.norm(middle) < REACH or fresh >= len(middle) - 1:
        return _far_along(middle)
    inside = np.linalg.lstsq(np.stack([middle, apart]), np.array([1.0, 2 * APART]), rcond=None)[0]
    inside[fresh] += np.sqrt(max(0.0, c**2 - inside @ inside))
    return _far_along(inside)


def _far_along(direction: Array) -> Array:
    record = FAR**2 * direction / np.linalg.norm(direction)
    record[0] = 1.0
    return np.asarray(record)
