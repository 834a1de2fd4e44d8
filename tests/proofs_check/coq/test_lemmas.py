"""Theories of obligations: Coq proves what has no solution and nothing else, no answer is lost, and the record is of today."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import z3

from paper_claims.audit import ledger
from paper_claims.audit.judging import Audit
from proofs_check.coq import compiler as coq
from proofs_check.coq import lemmas
from proofs_check.coq.polynomial import Lemma
from proofs_check.method.engines import smtlib

COQ = pytest.mark.skipif(not coq.version(), reason=f"Coq is not installed ({coq.INSTALL})")
SAMPLE = "proofs_check.sensitivity.closed_forms"  # the theorems whose obligations `make test` proves again
RIGHT = Lemma("forall (x0 x1 : R), 1 < x0 -> 1 < x1 -> x0 * x1 <= 1 -> False", False)
WRONG = replace(RIGHT, says=RIGHT.says.replace("<= 1", "<= 2"))
BOTH = {"o_right": RIGHT, "o_wrong": WRONG}


def written(folder: Path, *obligations: list[z3.BoolRef]) -> list[Path]:
    texts = map(smtlib, obligations)
    paths = [folder / f"{number}.smt2" for number, _ in enumerate(obligations)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="ascii")
    return paths


def test_an_obligation_that_two_ask_is_one_lemma(tmp_path: Path) -> None:
    x, y = z3.Reals("x y")
    found = lemmas.stated(written(tmp_path, [x > 1, x < 1], [y > 1, y < 1, x > 0]))
    assert len(found.lemmas) == 1
    assert set(found.lemma_of) == {"0", "1"}
    assert found == lemmas.stated(sorted(tmp_path.iterdir()))


def test_what_was_chosen_is_chosen_again(tmp_path: Path) -> None:
    """Also where there are quantifiers, and where nothing is stated."""
    x, y, z = z3.Reals("x y z")
    n, f = z3.Int("n"), z3.Function("f", z3.IntSort(), z3.RealSort())
    every = z3.ForAll([n], f(n) > 1)
    many = [z3.Real(f"x{number}") > number for number in range(20)]
    paths = written(tmp_path, [x > 1, z > 2, x * x < 1], [z > 2, every, y > 1, f(n) * y < 1], many)
    found = lemmas.stated(paths)
    assert list(found.choices.values()) == [";0 2", "1 2 3;0 1 2", "-"]
    assert lemmas.stated(paths, found.choices) == found
    other = lemmas.stated(paths, {"0": ";0 1 2", "1": ";7", "2": ";0 3"})
    assert other.choices == found.choices | {"0": ";0 1 2", "2": ";0 3"}


@COQ
def test_a_planted_lemma_that_is_false_is_refused(tmp_path: Path) -> None:
    assert lemmas.tried(BOTH) == {"o_right"}
    found = lemmas.Stated(BOTH, {"a": "o_right", "b": "o_wrong"}, 2, "", {})
    for left_open in (None, ()):
        confirmed = lemmas.confirmed("planted", found, left_open)
        assert confirmed.obligations == ["a"]
        assert bool(confirmed.refused) == (left_open == ())
    assert lemmas.confirmed("planted", found, ["o_wrong"]).refused == ""
    assert not lemmas.compiled({"planted": BOTH})["planted"].accepted


@pytest.mark.parametrize("output", ["<o_wrong open>\n", "find_witness Timeout<o_right proved><o_wron"])
def test_a_lost_answer_is_noticed(monkeypatch: pytest.MonkeyPatch, output: str) -> None:
    monkeypatch.setattr(coq, "version", lambda: "8.16.1")
    monkeypatch.setattr(coq, "compile_theories", lambda *asked: {"Tried0": coq.Compiled(True, output)})
    with pytest.raises(RuntimeError, match=r"does not answer for o_(right|wrong)"):
        lemmas.tried(BOTH)


def test_what_a_stopped_tactic_prints_before_an_answer_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = "find_witness Control.Timeout<o_wrong open>\n<o_right proved>\n"
    monkeypatch.setattr(coq, "version", lambda: "8.16.1")
    monkeypatch.setattr(coq, "compile_theories", lambda *asked: {"Tried0": coq.Compiled(True, output)})
    assert lemmas.tried(BOTH) == {"o_right"}


def test_the_record_is_what_the_ledger_counts() -> None:
    """No obligation is counted twice, and the theory of the checks has the lemmas that are not open."""
    record = lemmas.recorded()
    asked = ledger.accepted()["obligations"]
    assert sum(its["lra"] + its["nra"] for its in record.values()) == asked["confirmed"]["coq"]
    assert sum(its["obligations"] for its in record.values()) == asked["obligations"]


@pytest.mark.slow
@COQ
@pytest.mark.parametrize("module", [lemmas.CHECKS, SAMPLE])
def test_coq_proves_the_obligations_of_today(module: str, obligations: Path, whole_audit: Audit) -> None:
    """The checks, and one module of theorems; `blindavg trust --engines` asks about all."""
    record = lemmas.recorded()[module]
    stated = lemmas.stated(lemmas.by_module(obligations)[module], record["chosen"])
    found = lemmas.confirmed(module, stated, record["open"])
    assert found.refused == ""
    assert found.record() == record, "blindavg trust --engines --accept"
    if module == lemmas.CHECKS:
        text = (coq.THEORIES / f"{lemmas.THEORY}.v").read_text(encoding="utf-8")
        assert lemmas.printed(text) == {name: found.stated.lemmas[name].says for name in sorted(found.proved)}


def test_the_record_is_short() -> None:
    assert lemmas.RECORD.stat().st_size < 40_000
    assert json.loads(lemmas.RECORD.read_text(encoding="utf-8")).keys() > {lemmas.CHECKS, SAMPLE}
