"""Blind averaging without noise: local, averaged, weighted and central model side by side (sec:noninteractive)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reference.errors import reject
from reference.exact.svm import ExactSvm, combined, signed_rows
from reference.notation import SYMBOLS, Dataset

ExactModel = tuple[Fraction, ...]
ExactLearner = Callable[[Dataset], ExactSvm]


@dataclass(frozen=True)
class SideBySide:
    """What w users learn alone and together: every model exactly, local and central ones with their certificates."""

    users: tuple[Dataset, ...]
    local: tuple[ExactSvm, ...]
    central: ExactSvm

    @property
    def average(self) -> ExactModel:
        """(1/w) sum_i f^(i), the blind average."""
        return self._weighted([Fraction(1)] * len(self.local))

    @property
    def weighted(self) -> ExactModel:
        """The average weighted by the local data sizes n^(i) (sec:parameter_upscaling)."""
        return self._weighted([Fraction(len(D)) for D in self.users])

    def distance_squared(self, f: ExactModel) -> Fraction:
        """|f - central|^2."""
        return sum(((a - b) ** 2 for a, b in zip(f, self.central.f, strict=True)), Fraction(0))

    def theta(self) -> list[Fraction]:
        """The local dual coefficients, user after user: one per record of the union."""
        return [theta for svm in self.local for theta in svm.theta]

    def is_certified(self, Lambda: float | Fraction) -> bool:
        """Every local model and the central one meet their optimality conditions."""
        models = zip([*self.local, self.central], [*self.users, union(self.users)], strict=True)
        return all(svm.is_optimal(D, Lambda) for svm, D in models)

    def _weighted(self, weights: list[Fraction]) -> ExactModel:
        columns = zip(*(svm.f for svm in self.local), strict=True)
        total = sum(weights)
        return tuple(sum(a * b for a, b in zip(weights, column, strict=True)) / total for column in columns)


def union(users: Sequence[Dataset]) -> Dataset:
    """℧: all records of all users, one user after the other; a record that two users hold counts twice."""
    if not users:
        raise reject("users", "the local datasets", "must not be empty", users, "an average needs a user")
    entries = {D.x.shape[1] for D in users}
    if len(entries) > 1:
        why = "models are averaged entry by entry"
        raise reject("x", SYMBOLS["x"], "must have the same entries for every user", sorted(entries), why)
    return Dataset(np.vstack([D.x for D in users]), np.concatenate([D.y for D in users]))


def side_by_side(users: Sequence[Dataset], learner: ExactLearner) -> SideBySide:
    """The learner on every local dataset and on their union."""
    everyone = union(users)
    return SideBySide(tuple(users), tuple(learner(D) for D in users), learner(everyone))


def class_mean(D: Dataset, mu: Fraction) -> ExactModel:
    """mean(y x)/mu: the minimiser as long as every record is on the linear part of the loss (theta = 1)."""
    return combined([Fraction(1)] * len(D), signed_rows(D), mu)
