"""Kept outcomes: the same sources give the same outcome without a run; a changed source, or anything unexpected, runs again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paper_claims.audit import kept as keeping
from paper_claims.audit import runner
from paper_claims.audit.kept import Kept
from paper_claims.audit.runner import prove_theorems, run_checks
from proofs_check.method import depends

CHECK = "objectives.huber.loss_is_close_to_the_hinge"
MODULE = "proofs_check.room.module"


def no_process(module: str, order: dict[str, Any]) -> Iterator[dict[str, Any]]:
    raise AssertionError("nothing needs to run")


def test_an_outcome_is_kept_while_its_sources_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(tmp_path / "outcomes.json")
    first = run_checks([CHECK], kept=kept)
    kept.save()
    monkeypatch.setattr(runner, "answers_of", no_process)
    again = Kept(tmp_path / "outcomes.json")
    assert run_checks([CHECK], kept=again) == first
    assert again.used == 1
    monkeypatch.setattr(keeping, "key", lambda module: "another")
    with pytest.raises(AssertionError, match="nothing needs to run"):
        run_checks([CHECK], kept=Kept(tmp_path / "outcomes.json"))


@pytest.mark.parametrize(
    "result", [("fails", "rejected"), ("holds", "not rejected"), ("timed out", "timed out")]
)
def test_only_what_came_out_as_expected_is_kept(
    result: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = {"name": CHECK, "outcome": result[0], "control": result[1]}
    monkeypatch.setattr(runner, "answers_of", lambda module, order: iter([dict(answer)]))
    kept = Kept(tmp_path / "outcomes.json")
    run_checks([CHECK], kept=kept)
    assert kept.entries == {}


@pytest.mark.parametrize("text", ["", "[1]", '{"objectives.huber.loss_is_close_to_the_hinge": 3}'])
def test_a_broken_file_keeps_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "outcomes.json").write_text(text)
    assert Kept(tmp_path / "outcomes.json").get(CHECK, "proofs_check.objectives.huber") is None


def test_the_key_follows_imports_and_data() -> None:
    inside = depends.closure("proofs_check.objectives.huber")
    assert {"reference.formulas.losses", "proofs_check.method.smt", "proofs_check"} <= inside
    assert "proofs_check.averaging" not in inside
    assert depends.key("proofs_check.objectives.huber") != depends.key("proofs_check.objectives")


@pytest.mark.parametrize("runs", ["proofs_check/method/pool.py", "proofs_check/logic/statements.py"])
def test_what_runs_a_check_or_a_theorem_is_hashed_too(runs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No check imports it, but it decides whether a control was rejected."""
    before = depends.key.__wrapped__("proofs_check.objectives.huber")
    hash_of = depends._hash_of
    monkeypatch.setattr(depends, "_hash_of", lambda p: b"new" if p.as_posix().endswith(runs) else hash_of(p))
    assert depends.key.__wrapped__("proofs_check.objectives.huber") != before


def test_the_key_follows_what_prints_theorems(monkeypatch: pytest.MonkeyPatch) -> None:
    """No module of theorems imports it, and yet the text of a kept theorem is its work."""
    module, own = "proofs_check.objectives.huber_theorems", depends._hash_of
    before, printing = depends.key.__wrapped__(module), depends.file_of("proofs_check.logic.printed")
    monkeypatch.setattr(depends, "_hash_of", lambda path: b"" if path == printing else own(path))
    assert depends.key.__wrapped__(module) != before


def test_a_process_that_ends_early_is_a_problem_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "modules_about", lambda labels, places=(): [MODULE])
    monkeypatch.setattr(keeping, "key", lambda module: "key")
    monkeypatch.setattr(runner, "answers_of", lambda module, order: iter([]))
    kept = Kept(tmp_path / "outcomes.json")
    assert prove_theorems(None, kept=kept) == (
        [],
        [f"{MODULE} does not prove: the process that proves ended early"],
    )
    assert kept.entries == {}
    monkeypatch.setattr(runner, "answers_of", lambda module, order: iter([{"module": MODULE, "done": True}]))
    assert prove_theorems(None, kept=kept) == ([], [])
    assert set(kept.entries) == {MODULE}
