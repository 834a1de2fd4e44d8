"""Kept outcomes: the same sources give the same outcome without a run; a changed source, or anything unexpected, runs again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paper_claims.audit import runner
from paper_claims.audit.kept import Kept
from paper_claims.audit.runner import prove_theorems, run_checks
from paper_claims.commands.main import main
from paper_claims.report.page import figures
from paper_claims.report.page.chart import Figure
from proofs_check.coq import compiler as coq
from proofs_check.method import depends
from proofs_check.method.check import all_checks
from proofs_check.method.pool import PACKAGES

CHECK = "objectives.huber.loss_is_close_to_the_hinge"
MODULE = "proofs_check.room.module"
LABEL, OUTSIDE = "eq:sp_pm", "planted_outside"
OUTSIDE_CHECK = f'''
from proofs_check.method.check import Outcome, about

@about("{LABEL}")("statement", "property", at="here", wrong={{"n": 2}})
def one_is_one(n=1):
    """One is one."""
    return Outcome("holds" if n == 1 else "fails")
'''
OUTSIDE_THEOREM = f'''
from functools import partial
import z3
from proofs_check.logic.models import model
from proofs_check.logic.rules import lemma

x = z3.Real("planted")
POSITIVE = lemma("what is large is positive", {{"large": x >= 1}}, x > 0)
STATES = [("{LABEL}", POSITIVE, "statement", partial(model, POSITIVE, {{}}, {{"planted": 1}}))]
'''


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
    monkeypatch.setattr(runner, "key", lambda *modules, **more: "another")
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
    assert Kept(tmp_path / "outcomes.json").get(CHECK, "key") is None


def test_the_key_follows_imports_and_data() -> None:
    inside = depends.closure("proofs_check.objectives.huber")
    assert {"reference.formulas.losses", "proofs_check.method.smt", "proofs_check"} <= inside
    assert "proofs_check.averaging" not in inside
    assert depends.key("proofs_check.objectives.huber") != depends.key("proofs_check.objectives")


@pytest.mark.parametrize("runs", ["proofs_check/method/pool.py", "proofs_check/logic/statements.py"])
def test_what_runs_a_check_or_a_theorem_is_hashed_too(runs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No check imports it, but it decides whether a control was rejected."""
    before = depends.key_now("proofs_check.objectives.huber")
    hash_of = depends._hash_of
    monkeypatch.setattr(depends, "_hash_of", lambda p: b"new" if p.as_posix().endswith(runs) else hash_of(p))
    assert depends.key_now("proofs_check.objectives.huber") != before


def test_the_key_follows_what_prints_theorems(monkeypatch: pytest.MonkeyPatch) -> None:
    """No module of theorems imports it, and yet the text of a kept theorem is its work."""
    module, own = "proofs_check.objectives.huber_theorems", depends._hash_of
    before, printing = depends.key_now(module), depends.file_of("proofs_check.logic.printed")
    monkeypatch.setattr(depends, "_hash_of", lambda path: b"" if path == printing else own(path))
    assert depends.key_now(module) != before


def test_an_outcome_of_a_file_that_changes_meanwhile_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, answer = depends._hash_of, {"name": CHECK, "outcome": "holds", "control": "rejected"}

    def answers(module: str, order: dict[str, Any]) -> Iterator[dict[str, Any]]:
        monkeypatch.setattr(depends, "_hash_of", lambda path: b"" if path.name == "huber.py" else own(path))
        yield dict(answer)

    monkeypatch.setattr(runner, "answers_of", answers)
    kept = Kept(tmp_path / "outcomes.json")
    run_checks([CHECK], kept=kept)
    assert kept.entries == {}


def test_a_property_test_depends_on_all_modules_of_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis mines the constants of every module that is loaded."""
    check = next(check for check in all_checks().values() if check.method == "property")
    before, own = runner.key_of(check, depends.key_now), depends._hash_of
    monkeypatch.setattr(
        depends, "_hash_of", lambda path: b"" if path.name == "setup_counts.py" else own(path)
    )
    assert runner.key_of(check, depends.key_now) != before


def test_a_process_that_ends_early_is_a_problem_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "modules_about", lambda labels, places=(): [MODULE])
    for one in ("key", "key_now"):
        monkeypatch.setattr(runner, one, lambda *modules, **more: "key")
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


def test_a_row_of_the_kernel_depends_on_coq_and_on_the_leaves_of_the_logic(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The leaves are loaded by name: no import in the module of the rows leads to them."""
    row = next(check for check in all_checks().values() if check.method == "kernel")
    before, asked = runner.key_of(row), depends.file_of("proofs_check.coq.run")
    monkeypatch.setattr(coq, "installed", lambda: "another Coq")
    assert runner.key_of(row) != before
    monkeypatch.undo()
    own = depends._hash_of
    for changed in (
        asked,
        depends.file_of("proofs_check.coq.leaves"),
        depends.file_of("proofs_check.objectives.class_shares"),
    ):
        monkeypatch.setattr(
            depends, "_hash_of", lambda path, changed=changed: b"" if path == changed else own(path)
        )
        monkeypatch.setattr(runner, "key", depends.key_now)
        assert runner.key_of(row) != before


def test_outcomes_of_modules_outside_the_repository_are_not_kept(tmp_path: Path) -> None:
    """Nor, while hypothesis could mine them, those of property tests. The folder need not be on the path."""
    (tmp_path / f"{OUTSIDE}.py").write_text(OUTSIDE_CHECK, encoding="utf-8")
    (tmp_path / f"{OUTSIDE}_theorem.py").write_text(OUTSIDE_THEOREM, encoding="utf-8")
    command = [sys.executable, "-m", "paper_claims", "audit", LABEL, "--jobs", "1", "--json"]
    here = {"PYTHONPATH": str(PACKAGES), "BLINDAVG_PROOFS": str(tmp_path), "BLINDAVG_CACHE": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run(command, env=os.environ | here, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        rows = {row["check"]: row["outcome"] for row in json.loads(done.stdout)["claims"][0]["evidence"]}
        assert rows[f"{OUTSIDE}.one_is_one"] == rows[f"{OUTSIDE}_theorem.POSITIVE"] == "holds"
    kept = Kept(tmp_path / "kept/outcomes.json").entries
    assert kept
    assert not [name for name in kept if OUTSIDE in name]


def test_without_a_key_nothing_is_kept(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "outcomes.json")
    kept.put(CHECK, "", "forged")
    assert depends.key_now("proofs_check.objectives.huber", OUTSIDE) == ""
    assert kept.get(CHECK, "") is None


def test_a_forged_outcome_counts_until_the_audit_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BLINDAVG_CACHE", str(tmp_path))
    assert main(["audit", LABEL, "--jobs", "1"]) == 0
    forged = Kept()
    name = next(name for name, entry in forged.entries.items() if isinstance(entry["value"], dict))
    forged.entries[name]["value"] |= {"detail": "forged"}
    forged.save()
    for fresh, believed in (([], True), (["--fresh"], False)):
        assert main(["audit", LABEL, "--jobs", "1", "--json", *fresh]) == 0
        assert ("forged" in capsys.readouterr().out) is believed


def test_figures_are_kept_while_deployments_and_sources_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = {"slug": "a", "title": "b", "svg": "c", "alt": "d", "source": "e"}
    monkeypatch.setattr(figures, "answers_of", lambda module, order: iter([one]))
    monkeypatch.setattr(figures, "FIGURES", [lambda: Figure(**one)])
    kept = Kept(tmp_path / "figures.json")
    assert figures.drawn(kept) == [Figure(**one)]
    monkeypatch.setattr(figures, "answers_of", no_process)
    assert figures.drawn(Kept(tmp_path / "figures.json")) == [Figure(**one)]
    monkeypatch.setattr(figures, "DEPLOYMENTS", Path(depends.__file__).parent)
    with pytest.raises(AssertionError, match="nothing needs to run"):
        figures.drawn(kept)


def test_figures_of_a_process_that_ends_early_are_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Figure:
        raise ValueError("its error")

    monkeypatch.setattr(figures, "answers_of", lambda module, order: iter([]))
    monkeypatch.setattr(figures, "FIGURES", [broken])
    with pytest.raises(ValueError, match="its error"):
        figures.drawn(None)
