"""The pictures of `blindavg probe`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from paper_claims.report.probe import share_text
from proofs_check.probes.noise_test import Sandwich
from proofs_check.probes.pairs import PROJECTIONS, Pairs
from proofs_check.probes.run import Finding, RecordGap, best_of
from reference.errors import InvalidInput
from reference.fast.many_datasets import Step, norms, trained
from reference.notation import Array


def draw_findings(findings: Sequence[Finding], records: Sequence[RecordGap], path: Path) -> None:
    """Left: what each method reached, in units of its proved bound. Right: record by record, or the best pair's two runs."""
    with _picture(path) as (left, right):
        names = [f"{finding.method}\nn = {finding.setting.n}" for finding in findings]
        left.barh(names, [finding.proved_ratio for finding in findings], color="tab:blue", height=0.6)
        for row, finding in enumerate(findings):
            left.text(1.03, row, share_text(finding.proved_ratio), va="center")
        left.axvline(1, color="black", linewidth=1)
        left.set_xlim(0, 1.3)
        left.invert_yaxis()
        left.set_xlabel("reached / proved bound")
        best = best_of(findings)
        if records:
            _draw_records(records, right)
        else:
            _draw_runs(best, right)
        if best.bounds.printed is not None:
            right.axhline(best.bounds.printed.upper(), color="tab:red", linestyle="--", label="printed bound")
        right.set_ylim(bottom=0)
        right.legend(fontsize="small")
        right.figure.suptitle(f"Sensitivity of {best.setting.learner}: what neighbouring datasets reach")


def _draw_records(records: Sequence[RecordGap], panel: Any) -> None:
    places = [entry.j for entry in records]
    panel.plot(
        places, [entry.bound.upper() for entry in records], color="black", label="proved for this record"
    )
    panel.plot(places, [entry.reached.lower() for entry in records], ".", label="reached by its witness")
    panel.set_xlabel("replaced record (record 1 is visited first, record 0 last)")
    panel.set_ylabel("distance of the two models")


def _draw_runs(best: Finding, panel: Any) -> None:
    gaps = _gaps_by_step(best)
    panel.plot(range(1, len(gaps) + 1), gaps, ".-", label="distance of the two models")
    panel.axhline(
        best.bounds.proved.upper(), color="black", linewidth=1, label="proved bound at the last step"
    )
    panel.set_xlabel(f"step, best pair ({best.method}, n = {best.setting.n})")


def draw_sandwich(result: Sandwich, path: Path) -> None:
    """Left: the declared noisy outputs along the difference of the models, and the test. Right: the values of eps."""
    distance = result.shift.lower() / result.noise
    with _picture(path) as (left, right):
        along = np.linspace(-4, distance + 4, 400)
        for centre, name in ((0.0, "first dataset"), (distance, "second dataset")):
            left.plot(along, np.exp(-((along - centre) ** 2) / 2) / np.sqrt(2 * np.pi), label=name)
        left.axvline(result.threshold, color="black", linestyle=":", label="alarm beyond")
        left.set_xlabel("output along the difference, in units of the declared noise")
        left.set_ylabel("density, as declared")
        left.legend(fontsize="small")
        values = {"eps_lower": result.eps_lower, "eps_exact": result.eps_exact.upper()}
        values["eps_certified"] = result.eps_certified.upper()
        if result.eps_printed is not None:
            values["eps_printed"] = result.eps_printed.upper()
        colours = ["tab:green", "tab:blue", "black", "tab:red"][: len(values)]
        right.bar_label(right.bar(list(values), list(values.values()), color=colours), fmt="%.4g")
        right.set_ylabel("ε")
        if max(values.values()) > 1000:
            right.set_yscale("log")
        right.figure.suptitle(f"ε at δ = {float(result.delta):g} from {result.draws} draws per dataset")


def _gaps_by_step(finding: Finding) -> Array:
    trace: list[Step] = []
    setting = finding.setting
    x, y = Pairs.of([finding.pair]).both()
    project = PROJECTIONS[setting.projection][0]
    trained(setting.recipe(), x, y, setting.xi, project, trace=trace)
    output, outputs = np.zeros_like(trace[0].before), []
    for step in trace:
        output = output + setting.recipe().share(step.m) * (project(step.unprojected, setting.xi.R) - output)
        outputs.append(output[0] - output[1])
    return norms(np.stack(outputs)).ravel()


@contextmanager
def _picture(path: Path) -> Iterator[Any]:
    """Two panels, saved at the end."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
    try:
        yield axes
        for panel in axes:
            panel.grid(alpha=0.3)
            panel.set_axisbelow(True)
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise InvalidInput(f"--plot (the picture) must be writable, got {str(path)!r}: {error}") from None
    finally:
        plt.close(figure)
