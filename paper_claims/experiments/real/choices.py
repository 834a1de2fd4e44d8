"""The choice of hyperparameters: the best setting on records that neither train nor test, then its accuracy on those that do.

Noise is drawn once per draw and scaled, so that the logits of models and noise serve all budgets and bounds; the draws for
choosing and testing are different ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from paper_claims.experiments.real.splits_and_noise import Stage
from reference.learners.losses import Labels
from reference.notation import Array

Parameters = dict[str, Any]
Rows = list[dict[str, Any]]
Cases = list[
    tuple[dict[str, Any], Callable[[int], float]]
]  # columns, and the noise deviation of every setting


class Noisy:
    """Accuracy of noisy models on one set of records: logits of the models and of unit noise, computed once."""

    def __init__(
        self, models: Array, records: tuple[Array, Labels], draws: int, rng: np.random.Generator
    ) -> None:
        x, self.y = records
        count, d, K = models.shape
        self.clean = (x @ models.transpose(1, 0, 2).reshape(d, -1).astype(x.dtype)).reshape(len(x), count, K)
        self.noise = (x @ rng.standard_normal((d, draws * K)).astype(x.dtype)).reshape(len(x), draws, K)

    def accuracy(self, model: int, deviation: float) -> float:
        logits = self.clean[:, model, None] + np.asarray(deviation, self.noise.dtype) * self.noise
        return float((logits.argmax(axis=2) == self.y[:, None]).mean())


def chosen(
    stage: Stage,
    models: Array,
    settings: Sequence[Any],
    cases: Cases,
    p: Parameters,
) -> Rows:
    """For each case (its columns, the noise deviation of every setting): the best setting, tested."""
    rng = np.random.default_rng([p["seed"], p["repeat"], 1])
    choose, test = (Noisy(models, part, p["draws"], rng) for part in (stage.choose, stage.test))
    rows = []
    for columns, deviation in cases:
        scores = [choose.accuracy(i, deviation(i)) for i in range(len(settings))]
        best = int(np.argmax(scores))
        rows.append(
            columns
            | {
                "setting": settings[best],
                "choose": scores[best],
                "test": test.accuracy(best, deviation(best)),
            }
        )
    return rows
