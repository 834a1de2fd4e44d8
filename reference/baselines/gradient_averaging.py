"""GradAvg: DP-SGD on one softmax layer, many runs side by side (the paper's interactive baseline).

A step samples each record with probability q, clips each gradient to norm C, sums, adds noise, and divides by the expected
batch qn. With secure summation (GradAvg + SecSum) the noise of the sum has deviation sigma C, as if one party held all
data. Without it every user's message is seen and needs all of the noise: sqrt(w) sigma C for w users. What sigma gives
which guarantee is the accountant's business; it must count Poisson sampling and replaced records, which move a sum by 2C.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference import formulas
from reference.arithmetic import ARRAYS
from reference.errors import reject, require_positive, require_whole
from reference.learners.losses import Labels, softmax
from reference.notation import Array


@dataclass(frozen=True)
class GradAvg:
    """One run: learning rate, clipping bound C, noise over C (0 for none)."""

    rate: float
    C: float
    sigma: float

    def __post_init__(self) -> None:
        require_positive("rate", "the learning rate", self.rate)
        require_positive("C", "C, the clipping bound", self.C, because="gradients are clipped to it")
        if not self.sigma >= 0:
            raise reject("sigma", "the noise over C", "must be >= 0", self.sigma, "noise has a size")


def gradient_averaging(
    x: Array,
    y: Labels,
    K: int,
    runs: Sequence[GradAvg],
    q: float,
    steps: int,
    rng: np.random.Generator,
    w: int = 1,
    dtype: Any = np.float64,
) -> Array:
    """Models of all runs, axes (runs, entries, K). The runs see the same sampled batches and noise of their own.

    `w` > 1: gradient averaging without secure summation, w users who each add all of the noise.
    """
    if not 0 < q <= 1:
        raise reject(
            "q",
            "q, the sampling rate",
            "must be in (0, 1]",
            q,
            "each record is in a batch with this probability",
        )
    require_whole("steps", "T, the number of steps", steps, at_least=1)
    n, d = x.shape
    x = x.astype(dtype, copy=False)
    lengths = np.linalg.norm(x, axis=1)[:, None, None]
    is_label = (y[:, None, None] == np.arange(K)).astype(dtype)
    C, noise, rate = (
        np.array([[getattr(run, name)] for run in runs], dtype) for name in ("C", "sigma", "rate")
    )
    f = np.zeros((d, len(runs), K), dtype)
    for _ in range(steps):
        j = np.flatnonzero(rng.random(n) < q)
        slope = formulas.softmax_slope(softmax((x[j] @ f.reshape(d, -1)).reshape(len(j), -1, K)), is_label[j])
        norms = np.linalg.norm(slope, axis=2, keepdims=True) * lengths[j]  # of x slope^T, record by record
        kept = slope * formulas.shrink_factor(C, norms, ARRAYS)
        total = (x[j].T @ kept.reshape(len(j), -1)).reshape(f.shape)
        total += dtype(np.sqrt(w)) * noise * C * rng.standard_normal(f.shape, dtype)
        f = f - rate / dtype(q * n) * total
    return np.ascontiguousarray(f.transpose(1, 0, 2))
