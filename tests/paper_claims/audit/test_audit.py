"""The whole audit: every asserted verdict is derived, every control is rejected, two runs give the same bytes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from accountant.deployment.file import read
from accountant.deployment.foundations import FILE as LINKS
from accountant.deployment.foundations import PREMISE, chain
from accountant.deployment.premises import FILE, chain_of
from paper_claims.audit.chain_premises import chain_premises, link_tiers, written
from paper_claims.audit.judging import Audit, audit, judge, problems_of
from paper_claims.audit.runner import run_checks
from paper_claims.commands.certify import examples
from paper_claims.output import json_text
from paper_claims.registry.record import VERDICTS, Registry
from paper_claims.report.files import write_report
from paper_claims.report.markdown import markdown
from proofs_check.method.check import NOT_RUN, all_checks

pytestmark = pytest.mark.slow


def test_asserted_verdicts_are_derived(whole_audit: Audit) -> None:
    for judged in whole_audit.judged:
        if judged.claim:
            assert judged.verdict == judged.claim.verdict, f"{judged.entry.label}: {judged.derived.reason}"
            findings = {step.slug: step.finding for step in judged.claim.steps}
            assert judged.derived.findings == findings, judged.entry.label
    assert whole_audit.problems == ()


def test_premises_of_certificates_are_those_of_the_theorems(whole_audit: Audit) -> None:
    """If not: python -m paper_claims.audit.chain_premises."""
    rows = [row for judged in whole_audit.judged for row in judged.rows]
    assert written(chain_premises(rows)) == FILE.read_text(encoding="utf-8")


def test_every_claim_has_evidence_and_every_control_is_rejected(
    whole_audit: Audit, registry: Registry
) -> None:
    rows = [row for judged in whole_audit.judged for row in judged.rows]
    assert {row.check for row in rows if not row.theorem} == set(all_checks())
    cited = sum(cite.check in all_checks() for claim in registry.claims.values() for cite in claim.cites)
    assert len([row for row in rows if not row.theorem]) == len(all_checks()) + cited
    assert {proved.by for claim in registry.claims.values() for proved in claim.proved} <= {
        row.check for row in rows
    }
    assert [row.check for row in rows if row.control != "rejected" and row.outcome != NOT_RUN] == []
    assert all(row.method == "kernel" for row in rows if row.outcome == NOT_RUN)
    assert all(judged.rows for judged in whole_audit.judged if judged.claim)


def test_links_of_certificates_are_theorems(whole_audit: Audit) -> None:
    """Each names the theorems that it uses: of its label, or the certificate's own. What is used as a premise is promised."""
    proved = {
        (row.check, row.label)
        for judged in whole_audit.judged
        for row in judged.rows
        if row.check in judged.proofs and (row.theorem or row.method == "kernel")
    }
    places = {place for place, _ in proved}
    plans = [read(path) for path in examples()]
    links = [(link, chain_of(plan)["place"]) for plan in plans for link in chain(plan)]
    assert links
    for link, own in links:
        assert bool(link.theorems) == (link.form != PREMISE), link.label
        for place in link.theorems:
            assert (place, link.label) in proved or (place == own and own in places), (link.label, place)


def test_tiers_of_links_are_those_of_the_theorems(whole_audit: Audit) -> None:
    """If not: python -m paper_claims.audit.chain_premises."""
    rows = [row for judged in whole_audit.judged for row in judged.rows]
    assert written(link_tiers(rows)) == LINKS.read_text(encoding="utf-8")


def test_what_breaks_privacy_has_a_repair_that_a_proof_stands_behind(whole_audit: Audit) -> None:
    """A proving row about the repair or an adopted reading, or a row that rests on proving ones alone."""
    proofs = {name for judged in whole_audit.judged for name in judged.proofs}
    broken = [judged for judged in whole_audit.judged if judged.claim and judged.claim.impact == "unsound"]
    assert broken
    for judged in broken:
        assert judged.claim is not None
        assert judged.claim.repair is not None, judged.entry.label
        adopted = {f"reading:{reading.slug}" for reading in judged.claim.readings if reading.adopted}
        behind = [row for row in judged.rows if row.about in {"repair", *adopted} and row.method != "kernel"]
        assert any(
            row.check in proofs or (row.counts and row.needs and set(row.needs) <= proofs) for row in behind
        ), judged.entry.label


def test_without_coq_and_without_its_record_only_what_names_it_is_open(whole_audit: Audit) -> None:
    rows = [row for judged in whole_audit.judged for row in judged.rows]
    missing = [
        replace(row, outcome=NOT_RUN, control=NOT_RUN, detail="Coq is not installed")
        if row.method == "kernel"
        else row
        for row in rows
    ]
    kernel = {row.check for row in rows if row.method == "kernel"}
    behind: set[str] = set()  # theorems with a leaf that Coq proves, and what needs them
    while more := {row.check for row in rows if set(row.needs) & (kernel | behind)} - behind:
        behind |= more
    for before in whole_audit.judged:
        after = judge(before.entry, before.claim, missing)
        assert after.in_kernel == []
        named = {proved.by for proved in before.claim.proved} if before.claim else set()
        if not (named | {row.check for row in before.rows if row.concludes}) & (kernel | behind):
            assert (after.derived, problems_of(after)) == (before.derived, []), before.entry.label


def test_statements_with_kernel_evidence_are_marked(whole_audit: Audit) -> None:
    marked = {j.entry.label: j.in_kernel for j in whole_audit.judged if j.in_kernel}
    text = "\n".join(markdown(whole_audit))
    if not marked:
        assert (
            "theorems were not run here: Coq is not installed (Debian and Ubuntu: apt-get install coq" in text
        )
        return
    in_kernel = {name for name, check in all_checks().items() if check.method == "kernel"}
    assert {row.check for rows in marked.values() for row in rows} == in_kernel
    for label, rows in marked.items():
        (line,) = [
            line for line in text.splitlines() if re.match(rf"\| \[[^\]]*{re.escape(label)}\]\(", line)
        ]
        assert f"| {len(rows)} |" in line


def test_json_has_the_promised_shape(whole_audit: Audit) -> None:
    data = whole_audit.to_json()
    assert data["schema"] == 1
    assert set(data) == {"schema", "paper", "tool", "claims", "counts", "tally", "mutants", "trusted_base"}
    assert data["paper"]["arxiv"].startswith("2211.02003")
    assert data["mutants"] is None
    assert set(data["counts"]) == set(VERDICTS)
    assert sum(data["counts"].values()) == len(data["claims"])
    assert sum(group["statements"] for group in data["tally"].values()) == len(data["claims"])
    (lemma,) = [claim for claim in data["claims"] if claim["label"] == "lem:max_smoothness"]
    assert lemma["part"] is None
    promised = {"label", "part", "kind", "title", "verdict", "impact", "standing", "evidence", "steps", "witness",
                "repair", "consequence", "weight", "nature", "as_run", "printed_readings"}  # fmt: skip
    assert promised <= set(lemma)
    row = {"check", "about", "method", "outcome", "universal", "scope", "control"}
    assert row <= set(lemma["evidence"][0])
    parts = {claim["part"] for claim in data["claims"] if claim["label"] == "ex:dpsvm"}
    assert parts == {"strong_convexity", "lipschitz", "smoothness", "sensitivity"}


def test_two_runs_give_the_same_bytes(whole_audit: Audit, registry: Registry, tmp_path: Path) -> None:
    """Every eleventh statement runs again, in other processes: the same text; and the reports are written twice."""
    labels = [entry.label for entry in registry.entries[::11]]
    again = audit(registry, labels, jobs=3)
    first = {json_text(claim) for claim in whole_audit.to_json()["claims"]}
    assert {j.entry.label for j in again.judged} >= set(labels)
    assert {json_text(claim) for claim in again.to_json()["claims"]} <= first
    for folder in ("first", "second"):
        write_report(whole_audit, tmp_path / folder)
    for name in ("audit.json", "AUDIT.md", "index.html"):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
    json.loads((tmp_path / "first" / "audit.json").read_text(encoding="utf-8"))
    assert sorted(path.name for path in (tmp_path / "first").iterdir()) == [
        "AUDIT.md",
        "audit.json",
        "index.html",
    ]


TROUBLE = """
import os, time
from collections import deque
from itertools import repeat

def work(name):
    if name == "simplex.maximum_printed.quarter_is_attained":
        raise RuntimeError("two\\nlines")
    if name == "simplex.maximum_printed.multiplier_is_right":
        os._exit(11)
    if name == "simplex.maximum_printed.base_case_is_right":
        deque(repeat(0), maxlen=0)  # computes in one call, which no handler interrupts
    if name == "simplex.maximum_printed.derivatives_are_right":
        time.sleep(600)
    return {"outcome": "holds", "control": "rejected", "detail": "", "witness": None}
"""


def test_a_crash_and_a_hang_do_not_take_the_rest_down(
    registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trouble.py").write_text(TROUBLE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    names = [name for name, check in all_checks().items() if check.label == "lem:max_smoothness"]
    rows = {row.check: row for row in run_checks(names, jobs=2, time_limit=1, work="trouble:work")}
    assert rows.keys() == set(names)
    assert rows["simplex.maximum_printed.quarter_is_attained"].detail == "RuntimeError: two lines"
    assert rows["simplex.maximum_printed.multiplier_is_right"].outcome == "crashed"
    assert "exit code 11" in rows["simplex.maximum_printed.multiplier_is_right"].detail
    assert rows["simplex.maximum_printed.base_case_is_right"].outcome == "timed out"
    assert rows["simplex.maximum_printed.derivatives_are_right"].outcome == "timed out"
    assert sum(row.outcome == "holds" for row in rows.values()) == len(names) - 4

    (entry,) = registry.select(["lem:max_smoothness"])
    judged = judge(entry, registry.claims[entry.label], list(rows.values()))
    assert judged.verdict == "open"
    assert sum("crashed" in p or "timed out" in p for p in problems_of(judged)) == 4


def test_what_rests_on_a_broken_lemma_falls_with_it(whole_audit: Audit, registry: Registry) -> None:
    """Without the Huber slope every statement about the Huber SVM is open, and nothing else is."""
    rows = [row for judged in whole_audit.judged for row in judged.rows]
    broken = [
        replace(row, outcome="fails")
        if row.check == "objectives.huber.slope_and_curvature_are_derivatives"
        else row
        for row in rows
    ]
    verdicts = {e.label: judge(e, registry.claims.get(e.label), broken).verdict for e in registry.entries}
    changed = {j.entry.label for j in whole_audit.judged if verdicts[j.entry.label] != j.verdict}
    parts = ("strong_convexity", "lipschitz", "smoothness", "sensitivity")
    assert changed == {"app:huber", "ours:smooth_averaging"} | {f"ex:dpsvm#{part}" for part in parts}


def test_dropping_any_named_theorem_or_what_it_needs_opens_its_claim(
    whole_audit: Audit, registry: Registry
) -> None:
    rows = [row for judged in whole_audit.judged for row in judged.rows]
    for judged in whole_audit.judged:
        for proved in judged.claim.proved if judged.claim else ():
            for name in (proved.by, *proved.needs):
                left = [row for row in rows if row.check != name]
                assert judge(judged.entry, judged.claim, left).verdict in ("open", "refuted"), (
                    f"{judged.entry.label}: {name}"
                )


def test_dropping_any_needed_check_opens_its_claim(whole_audit: Audit, registry: Registry) -> None:
    rows = [row for judged in whole_audit.judged for row in judged.rows]
    for judged in whole_audit.judged:
        for conclusion in judged.claim.conclusions if judged.claim else ():
            drawn = {row.check for row in judged.rows if row.concludes == conclusion}
            left = [row for row in rows if row.check not in drawn]
            assert judge(judged.entry, judged.claim, left).verdict == "open", (
                f"{judged.entry.label}: {conclusion}"
            )


def test_a_pool_that_dies_leaves_no_row_uncounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nothing.py").write_text("raise SystemExit(3)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (row,) = run_checks(["objectives.huber.loss_is_close_to_the_hinge"], work="nothing:work")
    assert (row.outcome, row.counts) == ("crashed", False)
