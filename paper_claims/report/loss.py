"""A judged loss file as JSON, as text, as a page of the report, and as a line of the table of a gallery."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape as escape_markup

from accountant.numbers.enclosure import Enclosure
from proofs_check.logic.derived import tier
from proofs_check.logic.printed import sequent
from proofs_check.losses.judged import APPLIES, LossReport
from proofs_check.losses.neighbours import ENOUGH

COLOURS = {"proved": "green", "refuted": "red", "undecided": "yellow", "loose": "green"}
LONG = re.compile(r"\b\d{12,}/\d{12,}\b")
STYLE = Path(__file__).parent / "page/page.css"


def described(report: LossReport) -> dict[str, Any]:
    """Everything that was found, as plain data."""
    file, found, setting = report.file, report.found, report.file.setting
    data: dict[str, Any] = {
        "schema": 1,
        "title": file.title,
        "loss": file.text,
        "of": file.of,
        "outcome": report.outcome,
        "why": report.why,
        "parameters": {name: [str(low), str(high)] for name, (low, high) in file.parameters.items()},
        "setting": {
            key: None if value is None else str(value)
            for key, value in vars(setting).items()
            if key != "K" or file.of == "logits"
        },
    }
    if report.problem is not None:
        data["no_theorem"] = {
            "kind": report.problem.kind,
            "says": report.problem.says,
            "witness": {key: str(number) for key, number in report.problem.witness.items()},
            "instead": APPLIES[report.problem.kind],
        }
    if found is not None:
        data["constants"] = {
            name: {"proved": _number(part.upper), "reached": _number(part.lower), "how": part.how}
            for name, part in (("largest slope S", found.S), ("largest curvature kappa", found.kappa))
        }
        data["margins"] = (
            "all"
            if setting.reach is None or file.of == "logits"
            else f"from -{setting.reach} to {setting.reach}"
        )
        data["control"] = (
            "one percent less is rejected" if report.control else "a smaller constant was not rejected"
        )
    if report.derivative is not None:
        data["derivative"] = dict(zip(("sympy", "balls"), report.derivative, strict=True))
    if report.theorem is not None:
        printed = sequent(report.theorem)
        data["theorem"] = {
            "name": report.theorem.name,
            "shows": printed["shows"],
            "tier": tier(report.theorem),
            "premises": printed["given"],
        }
    data["dropped"] = {slug: lacks or "not needed" for slug, lacks in report.dropped}
    data["claims"] = [
        {
            "claim": verdict.claim,
            "formula": verdict.text,
            "verdict": verdict.verdict,
            "says": verdict.says,
            "factor": None if verdict.factor is None else float(verdict.factor),
            "witness": verdict.witness,
        }
        for verdict in report.claims
    ]
    if report.bound is not None and report.reached is not None and report.share is not None:
        data["sensitivity"] = {
            "proved": _number(report.bound),
            "reached": list(report.reached.distance.decimals(6)),
            "share": float(report.share),
            "says": probed(report),
        }
    return data


def _number(value: Any) -> str:
    if value == int(value) and abs(value) < 10**8:
        return str(int(value))
    return Enclosure(value, value).decimals(8)[1]


def probed(report: LossReport) -> str:
    assert report.share is not None
    share = f"{float(report.share):.3f}"
    if report.share >= ENOUGH:
        return f"neighbours reach {share} of the bound: it is sharp"
    return f"no neighbours were found that reach 0.9 of the bound; the best reach {share}"


def sections(report: LossReport) -> Iterator[tuple[str, list[str]]]:
    """The page, as headings with lines."""
    data = described(report)
    ranges = [f"{name} from {low} to {high}" for name, (low, high) in data["parameters"].items()]
    setting = ", ".join(f"{key} = {value}" for key, value in data["setting"].items() if value is not None)
    yield "loss", [f"{data['loss']}, of the {data['of']}", *ranges, f"measured at {setting}"]
    if "no_theorem" in data:
        yield "no theorem", [data["no_theorem"]["says"], data["no_theorem"]["instead"]]
    if "constants" in data:
        lines = [
            f"{name} <= {part['proved']} (by {part['how']}); {part['reached']} is reached"
            for name, part in data["constants"].items()
        ]
        agrees = data.get("derivative")
        lines.append(f"for margins: {data['margins']}; control: {data['control']}")
        if agrees:
            lines.append(
                f"the slope is the derivative: sympy {_yes(agrees['sympy'])}, balls {_yes(agrees['balls'])}"
            )
        yield "constants", lines
    if data["claims"]:
        yield (
            "claims",
            [f"{c['verdict']}: {c['claim']} = {c['formula']}: {c['says']}" for c in data["claims"]],
        )
        for claim in data["claims"]:
            if claim["witness"]:
                yield (
                    f"witness against {claim['claim']}",
                    [f"{key}: {value}" for key, value in claim["witness"].items()],
                )
    if "sensitivity" in data:
        found = data["sensitivity"]
        yield "sensitivity", [f"proved {found['proved']} for whole passes; {found['says']}"]
    if data["dropped"]:
        yield "premises given up", [f"{slug}: {lacks}" for slug, lacks in data["dropped"].items()]
    if "theorem" in data:
        theorem = data["theorem"]
        premises = [f"{slug}: {formula}" for slug, formula in theorem["premises"].items()]
        yield (
            f"theorem ({theorem['tier']})",
            [*_short_numbers(theorem["shows"]), "for all runs that meet its premises:", *premises],
        )


def _short_numbers(formula: str) -> list[str]:
    """The formula with its long fractions as decimals, and a line that says so. They are factors of an upper bound."""
    short = LONG.sub(lambda long: _number(Fraction(long[0])), formula)
    return [short] if short == formula else [short, "(decimals are rounded up; --json has the fractions)"]


def _yes(agrees: bool) -> str:
    return "agrees" if agrees else "does not agree"


def print_loss(report: LossReport, out: Console) -> None:
    colour = COLOURS[report.outcome]
    why = f": {escape_markup(report.why)}" if report.why else ""
    out.print(
        f"[{colour}]{report.outcome}[/{colour}] {escape_markup(report.file.title)}{why}", soft_wrap=True
    )
    for heading, lines in sections(report):
        out.print(f"\n[bold]{escape_markup(heading)}[/bold]")
        for line in lines:
            out.print(f"  {escape_markup(line)}", soft_wrap=True)


def html(report: LossReport) -> str:
    """One page that works offline, in the style of the report."""
    parts = [
        f"<h2>{escape(heading)}</h2><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
        for heading, lines in sections(report)
    ]
    title, why = escape(report.file.title), escape(report.why)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE.read_text(encoding='utf-8')}</style></head><body><main><h1>{title}</h1>"
        f"<p><strong>{report.outcome}</strong> {why}</p>{''.join(parts)}</main></body></html>\n"
    )


def table(reports: Iterable[tuple[str, LossReport]]) -> Iterator[str]:
    """One line a loss, as Markdown."""
    yield "| file | outcome | proved G/c | proved (β − Λ)/c² | share reached | claims, or why not |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name, report in reports:
        found = report.found
        S, kappa = ("", "") if found is None else (f"{_short(found.S.upper)}", f"{_short(found.kappa.upper)}")
        share = "" if report.share is None else f"{float(report.share):.2f}"
        said = "; ".join(f"{v.claim} {v.verdict}{_times(v)}" for v in report.claims)
        kind = "" if report.problem is None else f"; {report.problem.kind}"
        dropped = "".join(f"needs {slug}" for slug, lacks in report.dropped if lacks)
        yield f"| [{name}]({name}.toml) | {report.outcome} | {S} | {kappa} | {share} | {said}{kind}{dropped} |"


def _times(verdict: Any) -> str:
    return f" ({float(verdict.factor):.2f} times)" if verdict.verdict == "loose" else ""


def _short(value: Any) -> str:
    return f"{float(value):.4g}"
