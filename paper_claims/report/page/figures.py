"""The figures of the report, drawn from certified or exact numbers that are computed for it and nowhere typed."""

from __future__ import annotations

from collections.abc import Iterator

from paper_claims.report.page.certificate_figures import (
    group_curves,
    noise_saved,
    privacy_curves,
    sensitivities,
)
from paper_claims.report.page.chart import Figure
from paper_claims.report.page.model_figures import averaging_thresholds, reached, simplex_maximum

FIGURES = (
    privacy_curves, group_curves, sensitivities, reached, simplex_maximum, noise_saved, averaging_thresholds,
)  # fmt: skip


def all_figures() -> Iterator[Figure]:
    for draw in FIGURES:
        yield draw()
