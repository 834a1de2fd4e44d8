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
from paper_claims.audit.judging import Audit
from paper_claims.commands import trust
from paper_claims.commands.main import main
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
    """Every obligation of the whole audit; how many z3 alone has decided is in the ledger."""
    found = engines.summary(engines.answers(obligations, engines.installed()))
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


def contradicts(text: str) -> str:
    return "sat"


def test_an_engine_that_contradicts_names_who_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, whole_audit: Audit
) -> None:
    def asked(options: argparse.Namespace, fresh: bool) -> Audit:
        x = z3.Real("x")
        with engines.written_to(engines.place("checks"), smt):
            assert smt.prove([x > 1], x > 0).result == "holds"
        return whole_audit

    monkeypatch.setenv(engines.FOLDER, "")
    monkeypatch.setattr(engines, "asking", "planted.check")
    monkeypatch.setattr(engines, "installed", lambda: {"planted": contradicts})
    monkeypatch.setattr(trust, "OBLIGATIONS", tmp_path / "obligations")
    monkeypatch.setattr(trust, "audited", asked)
    assert main(["trust", "--engines"]) == 1
    assert "planted.check has a solution" in capsys.readouterr().err


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


def test_few_axioms_and_rules_are_accepted() -> None:
    found = ledger.accepted()
    assert len(found["axioms"]) + len(found["rules"]) <= 15
