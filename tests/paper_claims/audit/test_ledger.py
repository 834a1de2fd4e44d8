"""The ledger of trust: nothing more and nothing less is trusted than was accepted, and what would be is named."""

from __future__ import annotations

import argparse
import inspect
import json
from dataclasses import replace
from pathlib import Path

import pytest
import z3

from paper_claims.audit import ledger
from paper_claims.audit.judging import Audit, audit, contradicted
from paper_claims.commands import trust
from paper_claims.commands.main import main
from paper_claims.registry.record import Registry
from proofs_check.logic import rules
from proofs_check.method import engines, smt


def test_the_ledger_is_the_accepted_one(whole_audit: Audit) -> None:
    found = ledger.ledger(whole_audit) | {"obligations": ledger.accepted()["obligations"]}
    assert ledger.differences(found, ledger.accepted()) == []
    assert ledger.STATEMENTS.read_text(encoding="utf-8") == ledger.statements_page(whole_audit)


def test_a_new_axiom_is_named(whole_audit: Audit) -> None:
    """One more axiom below one theorem, everything else as it is."""
    j = next(j for j in whole_audit.judged if j.theorems)
    row = j.theorems[0]
    planted = {"kind": "axiom", "name": "planted", "why": "", "says": "|- false", "about": []}
    theorem = {**(row.theorem or {}), "rests": [*(row.theorem or {})["rests"], planted]}
    rows = tuple(replace(r, theorem=theorem) if r is row else r for r in j.rows)
    more = replace(
        whole_audit, judged=tuple(replace(k, rows=rows) if k is j else k for k in whole_audit.judged)
    )
    differ = ledger.differences(ledger.ledger(more), ledger.ledger(whole_audit))
    assert [line.partition(":")[0] for line in differ] == ["axioms", "lines to read"]
    assert "planted" in differ[0]


@pytest.mark.skipif(not engines.installed(), reason="no second engine is installed: pip install cvc5")
def test_no_second_engine_contradicts_z3(obligations: Path, whole_audit: Audit) -> None:
    """Every obligation of the whole audit. Coq is asked by the command, and for some modules by test_lemmas.py."""
    found = engines.summary(engines.answers(obligations, engines.installed(), jobs=2))
    assert engines.askers(obligations, found["contradicted"]) == {}
    said = ledger.accepted()["obligations"]
    assert found["obligations"] == said["obligations"]
    for engine in engines.installed().keys() & said["confirmed"].keys():
        assert found["confirmed"][engine] >= said["confirmed"][engine]


def test_without_an_engine_there_is_nothing_to_ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "installed", dict)
    assert main(["trust", "--engines"]) == 2
    assert "must be installed" in capsys.readouterr().err


CHECK = "averaging.representer.span_without_radial"
THEOREMS = {f"averaging.span.{name}" for name in ("SUFFICIENT", "SOLVED", "NECESSARY")}


def contradicts(text: str) -> str:
    return "sat"


def confirms(text: str) -> str:
    solver = z3.Solver()
    solver.from_string(text)
    return str(solver.check())


@pytest.fixture(scope="module")
def one_label(registry: Registry) -> Audit:
    """A small audit, with checks and theorems."""
    return audit(registry, ["thm:representer"], jobs=2)


@pytest.fixture
def one_obligation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, one_label: Audit) -> None:
    """Of all obligations there is one, and no engine is accepted; who asks it is in `engines.asking`."""

    def asked(options: argparse.Namespace, fresh: bool) -> Audit:
        x = z3.Real("x")
        with engines.written_to(engines.place("checks"), smt):
            assert smt.prove([x > 1], x > 0).result == "holds"
        return one_label

    said = {"obligations": 1, "confirmed": {}, "z3 alone": 1}
    monkeypatch.setenv(engines.FOLDER, "")
    monkeypatch.setattr(trust, "OBLIGATIONS", tmp_path / "obligations")
    monkeypatch.setattr(trust, "audited", asked)
    monkeypatch.setattr(trust.coq, "version", str)
    monkeypatch.setattr(ledger, "accepted", lambda: ledger.ledger(one_label) | {"obligations": said})


@pytest.mark.usefixtures("one_obligation")
def test_an_engine_that_nobody_accepted_changes_no_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "installed", lambda: {"planted": confirms})
    assert main(["trust", "--engines", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["accepted"] is said["obligations counted now"] is True
    assert said["obligations"] == {"obligations": 1, "confirmed": {"planted": 1}, "z3 alone": 0}


def test_numbers_of_an_accepted_engine_that_is_not_here_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "installed", lambda: {"planted": confirms, "new": confirms})
    monkeypatch.setattr(trust.coq, "version", str)
    answers = {"a": {"planted": "unsat", "new": "unsat"}, "b": {"planted": "unknown", "new": "unsat"}}
    here = {"obligations": 2, "confirmed": {"planted": 1}, "z3 alone": 1}
    assert trust.comparable(answers, here) == (here, [])
    more = {"obligations": 2, "confirmed": {"planted": 1, "gone": 2}, "z3 alone": 0}
    assert trust.comparable(answers, more) == (more, ["gone"])
    fewer = {"a": {"planted": "unknown"}, "b": {"planted": "unknown"}}
    assert trust.comparable(fewer, more)[0]["confirmed"] == {"gone": 2}


@pytest.mark.usefixtures("one_obligation")
def test_without_engines_the_numbers_are_called_accepted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    assert main(["trust"]) == 0
    assert capsys.readouterr().out.count("accepted, not counted now") == 2
    assert main(["trust", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["obligations counted now"] is False


@pytest.mark.usefixtures("one_obligation")
@pytest.mark.parametrize(
    ("asking", "doubted"),
    [
        (CHECK, {CHECK}),
        (engines.theorems_of("proofs_check.averaging.span"), THEOREMS),
        (engines.theorems_of("proofs_check.lemmas.spaces"), THEOREMS),
    ],
)
def test_an_engine_that_contradicts_names_who_asked_and_turns_its_rows_red(
    asking: str,
    doubted: set[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    one_label: Audit,
) -> None:
    """A check, a module of theorems, and a module that this one is built on."""
    monkeypatch.setattr(engines, "asking", asking)
    monkeypatch.setattr(engines, "installed", lambda: {"planted": contradicts})
    assert main(["trust", "--engines"]) == 1
    said = capsys.readouterr().err
    assert f"{asking} has a solution" in said
    after = contradicted(one_label, {asking})
    assert {row.check for row in after.rows if row.outcome == "undecided"} == doubted
    assert all(f"check {name} undecided, expected" in said for name in doubted)
    assert one_label.problems == ()
    assert {f"problem: {problem}" for problem in after.problems} <= set(said.splitlines())


def test_the_accepted_ledger_is_plain_data() -> None:
    assert json.loads(ledger.ACCEPTED.read_text(encoding="utf-8"))["axioms"]


def test_an_axiom_has_clauses_and_a_clause_has_sorts() -> None:
    names = ["dot: sums, X", "dot: sums, V", "dot: zero, V", "root"]
    assert ledger.clauses(names) == {"dot": ["sums (V, X)", "zero (V)"], "root": ["root"]}


def test_the_rules_are_those_of_the_logic() -> None:
    """Every public function of the trusted file that makes a theorem or a definition; axiom and leaf assume theirs."""
    makes = {
        name
        for name, thing in vars(rules).items()
        if inspect.isfunction(thing) and thing.__annotations__.get("return") in ("Theorem", "Definition")
    }
    assert {name for name in makes if not name.startswith("_")} == {*ledger.RULES, "axiom", "leaf", "genuine"}


def test_the_first_screen_says_what_z3_alone_has_decided() -> None:
    found = ledger.accepted()
    said = found["obligations"]
    sentence = (
        f"z3 alone has decided {said['z3 alone']} of {said['obligations']} obligations (the accepted count)"
    )
    assert sentence in ledger.in_short(found)


def test_what_is_accepted_is_within_the_goals() -> None:
    found = ledger.accepted()
    assert len(found["axioms"]) + len(found["rules"]) <= 15
    assert sum(map(len, found["leaves"].values())) <= 40
    assert found["tied by a sentence"]["load-bearing"] == 0
    assert found["tied by a sentence"]["text"] <= 60
