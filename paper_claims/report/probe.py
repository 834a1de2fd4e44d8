"""What `blindavg probe` prints and draws."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from proofs_check.probes.noise_test import Sandwich
from proofs_check.probes.pairs import PROJECTIONS, Pair, Pairs, Setting
from proofs_check.probes.run import BOUNDS, MINIMISER, Finding, RecordGap, best_of
from reference.errors import InvalidInput
from reference.fast.many_datasets import Step, norms, trained
from reference.notation import Array

NAMES = {
    "svm": "SVM-SGD, the model of one class against the rest",
    "softmax": "SoftmaxReg-SGD",
    "hinge": "HingeSVM-SGDWA on clipped records",
}
HEADINGS = {
    "recursion": "recursion",
    "closed_form": "closed form",
    "cap": "2R",
    "twice_gradient": "2√2c/(Λn)",
    "printed": "printed",
    "if_smooth": "2G/(μn)",
}
SHOWN_KINDS = 4


def numbers(setting: Setting) -> dict[str, Any]:
    """The setting as plain numbers."""
    xi = setting.xi
    found = {"n": setting.n, "p": setting.p, "K": xi.K, "M": xi.M, "b": xi.b, "c": xi.c, "Lambda": xi.Lambda}
    return found | {"R": xi.R} | ({"h": xi.h} if setting.learner == "svm" else {})


def described(setting: Setting, findings: Sequence[Finding], records: Sequence[RecordGap]) -> dict[str, Any]:
    """Everything as JSON; every ratio is a certified lower end."""
    found = {
        "learner": setting.learner,
        "projection": setting.projection,
        "relation": "neighbours replace one record",
        "setting": numbers(setting),
        "findings": [_finding_json(finding) for finding in findings],
        "exceeds_proved": any(finding.exceeds_proved for finding in findings),
    }
    if records:
        found["by_record"] = [{"record": entry.j, "own_bound_ratio": entry.ratio} for entry in records]
        found["least_own_bound_ratio"] = min(entry.ratio for entry in records)
    return found


def _finding_json(finding: Finding) -> dict[str, Any]:
    lo, hi = finding.reached.decimals(17)
    bounds = {name: getattr(finding.bounds, name) for name in BOUNDS} | {"proved": finding.bounds.proved}
    pair, known = finding.pair, {name: box for name, box in bounds.items() if box is not None}
    kept = [i for i in range(len(pair.first)) if i != pair.j]
    steps = () if finding.method != MINIMISER else ("M", "b", "R")  # a minimiser is found without them
    return {
        "method": finding.method,
        "setting": {name: value for name, value in numbers(finding.setting).items() if name not in steps},
        "reached": {"lo": lo, "hi": hi},
        "bounds": {name: box.upper() for name, box in known.items()},
        **{f"{name}_ratio": finding.ratio(box) for name, box in known.items()},
        "pair": {
            "record": pair.j,
            "before": {"x": pair.first.x[pair.j].tolist(), "y": int(pair.first.y[pair.j])},
            "after": {"x": np.asarray(pair.x).tolist(), "y": pair.y},
            "rest": {"x": pair.first.x[kept].tolist(), "y": pair.first.y[kept].tolist()},
        },
    }


def print_findings(
    setting: Setting, findings: Sequence[Finding], records: Sequence[RecordGap], out: Console
) -> None:
    _head(setting, out)
    out.print("distances are certified: each pair is trained again from its raw records in ball arithmetic\n")
    shown = [name for name in BOUNDS if any(getattr(f.bounds, name) for f in findings)]
    table = Table("found by", "n", "reached", "of proved", box=SIMPLE, show_edge=False, pad_edge=False)
    for name in shown:
        table.add_column(f"of {HEADINGS[name]}")
    for finding in findings:
        cells = [share_text(finding.ratio(getattr(finding.bounds, name))) for name in shown]
        low, _ = finding.reached.decimals(7)
        table.add_row(finding.method, str(finding.setting.n), low, share_text(finding.proved_ratio), *cells)
    out.print(table)
    out.print("\nproved: the smallest proved bound for that n", markup=False)
    if setting.learner == "hinge":
        out.print(
            "the hinge is not smooth: thm:sensitivity_general does not cover it and no bound is printed; the recursion is "
            "that of accountant/sensitivity/hinge.py, and 2G/(μn) is what the theorem would say",
            markup=False,
        )
    if setting.projection == "sphere":
        out.print(
            "rescaling each model to norm R, as printed, leaves only 2R as a proved bound", markup=False
        )
    if records:
        least = share_text(min(entry.ratio for entry in records))
        out.print(
            f"each of {len(records)} of {setting.n} records replaced in turn: at least {least} of its own bound"
        )
    best = best_of(findings)
    above = best.ratio(best.bounds.printed) or 0.0
    if above > 1:
        out.print(f"the printed bound is exceeded {above:.1f} times")
    beyond = best.ratio(best.bounds.if_smooth) or 0.0
    if beyond > 1:
        out.print(f"2G/(μn) is exceeded {beyond:.1f} times", markup=False)
    out.print(f"\nbest pair ({best.method}), before clipping:")
    for line in _pair_lines(best.pair):
        out.print(f"  {line}", markup=False, soft_wrap=True)


def _pair_lines(pair: Pair) -> Iterator[str]:
    D, j = pair.first, pair.j
    yield f"record {j}: {_record(D.x[j], D.y[j])}  becomes  {_record(pair.x, pair.y)}"
    kinds = Counter(_record(D.x[i], D.y[i]) for i in range(len(D)) if i != j)
    for kind, count in kinds.most_common(SHOWN_KINDS):
        yield f"{count} shared: {kind}"
    if len(kinds) > SHOWN_KINDS:
        yield f"and {len(kinds) - SHOWN_KINDS} more kinds of shared records (all of them with --json)"


def _record(x: Any, y: Any) -> str:
    entries = [f"{entry:.6g}" for entry in x[:5]] + (["..."] if len(x) > 5 else [])
    return f"([{', '.join(entries)}], label {int(y)})"


def print_sandwich(setting: Setting, result: Sandwich, out: Console) -> None:
    _head(setting, out)
    scaled = "the printed sensitivity" if setting.projection == "sphere" else "the proved sensitivity"
    out.print(
        f"noise {result.noise:.6g} on every entry, scaled to {scaled} {result.sensitivity.upper():.6g}; "
        f"the witness moves the model by {result.shift.lower():.6g}",
        markup=False,
    )
    out.print(
        f"test along the difference, {result.draws} draws per dataset: {result.hits} alarms on the second, "
        f"{result.false_alarms} on the first\n",
        markup=False,
    )
    table = Table(
        "delta = " + f"{float(result.delta):g}",
        "eps",
        "what it is",
        box=SIMPLE,
        show_edge=False,
        pad_edge=False,
    )
    sure = f"{float(result.confidence):g}"
    table.add_row(
        "eps_lower",
        f"{result.eps_lower:.6g}",
        f"every smaller eps is ruled out by the draws, confidence {sure}",
    )
    table.add_row("eps_exact", f"{result.eps_exact.upper():.6g}", "of the declared noise and this pair")
    table.add_row(
        "eps_certified", f"{result.eps_certified.upper():.6g}", "for every pair, by the proved bound"
    )
    if result.eps_printed is not None:
        table.add_row(
            "eps_printed", f"{result.eps_printed.upper():.6g}", "what the printed bound says for this noise"
        )
    out.print(table)
    out.print(
        f"\nsampling slack {result.sampling_slack:.6g} (eps_lower is {result.lower_ratio:.3f} of eps_exact), "
        f"sensitivity slack {result.sensitivity_slack:.6g}",
        markup=False,
    )
    if result.breaks_print:
        out.print("the draws refute eps_printed", markup=False)


def sandwich_json(setting: Setting, result: Sandwich) -> dict[str, Any]:
    return {
        "learner": setting.learner,
        "projection": setting.projection,
        "relation": "neighbours replace one record",
        "setting": numbers(setting),
        "delta": float(result.delta),
        "noise": result.noise,
        "shift": result.shift.lower(),
        "sensitivity": result.sensitivity.upper(),
        "threshold": result.threshold,
        "draws": result.draws,
        "hits": result.hits,
        "false_alarms": result.false_alarms,
        "confidence": float(result.confidence),
        "eps_lower": result.eps_lower,
        "eps_exact": result.eps_exact.upper(),
        "eps_certified": result.eps_certified.upper(),
        "eps_printed": result.eps_printed and result.eps_printed.upper(),
        "sampling_slack": result.sampling_slack,
        "sensitivity_slack": result.sensitivity_slack,
        "eps_lower_ratio": result.lower_ratio,
        "holds": result.holds,
        "refutes_printed": result.breaks_print,
    }


def _head(setting: Setting, out: Console) -> None:
    given = ", ".join(
        f"{name.replace('Lambda', 'Λ')} = {value:g}" for name, value in numbers(setting).items()
    )
    out.print(f"{NAMES[setting.learner]}: {given}", markup=False, soft_wrap=True)
    projection = (
        "onto the ball" if setting.projection == "ball" else "replaced by the printed rescaling to norm R"
    )
    out.print(f"projection {projection}; neighbours replace one record", markup=False)


def share_text(ratio: float | None) -> str:
    """A ratio rounded down, so that nothing below 1 looks like 1."""
    if ratio is None:
        return "-"
    return f"{math.floor(ratio * 1e7) / 1e7:.7f}" if ratio < 10 else f"{ratio:.1f}"


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
