"""Theorems as evidence: a claim stands on the theorems that it names, and lists exactly their premises."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paper_claims.audit import runner
from paper_claims.audit.judging import judge, premises_json, problems_of
from paper_claims.audit.runner import place, prove_theorems, theorem_row
from paper_claims.commands.main import main
from paper_claims.registry.record import Claim, Entry, Premise, Proved, Reading, Registry
from paper_claims.registry.verdict import Row, derive, premises_differ
from proofs_check.method.check import NOT_RUN

ROOT = Path(__file__).parents[2]
CLAIM = Claim(
    "thm:x", "theorem", "title", "where", "says", "formal", "verified", "none", "nothing",
    proved=(Proved("room.module.BOUND"),), setting=("positive",),
)  # fmt: skip


def stated(about: str = "statement", control: str = "rejected", place: str = "room.module.BOUND") -> Row:
    return theorem_row(
        {
            "label": "thm:x", "about": about, "place": place, "name": "a bound", "variables": "a ∈ ℝ", "uses": 2,
            "given": {"positive": "a > 0"}, "where": [], "shows": "a >= 0", "tier": "composed", "model": "a bound: holds",
            "rests": [{"kind": "axiom", "name": "root", "why": "what a root is"}], "control": control,
        }
    )  # fmt: skip


def test_a_named_theorem_proves_the_statement() -> None:
    assert derive(CLAIM, [stated()]).verdict == "verified"


@pytest.mark.parametrize(
    "rows",
    [[], [stated(control="not rejected")], [stated("repair")], [stated(place="room.module.OTHER")]],
    ids=["missing", "proves everything", "about another statement", "another theorem"],
)
def test_anything_else_does_not(rows: list[Row]) -> None:
    assert derive(CLAIM, rows).verdict == "open"


def test_a_check_by_that_name_is_no_theorem() -> None:
    row = replace(stated(), theorem=None, method="smt")
    assert derive(CLAIM, [row]).verdict == "open"


def test_a_theorem_needs_what_its_symbols_stand_for() -> None:
    claim = replace(CLAIM, proved=(Proved("room.module.BOUND", needs=("room.derivative",)),))
    slope = replace(stated(place="room.derivative"), theorem=None, label="app:y", method="symbolic")
    assert derive(claim, [stated(), slope]).verdict == "verified"
    assert derive(claim, [stated(), replace(slope, outcome="fails")]).verdict == "open"
    assert derive(claim, [stated()]).verdict == "open"


def test_conclusions_are_needed_beside_theorems() -> None:
    assert derive(replace(CLAIM, conclusions=("sharp",)), [stated()]).verdict == "open"


def test_a_reading_stands_on_its_own_theorem() -> None:
    readings = (Reading("a", "", True, True), Reading("b", "", True, False, ("c",)))
    claim = replace(CLAIM, proved=(Proved("room.module.BOUND", "a"),), readings=readings)
    assert derive(claim, [stated("reading:a")]).readings == {"a": "proved", "b": "open"}
    assert derive(claim, [stated()]).readings == {"a": "open", "b": "open"}


def test_premises_are_compared() -> None:
    assert premises_differ(CLAIM, [stated()]) == []
    assert premises_differ(replace(CLAIM, setting=()), [stated()]) == [
        "its theorems need 'positive', which it does not list"
    ]
    more = replace(
        CLAIM, extra_premises=(Premise("small", "", ""), Premise("per-class", "", "", meaning=True))
    )
    assert premises_differ(more, [stated()]) == ["it lists 'small', which its theorems do not need"]


def test_premises_that_differ_are_a_problem_of_the_audit() -> None:
    entry = Entry("thm:x", "theorem", "title", "where")
    judged = judge(entry, replace(CLAIM, setting=("positive", "small")), [stated()])
    assert problems_of(judged) == ["thm:x: it lists 'small', which its theorems do not need"]
    assert judged.tier == "composed"


def test_only_premises_that_the_claim_adds_are_called_added() -> None:
    """Nothing says of the others that the paper prints them: nobody has compared that."""
    entry = Entry("thm:x", "theorem", "title", "where")
    added = replace(CLAIM, setting=(), extra_premises=(Premise("positive", "a is positive", "why"),))
    for claim, row, words in ((CLAIM, stated(), None), (added, stated("repair"), "a is positive")):
        (premise,) = premises_json(judge(entry, claim, [row]))
        assert premise == {"slug": "positive", "formula": "a > 0", "added": words is not None, "words": words}


def test_the_tier_counts_leaves() -> None:
    row = stated()
    row = replace(
        row, theorem={**(row.theorem or {}), "rests": [{"kind": "leaf", "name": "softmax", "why": "Coq"}]}
    )
    entry = Entry("thm:x", "theorem", "title", "where")
    assert judge(entry, CLAIM, [row]).tier == "composed with 1 leaf"
    checks = replace(row, theorem=None, method="smt", concludes="c")
    assert judge(entry, replace(CLAIM, proved=(), conclusions=("c",)), [checks]).tier == "argued"


IN_COQ = replace(stated(place="coq.bound"), theorem=None, method="kernel")
BY_COQ = replace(CLAIM, proved=(Proved("coq.bound"),), setting=())


def test_a_theorem_of_coq_proves_the_statement() -> None:
    entry = Entry("thm:x", "theorem", "title", "where")
    judged = judge(entry, BY_COQ, [IN_COQ])
    assert (judged.verdict, judged.tier) == ("verified", "coq")
    assert [row.check for row in judged.named] == ["coq.bound"]
    # The weakest part counts.
    both = replace(BY_COQ, proved=(Proved("coq.bound"), Proved("room.module.BOUND")), setting=("positive",))
    assert judge(entry, both, [IN_COQ, stated()]).tier == "composed"
    sharp = replace(IN_COQ, check="room.sharp", method="smt", concludes="sharp")
    assert judge(entry, replace(BY_COQ, conclusions=("sharp",)), [IN_COQ, sharp]).tier == "argued"


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": NOT_RUN, "control": NOT_RUN}, {"outcome": "undecided"}, {"control": "not rejected"},
        {"universal": False}, {"about": "repair"}, {"check": "coq.other"}, {"method": "smt"}, {"label": "thm:y"},
    ],
    ids=str,
)  # fmt: skip
def test_a_row_of_coq_that_does_not_prove_it_does_not(changes: dict[str, Any]) -> None:
    judged = judge(Entry("thm:x", "theorem", "title", "where"), BY_COQ, [replace(IN_COQ, **changes)])
    assert (judged.verdict, judged.tier) == ("open", None)


def test_a_theorem_needs_what_shows_its_leaves() -> None:
    answer = dict(stated().theorem or {})
    leaf = {"kind": "leaf", "name": "softmax", "why": "Coq: bound", "by": "coq", "row": "coq.bound"}
    book = {"kind": "leaf", "name": "normal", "why": "textbook: Feller", "by": "textbook", "row": ""}
    row = theorem_row({**answer, "rests": [leaf, book]})
    assert row.needs == ("coq.bound",)
    shown = replace(IN_COQ, label="thm:y")
    assert derive(CLAIM, [row, shown]).verdict == "verified"
    assert derive(CLAIM, [row, replace(shown, outcome="undecided")]).verdict == "open"
    assert derive(CLAIM, [row]).verdict == "open"


def test_a_proof_that_does_not_go_through_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = {"module": "proofs_check.room.module", "problem": "Rejected: the step does not follow"}
    monkeypatch.setattr(runner, "modules_about", lambda labels: [answer["module"]])
    monkeypatch.setattr(runner, "answers_of", lambda module, order: iter([answer]))
    assert prove_theorems(None) == (
        [],
        ["proofs_check.room.module does not prove: Rejected: the step does not follow"],
    )


def test_claims_name_theorems_that_exist(registry: Registry) -> None:
    named = [proved.by for claim in registry.claims.values() for proved in claim.proved]
    assert len(named) >= 20
    for theorem in named:
        path, _, line = place(theorem).partition(":")
        assert (
            (ROOT / path)
            .read_text(encoding="utf-8")
            .splitlines()[int(line) - 1]
            .removeprefix("Theorem ")
            .startswith(theorem.rpartition(".")[2])
        )


def test_inherited_premises_come_with_what_is_used(registry: Registry) -> None:
    """Each is listed by a statement that the claim uses, directly or not."""

    def listed_by(label: str) -> set[str]:
        found: set[str] = set()
        for name, claim in registry.claims.items():
            if name == label or name.startswith(f"{label}#"):
                found |= {
                    *claim.setting,
                    *claim.inherited,
                    *(premise.slug for premise in claim.extra_premises),
                }
                found |= {slug for used in claim.uses for slug in listed_by(used)}
        return found

    for claim in registry.claims.values():
        assert set(claim.inherited) <= {slug for used in claim.uses for slug in listed_by(used)}, claim.label


@pytest.mark.slow
def test_show_prints_theorem_and_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "ex:dpsvm#strong_convexity", "--proof"]) == 0
    printed = capsys.readouterr().out
    assert "given  relaxed" in printed
    assert "shows  <grad" in printed or "shows  " in printed
    assert "the Huber loss is convex" in printed
    assert main(["show", "ex:dpsvm#strong_convexity", "--proof", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    (theorem,) = found["theorems"]
    names: dict[str, Any] = {item["theorem"]: item for item in theorem["proof"]}
    assert all(used in names for item in names.values() for used in item["uses"])
    assert found["tier"] == "composed"
    assert {premise["slug"] for premise in found["premises"]} == set(theorem["given"])
