"""Theorems as evidence: a claim stands on the theorems that it names, and lists exactly their premises."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from accountant.deployment.premises import chains
from paper_claims.audit import runner
from paper_claims.audit.judging import (
    checks_for,
    formal_text,
    judge,
    premises_json,
    problems_of,
    theorems_for,
)
from paper_claims.audit.runner import place, prove_theorems, theorem_row
from paper_claims.commands.main import main
from paper_claims.registry.premises import premise_words
from paper_claims.registry.record import Claim, Entry, Premise, Proved, Reading, Registry, Restated
from paper_claims.registry.verdict import Row, derive, premises_differ
from proofs_check.logic.statements import modules_about, source_of
from proofs_check.method.check import NOT_RUN, modules_of_rooms
from reference.errors import InvalidInput

ROOT = Path(__file__).parents[3]
CLAIM = Claim(
    "thm:x", "theorem", "title", "where", "says", "formal", "verified", "none", "nothing",
    proved=(Proved("room.module.BOUND"),), setting=("sigma",),
)  # fmt: skip


ENTRY = Entry("thm:x", "theorem", "title", "where", "load-bearing")


def stated(
    about: str = "statement",
    control: str = "rejected",
    place: str = "room.module.BOUND",
    given: dict[str, str] | None = None,
) -> Row:
    return theorem_row(
        {
            "label": "thm:x", "about": about, "place": place, "name": "a bound", "variables": "a ∈ ℝ", "uses": 2,
            "given": given or {"sigma": "a > 0"}, "where": [], "shows": "a >= 0", "tier": "composed", "model": "a bound: holds",
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


def test_a_check_may_need_a_theorem_of_another_label(registry: Registry) -> None:
    """An audit of the one label alone proves it, too."""
    entries = registry.select(["cor:group_privacy"])
    needed = theorems_for(registry, entries, checks_for(registry, entries))
    assert "gaussian.curve_theorem.FALLS_IN_EPS" in needed
    assert "proofs_check.gaussian.curve_theorem" in modules_about([], needed)
    assert modules_about([]) == []


def test_premises_are_compared() -> None:
    assert premises_differ(CLAIM, [stated()]) == []
    assert premises_differ(replace(CLAIM, setting=()), [stated()]) == [
        "its theorems need 'sigma', which it does not list"
    ]
    more = replace(
        CLAIM, extra_premises=(Premise("small", "", ""), Premise("per-class", "", "", meaning=True))
    )
    assert premises_differ(more, [stated()]) == ["it lists 'small', which its theorems do not need"]


def test_premises_that_differ_are_a_problem_of_the_audit() -> None:
    judged = judge(ENTRY, replace(CLAIM, setting=("sigma", "small")), [stated()])
    assert problems_of(judged) == ["thm:x: it lists 'small', which its theorems do not need"]
    assert judged.tier == "composed"


def premises_of(claim: Claim, *rows: Row) -> list[dict[str, Any]]:
    return premises_json(judge(ENTRY, claim, list(rows)))


def test_words_come_from_the_table_unless_the_claim_has_its_own() -> None:
    row = stated(given={"regularized": "Λ > 0", "same-start": "f(0) = f'(0)"})
    claim = replace(CLAIM, setting=("regularized", "same-start"))
    first, second = premises_of(claim, row)
    assert first == {
        "slug": "regularized", "formula": "Λ > 0", "added": False, "printed": True,
        "words": "the regularization Λ is positive",
    }  # fmt: skip
    assert not second["printed"]
    assert not second["added"]
    own = replace(claim, restated=(Restated("same-start", "both start at 0", True),))
    assert premises_of(own, row)[1] == second | {"printed": True, "words": "both start at 0"}
    ours = replace(claim, kind="ours")
    assert [premise["printed"] for premise in premises_of(ours, row)] == [None, None]


def test_a_premise_that_the_claim_adds_is_not_printed() -> None:
    added = replace(CLAIM, setting=(), extra_premises=(Premise("regularized", "why", "Λ is positive"),))
    (premise,) = premises_of(added, stated("repair", given={"regularized": "Λ > 0"}))
    assert (premise["added"], premise["printed"], premise["words"]) == (True, False, "Λ is positive")


def test_a_premise_without_words_is_a_problem_of_the_audit() -> None:
    claim = replace(CLAIM, setting=("unheard-of",))
    judged = judge(ENTRY, claim, [stated(given={"unheard-of": "a > 0"})])
    assert problems_of(judged) == ["thm:x: premises.toml has no words for the premise 'unheard-of'"]


def test_formal_is_printed_from_the_theorem() -> None:
    """One line a premise with its words; `added` if the paper does not print it."""
    row = stated(given={"regularized": "a > 0", "same-start": "b = 0"})
    claim = replace(CLAIM, formal="", setting=("regularized", "same-start"))
    assert (formal_text(judge(ENTRY, claim, [row])) or "").splitlines() == [
        "for    a ∈ ℝ",
        "given  regularized              a > 0  (the regularization Λ is positive)",
        "added  same-start               b = 0  (both runs start at the same model)",
        "shows  a >= 0",
    ]
    assert formal_text(judge(ENTRY, CLAIM, [])) == "formal"


def test_formal_is_typed_only_where_no_theorem_says_it_all(registry: Registry) -> None:
    for claim in registry.claims.values():
        in_logic = any(not proved.by.startswith("coq.") for proved in claim.proved)
        assert bool(claim.formal) or in_logic, claim.label
        assert not (claim.formal and in_logic) or claim.conclusions, claim.label


def test_every_premise_has_words_and_is_used(registry: Registry) -> None:
    """The slugs that claims list are those of their theorems (the audit compares them); each stands in a theorem module."""
    listed = {slug for claim in registry.claims.values() for slug in (*claim.setting, *claim.inherited)}
    assert listed <= set(premise_words())
    source = "".join(map(source_of, modules_of_rooms(with_theorems=True)))
    slugs = [slug.rstrip("'") for slug in premise_words()]  # nearest' is what nearest says, in another run
    assert [slug for slug in slugs if f'"{slug}"' not in source] == []


def test_certificates_say_premises_in_the_words_of_the_table() -> None:
    for chain in chains().values():
        for slug, premise in chain["premises"].items():
            assert premise["words"] == premise_words()[slug].says.replace("$", "")


def test_what_a_claim_restates_it_lists(registry: Registry) -> None:
    for claim in registry.claims.values():
        for own in claim.restated:
            assert own.slug in (*claim.setting, *claim.inherited), claim.label
            common = premise_words()[own.slug]
            assert own.says not in ("", common.says) or own.printed not in (None, common.printed), claim.label


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[printed]\na = "b"\n', "key 'unprinted' is missing"),
        ('[printed]\na = "b"\n[unprinted]\na = "b"\n', "it is in both"),
        ("[printed]\na = 1\n[unprinted]\n", "must be text"),
        ('[printed]\na = "$x"\n[unprinted]\n', "closes every mark"),
    ],
)
def test_a_broken_table_of_premises_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "premises.toml"
    path.write_text(text)
    with pytest.raises(InvalidInput, match=re.escape(message)):
        premise_words(path)


def test_the_tier_counts_leaves() -> None:
    row = stated()
    row = replace(
        row, theorem={**(row.theorem or {}), "rests": [{"kind": "leaf", "name": "softmax", "why": "Coq"}]}
    )
    assert judge(ENTRY, CLAIM, [row]).tier == "composed with 1 leaf"


BY_CHECKS = replace(CLAIM, proved=(), setting=(), conclusions=("c",))
QUESTION = replace(
    stated(place="room.check"), theorem=None, method="smt", concludes="c", quantified=("a", "b")
)


TEXT = replace(ENTRY, weight="text")  # what is only argued keeps its verdict


def test_tiers_by_checks() -> None:
    """computed: one question with free variables, which needs nothing. Everything else is argued."""
    other = replace(QUESTION, check="room.other")
    cases = {
        (QUESTION,): "computed",
        (replace(QUESTION, quantified=()),): "argued",  # put together from several answers
        (replace(QUESTION, method="exact"),): "argued",
        (replace(QUESTION, needs=("room.other",)), other): "computed",  # the other row answers it alone
        (replace(QUESTION, needs=("room.other",)), replace(other, concludes="")): "argued",
    }
    assert {rows: judge(TEXT, BY_CHECKS, list(rows)).tier for rows in cases} == cases
    two = replace(BY_CHECKS, conclusions=("c", "d"))
    rows = [QUESTION, replace(other, concludes="d", quantified=())]
    assert judge(TEXT, two, rows).tier == "argued"


def test_a_tier_is_that_of_the_weakest_part() -> None:
    both = replace(CLAIM, conclusions=("c",))
    assert judge(ENTRY, both, [stated(), QUESTION]).tier == "computed"
    assert judge(TEXT, both, [stated(), replace(QUESTION, quantified=())]).tier == "argued"
    readings = (Reading("a", "", True, True), Reading("b", "", True, False, ("c",)))
    claim = replace(CLAIM, proved=(Proved("room.module.BOUND", "a"),), readings=readings)
    refuted = replace(QUESTION, about="reading:b", outcome="fails", concludes="")
    assert judge(ENTRY, claim, [stated("reading:a"), refuted]).tier == "composed"


def test_a_refutation_has_the_tier_of_what_refutes_it() -> None:
    """One row of Coq is enough; each printed reading needs one."""
    computed = replace(QUESTION, about="statement", outcome="fails", universal=False, concludes="")
    in_coq = replace(computed, check="coq.example", method="kernel")
    cases = {
        (computed,): "computed",
        (computed, in_coq): "coq",
        (computed, replace(in_coq, about="step:last")): "computed",
        (computed, replace(in_coq, outcome=NOT_RUN, control=NOT_RUN)): "computed",
        (computed, replace(in_coq, control="not rejected")): "computed",
    }
    assert {rows: judge(ENTRY, BY_CHECKS, list(rows)).tier for rows in cases} == cases
    readings = tuple(Reading(slug, "", slug != "c", False) for slug in "abc")  # c is ours
    claim = replace(BY_CHECKS, conclusions=(), readings=readings)
    rows = [replace(in_coq, about=f"reading:{slug}", check=f"coq.{slug}") for slug in "abc"]
    judged = judge(ENTRY, claim, rows)
    assert (judged.verdict, judged.tier) == ("refuted", "coq")
    assert judge(ENTRY, claim, [rows[0], replace(rows[1], method="smt"), rows[2]]).tier == "computed"


def test_what_is_not_proved_has_no_tier_unless_a_reader_looked() -> None:
    listed = Entry("fig:x", "figure", "title", "where", "text", "out_of_scope", "judged by a reader: a view")
    assert judge(listed, None, []).tier == "read"
    assert judge(replace(listed, reason="a drawing"), None, []).tier is None
    assert judge(ENTRY, CLAIM, []).tier is None


def test_load_bearing_statements_that_are_only_argued_are_open() -> None:
    argued = [replace(QUESTION, quantified=())]
    opened = judge(ENTRY, BY_CHECKS, argued)
    assert (opened.verdict, opened.tier) == ("open", None)
    assert "load-bearing, but only argued" in problems_of(opened)[0]
    assert judge(ENTRY, BY_CHECKS, [QUESTION]).verdict == "verified"
    assert judge(TEXT, BY_CHECKS, argued).verdict == "verified"


IN_COQ = replace(stated(place="coq.bound"), theorem=None, method="kernel")
BY_COQ = replace(CLAIM, proved=(Proved("coq.bound"),), setting=())


def test_a_theorem_of_coq_proves_the_statement() -> None:
    entry = ENTRY
    judged = judge(entry, BY_COQ, [IN_COQ])
    assert (judged.verdict, judged.tier) == ("verified", "coq")
    assert [row.check for row in judged.named] == ["coq.bound"]
    # The weakest part counts.
    both = replace(BY_COQ, proved=(Proved("coq.bound"), Proved("room.module.BOUND")), setting=("positive",))
    assert judge(entry, both, [IN_COQ, stated()]).tier == "composed"
    sharp = replace(IN_COQ, check="room.sharp", method="smt", concludes="sharp")
    assert judge(TEXT, replace(BY_COQ, conclusions=("sharp",)), [IN_COQ, sharp]).tier == "argued"


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": NOT_RUN, "control": NOT_RUN}, {"outcome": "undecided"}, {"control": "not rejected"},
        {"universal": False}, {"about": "repair"}, {"check": "coq.other"}, {"method": "smt"}, {"label": "thm:y"},
    ],
    ids=str,
)  # fmt: skip
def test_a_row_of_coq_that_does_not_prove_it_does_not(changes: dict[str, Any]) -> None:
    judged = judge(ENTRY, BY_COQ, [replace(IN_COQ, **changes)])
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
    monkeypatch.setattr(runner, "modules_about", lambda labels, places=(): [answer["module"]])
    monkeypatch.setattr(runner, "answers_of", lambda module, order: iter([answer]))
    assert prove_theorems(None) == (
        [],
        ["proofs_check.room.module does not prove: Rejected: the step does not follow"],
    )


def test_claims_name_theorems_that_exist(registry: Registry) -> None:
    named = [proved.by for claim in registry.claims.values() for proved in claim.proved]
    assert named
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

    def listed_by(label: str, seen: frozenset[str] = frozenset()) -> set[str]:
        found: set[str] = set()
        for name, claim in registry.claims.items():
            if name not in seen and (name == label or name.startswith(f"{label}#")):
                found |= {
                    *claim.setting,
                    *claim.inherited,
                    *(premise.slug for premise in claim.extra_premises),
                }
                found |= {slug for used in claim.uses for slug in listed_by(used, seen | {name})}
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
    assert "premises here and there: relaxed" in printed
    assert main(["show", "ex:dpsvm#strong_convexity", "--proof", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    (theorem,) = found["theorems"]
    names: dict[str, Any] = {item["theorem"]: item for item in theorem["proof"]}
    assert all(used in names for item in names.values() for used in item["uses"])
    for item in names.values():
        for used, met in item["met"].items():
            assert set(met) == set(names[used]["given"])
    assert found["tier"] == "composed with 2 leaves"  # checks: the slope is the derivative of the loss
    assert {premise["slug"] for premise in found["premises"]} == set(theorem["given"])
