"""The findings at the top of README and report, what rests on what, and that every refutation replays."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from paper_claims.audit.judging import Audit
from paper_claims.audit.top_findings import line, number, ranked
from paper_claims.output import PIPE_WIDTH
from paper_claims.registry.files import load
from paper_claims.registry.record import Claim, Finding, Registry
from paper_claims.registry.rests_on import resting_on
from paper_claims.report.markdown import markdown
from paper_claims.report.terminal import print_audit, print_replay
from proofs_check.method.check import all_checks, control_status

README = Path(__file__).parents[3] / "README.md"
TEN = ranked(load().claims.values())
DECIDING = ("exact", "interval", "smt", "symbolic", "enumeration")


@pytest.mark.slow
@pytest.mark.parametrize("claim", TEN, ids=lambda claim: claim.label)
def test_readme_says_what_the_checks_find(claim: Claim) -> None:
    assert claim.finding is not None
    check = all_checks()[claim.finding.check]
    outcome = check.run()
    assert (outcome.result, control_status(check)[0]) == ("fails", "rejected")
    text = " ".join(README.read_text(encoding="utf-8").split())
    assert line(claim, outcome.witness or {}) in text


@pytest.mark.slow
def test_readme_shows_how_the_audit_ends(whole_audit: Audit) -> None:
    """Its sample is what the command prints, but for Coq and the mutants, which may not have run here."""
    out = io.StringIO()
    print_audit(whole_audit, Console(file=out, width=PIPE_WIDTH), listed=False)
    text = README.read_text(encoding="utf-8")
    for shown in out.getvalue().splitlines():
        assert shown.startswith(("kernel:", "mutants:")) or f"    {shown.rstrip()}\n" in text


def test_findings_name_refutations_of_their_statements() -> None:
    checks = all_checks()
    assert [claim.finding.rank for claim in TEN if claim.finding] == list(range(1, 11))
    for claim in TEN:
        assert claim.finding is not None
        cited = {cite.check for cite in claim.cites}
        assert checks[claim.finding.check].label == claim.label or claim.finding.check in cited
        assert checks[claim.finding.check].expect == "fails"


def test_numbers_are_read_off_the_witness() -> None:
    finding = Finding(1, "{}", "t.c", "delta", "bound")
    assert number(Finding(1, "{}", "t.c", "delta"), {"delta": "[0.69481, 0.69482]"}) == "0.69"
    assert number(finding, {"delta": "3", "bound": "11/10"}) == "2.72"
    assert number(finding, {"delta": "2.8284", "bound": "0.0035"}) == "808"
    assert number(finding, {"delta": "1", "bound": "3"}) == "0.334"  # towards 1, as in a certificate


def test_a_wide_interval_has_no_two_digits() -> None:
    with pytest.raises(ValueError, match="too wide"):
        number(Finding(1, "{}", "t.c", "delta"), {"delta": "[0.61, 0.69]"})


@pytest.mark.slow
def test_every_refutation_replays(whole_audit: Audit) -> None:
    refuted = [j for j in whole_audit.judged if j.verdict == "refuted"]
    assert refuted
    for j in refuted:
        decisive = [
            row
            for row in j.rows
            if row.refutes and row.method in DECIDING and row.about.startswith(("statement", "reading"))
        ]
        assert any(row.witness for row in decisive), f"{j.entry.label}: no counterexample with its numbers"
        out = io.StringIO()
        print_replay(j, Console(file=out, width=200))
        assert "What fails as printed" in out.getvalue(), j.entry.label
        assert f"=> {decisive[0].detail}"[:40] in out.getvalue(), j.entry.label


@pytest.mark.slow
def test_report_opens_with_the_findings_and_shows_what_rests_on_what(whole_audit: Audit) -> None:
    text = "\n".join(markdown(whole_audit))
    assert all(f"{i}. `{claim.label}`" in text for i, claim in enumerate(TEN, start=1))
    assert (
        text.index("The findings that matter most")
        < text.index("## Verdicts")
        < text.index("## What rests on what")
    )
    counted = dict(re.findall(r"- refuted (\S+): (\d+) statements? above it", text))
    assert counted
    for label, count in counted.items():
        above = {
            name for name, standing in whole_audit.standing.items() if re.search(f"{label}(,|$)", standing)
        }
        assert above == resting_on(whole_audit.uses)[label]
        assert len(above) == int(count)


def test_a_reader_vouches_for_nothing(registry: Registry) -> None:
    read = [entry for entry in registry.entries if entry.reason.startswith("judged by a reader:")]
    assert read
    assert {entry.status for entry in read} == {"out_of_scope"}
    steps = [step for claim in registry.claims.values() for step in claim.steps if step.judged == "reader"]
    assert {step.finding for step in steps} <= {"gap", "wrong"}
