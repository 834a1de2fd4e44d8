"""Rows of repeated measurements: means with 95 % confidence intervals, and differences within a repeat."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Rows = Sequence[dict[str, Any]]
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
           2.120, 2.110, 2.101, 2.093, 2.086)  # fmt: skip  # 97.5 % quantiles for 1, 2, ... degrees of freedom


@dataclass(frozen=True)
class Estimate:
    """Mean and half the width of its confidence interval; nan for a single repeat."""

    mean: float
    half: float
    repeats: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        if len(values) < 2:
            return cls(values[0], math.nan, len(values))
        quantile = STUDENT[min(len(values) - 1, len(STUDENT)) - 1]
        return cls(
            statistics.fmean(values),
            quantile * statistics.stdev(values) / math.sqrt(len(values)),
            len(values),
        )

    def points(self, sign: str = "") -> str:
        """In percent, with the interval."""
        return f"{100 * self.mean:{sign}.1f} ± {100 * self.half:.1f}"


def matching(rows: Rows, **wanted: Any) -> list[dict[str, Any]]:
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]


def accuracy(rows: Rows, **wanted: Any) -> Estimate | None:
    """Test accuracy over the repeats of the rows that match; None if there are none."""
    found = matching(rows, **wanted)
    return Estimate.of([row["test"] for row in found]) if found else None


def difference(rows: Rows, one: dict[str, Any], other: dict[str, Any], **shared: Any) -> Estimate | None:
    """Of two accuracies, repeat by repeat: both are measured on the same split."""
    first, second = (
        {row["repeat"]: row["test"] for row in matching(rows, **shared, **side)} for side in (one, other)
    )
    both = sorted(set(first) & set(second))
    return Estimate.of([first[r] - second[r] for r in both]) if both else None


def values(rows: Rows, key: str) -> list[Any]:
    """The different values of a column, in their order of appearance."""
    return list(dict.fromkeys(row[key] for row in rows if key in row))
