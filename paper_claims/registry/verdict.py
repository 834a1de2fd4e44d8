"""Verdicts are derived here, from evidence, and nowhere typed.

A row counts if its check ran, decided, and its controls were rejected. Searches (property, probe)
neither prove nor refute. A universal row, or the example that a statement of existence asks for, proves if every check that
it needs proves. A statement is proved if
the theorems that its claim names, of the logic or of Coq, are proved, and each of the conclusions that it lists is drawn by a
proving row about this statement. A check of another place that the claim cites is such a row. That these make up the
statement is what a reader of the claim file judges. The rules, first match wins:

    open                   rows that count contradict each other
    depends_on_reading     of the readings that the paper prints one is proved, another refuted (all proved: as for a
                           statement; all refuted: refuted). A reading of our own is a warning if it is refuted and a repair
                           if it is proved; it changes no verdict, but it must be decided
    verified_with_premise  the repaired statement is proved, each extra premise is shown to be needed
    refuted                a row about the statement fails
    verified               the statement is proved and every step is ok
    true_but_proof_gap     the statement is proved, a step is a gap or wrong, and each such step is replaced by a
                           check that proves
    empirical              only searches and runs, which come out as expected: they confirm, contradict, or both
    open                   anything else
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paper_claims.registry.record import Claim, Proved, Reading, Step

SEARCHES = ("property", "probe")


@dataclass(frozen=True)
class Row:
    """One check's result, as the report prints it."""

    check: str
    label: str
    about: str
    method: str
    outcome: str  # holds, fails, undecided, crashed, timed out, not run here
    universal: bool
    scope: str
    control: str  # rejected, not rejected, undecided, crashed, timed out, not run here
    expect: str = "holds"
    exists: bool = False  # the example that a statement of existence asks for
    concludes: str = ""
    needs: tuple[str, ...] = ()
    quantified: tuple[str, ...] = ()  # the variables, if the row answers one question for all their values
    says: str = ""
    detail: str = ""
    witness: dict[str, str] | None = None
    theorem: Mapping[str, Any] | None = (
        None  # premises, conclusion, tier, what it rests on; of a row of the logic
    )

    @property
    def counts(self) -> bool:
        return self.outcome in ("holds", "fails") and self.control == "rejected"

    @property
    def settles(self) -> bool:
        """It holds for all, or it is the example that is asked for."""
        far = self.universal or self.exists
        return self.counts and self.outcome == "holds" and far and self.method not in SEARCHES

    @property
    def refutes(self) -> bool:
        return self.counts and self.outcome == "fails" and self.method not in SEARCHES


@dataclass(frozen=True)
class Verdict:
    """What follows from the rows: the verdict, a finding per step, a result per reading, and why."""

    verdict: str
    reason: str
    findings: dict[str, str]
    readings: dict[str, str]


def proving(rows: Iterable[Row]) -> set[str]:
    """The checks that prove and rest only on checks that prove: universal, or an example. Of rows with one name, all must."""
    needs: dict[str, set[str]] = {}
    holding, proven = list(rows), set[str]()
    for row in holding:
        needs.setdefault(row.check, set()).update(row.needs)
    for row in holding:
        if not row.settles:
            needs.pop(row.check, None)
    while more := {check for check in needs if check not in proven and needs[check] <= proven}:
        proven |= more
    return proven


def derive(claim: Claim, rows: Sequence[Row]) -> Verdict:
    """The verdict on a claim. `rows` include the rows of other claims that its own rows need."""
    proven = proving(rows)
    own = rows_about(claim, rows)
    findings = {step.slug: step_finding(step, own, proven) for step in claim.steps}
    readings = {reading.slug: _reading_result(claim, reading, own, proven) for reading in claim.readings}
    verdict, reason = _verdict(claim, own, proven, findings, readings)
    return Verdict(verdict, reason, findings, readings)


def rows_about(claim: Claim, rows: Sequence[Row]) -> list[Row]:
    """The rows of the claim's own checks and theorems, and the rows that it cites, as they stand here.

    A cited row whose further needs are not proved shows nothing here.
    """
    proven = proving(rows)
    by_name = {row.check: row for row in rows}
    cited = [
        replace(
            by_name[cite.check],
            label=claim.label,
            about=cite.about,
            concludes=cite.concludes,
            needs=tuple(dict.fromkeys((*by_name[cite.check].needs, *cite.needs))),
            says=cite.says,
        )
        for cite in claim.cites
        if cite.check in by_name and set(cite.needs) <= proven
    ]
    return [row for row in rows if row.label == claim.label] + cited


def step_finding(step: Step, own: Sequence[Row], proven: set[str]) -> str:
    """wrong: the line is false. gap: it does not follow as printed. ok: proved. else: unjudged."""
    line = [row for row in own if row.about == f"step:{step.slug}"]
    inference = [row for row in own if row.about == f"inference:{step.slug}"]
    if step.judged == "reader" and not line and not inference:
        return step.finding
    if any(row.refutes for row in line):
        return "wrong"
    if any(row.refutes for row in inference):
        return "gap"
    if any(row.check in proven for row in line) and all(
        row.counts and row.outcome == "holds" for row in line + inference
    ):
        return "ok"
    return "unjudged"


def _concluded(
    claim: Claim, conclusions: Sequence[str], about: str, own: Sequence[Row], proven: set[str]
) -> bool:
    """The theorems that the claim names are proved, and every conclusion is drawn by a proving row about this statement."""
    drawn = [row for row in own if row.about == about and row.check in proven]
    named = [proved for proved in claim.proved if stated_about(claim, proved) == about]
    stated = {row.check for row in drawn if row.theorem or row.method == "kernel"}
    by_theorems = all(proved.by in stated and set(proved.needs) <= proven for proved in named)
    by_checks = set(conclusions) <= {row.concludes for row in drawn}
    return bool(named or conclusions) and by_theorems and by_checks


def stated_about(claim: Claim, proved: Proved) -> str:
    """What a named theorem must be about: a reading, the repaired statement, or the statement."""
    if proved.reading:
        return f"reading:{proved.reading}"
    return "repair" if claim.extra_premises else "statement"


def premises_differ(claim: Claim, own: Sequence[Row]) -> list[str]:
    """What the claim lists and its theorems need, where the two lists differ."""
    named = {proved.by for proved in claim.proved}
    rows = [row for row in own if row.check in named and row.theorem]
    needed = {slug for row in rows for slug in (row.theorem or {})["given"]}
    listed = {
        *claim.setting,
        *claim.inherited,
        *(premise.slug for premise in claim.extra_premises if not premise.meaning),
    }
    if not rows:
        return []
    return [
        *(f"its theorems need {slug!r}, which it does not list" for slug in sorted(needed - listed)),
        *(f"it lists {slug!r}, which its theorems do not need" for slug in sorted(listed - needed)),
    ]


def _reading_result(claim: Claim, reading: Reading, own: Sequence[Row], proven: set[str]) -> str:
    about = f"reading:{reading.slug}"
    refuted = any(row.refutes for row in own if row.about == about)
    proved = _concluded(claim, reading.conclusions, about, own, proven)
    if refuted and proved:
        return "contradictory"
    return "refuted" if refuted else "proved" if proved else "open"


def _verdict(
    claim: Claim,
    own: Sequence[Row],
    proven: set[str],
    findings: dict[str, str],
    readings: dict[str, str],
) -> tuple[str, str]:
    statement = [row for row in own if row.about == "statement"]
    refuted = any(row.refutes for row in statement)
    about = "repair" if claim.extra_premises else "statement"
    proved = _concluded(claim, claim.conclusions, about, own, proven)
    failed_repair = any(row.refutes for row in own if row.about == "repair")

    failed = any(
        row.counts and row.outcome == "fails" for row in statement
    )  # also a search: it has found something
    contradictory = "contradictory" in readings.values() or (failed and proved and not claim.extra_premises)
    if contradictory or failed_repair:
        return "open", "rows that count contradict each other"
    if readings:
        printed = {readings[reading.slug] for reading in claim.readings if reading.printed}
        ours = [r.slug for r in claim.readings if not r.printed and readings[r.slug] == "proved"]
        if not {*readings.values()} <= {"proved", "refuted"}:
            return "open", "a reading is neither proved nor refuted"
        if printed == {"proved", "refuted"}:
            return "depends_on_reading", "one printed reading is proved, another refuted"
        if printed == {"refuted"}:
            instead = f"; {', '.join(ours)}, which the paper does not print, is proved" if ours else ""
            return "refuted", f"every printed reading is refuted{instead}"
        proved = True
    if claim.extra_premises:
        needed = {
            premise.slug: any(row.refutes for row in own if row.about == f"premise:{premise.slug}")
            for premise in claim.extra_premises
        }
        if proved and all(needed.values()):
            return "verified_with_premise", "proved with extra premises, each of which is needed"
        if not proved and not refuted:
            return "open", "the repaired statement is not proved"
        if not refuted:
            return "open", f"not shown to be needed: {', '.join(s for s, ok in needed.items() if not ok)}"
    if refuted:
        return "refuted", "a counterexample replays in exact or certified arithmetic"
    if proved:
        return _proved_verdict(claim, proven, findings)
    runs = [row for row in statement if row.counts and row.method in SEARCHES]
    if runs and all(row.outcome == row.expect for row in runs):
        return "empirical", _what_runs_say({row.outcome for row in runs})
    return "open", "no proof and no counterexample"


def _what_runs_say(outcomes: set[str]) -> str:
    if outcomes == {"holds"}:
        return "searches and runs found no violation; nothing is proved"
    if outcomes == {"fails"}:
        return "runs contradict it; nothing is proved"
    return "runs confirm one part and contradict another; nothing is proved"


def _proved_verdict(claim: Claim, proven: set[str], findings: dict[str, str]) -> tuple[str, str]:
    """A proved statement: what became of the printed proof?"""
    bad = [step for step in claim.steps if findings[step.slug] in ("gap", "wrong")]
    unjudged = [slug for slug, finding in findings.items() if finding == "unjudged"]
    unrepaired = [step.slug for step in bad if step.replaced_by not in proven]
    if unjudged:
        return "open", f"steps without a finding: {', '.join(unjudged)}"
    if unrepaired:
        return "open", f"steps that fail without a checked replacement: {', '.join(unrepaired)}"
    if bad:
        return "true_but_proof_gap", f"proved, but printed steps fail: {', '.join(step.slug for step in bad)}"
    return "verified", "proved, and every printed step holds"
