"""The kill matrix: every wrong formula is noticed by a check or proved equal, and the commands say so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paper_claims.audit.judging import Audit, with_mutants
from paper_claims.commands import mutants as command
from paper_claims.commands.main import main
from paper_claims.commands.mutants import print_matrix
from paper_claims.output import console
from paper_claims.registry.verdict import Row
from paper_claims.report.markdown import markdown
from proofs_check.method.check import all_checks
from proofs_check.mutants.kept import keep, kept
from proofs_check.mutants.matrix import Judged, Matrix, functions_with_mutants, kill_matrix
from proofs_check.mutants.named import NAMED, sampled
from proofs_check.mutants.theorems import known_theorems
from reference.versions import content_key, versions

SURVIVOR = Judged("f:1", "hinge", "1 becomes 2", "survivor", {}, "")
KILLED = Judged("f:2", "hinge", "0 becomes 1", "killed", {"huber.close_to_hinge": "outcome"}, "")


EVERY = 6  # of each formula the first mutant and each sixth after it; `make mutants` judges all


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return kill_matrix(jobs=2, every=EVERY)


@pytest.mark.slow
def test_every_mutant_is_killed_or_proved_equal(matrix: Matrix) -> None:
    assert matrix.problems == ()
    assert matrix.survivors == []
    assert len(matrix.judged) == len(sampled(EVERY)) > 400
    assert {m.function for m in matrix.judged} == set(functions_with_mutants())
    assert all(mutant.how for mutant in matrix.with_status("equivalent"))


@pytest.mark.slow
def test_a_kill_is_by_a_registered_check_and_nearly_always_plain(matrix: Matrix) -> None:
    killed = matrix.with_status("killed")
    noticing = {check for mutant in killed for check in mutant.kills}
    assert {name for name in noticing if not known_theorems(name)} <= set(all_checks())
    plain = [m for m in killed if {"outcome", "control"} & set(m.kills.values())]
    assert len(plain) > 0.9 * len(killed)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMED)
def test_the_classic_mistakes_are_killed(name: str, matrix: Matrix) -> None:
    (mutant,) = [m for m in matrix.judged if m.name == name]
    assert mutant.status == "killed"


@pytest.mark.slow
def test_a_survivor_makes_the_audit_red(whole_audit: Audit) -> None:
    audit = with_mutants(whole_audit, Matrix((SURVIVOR, KILLED), ()))
    assert audit.problems == (*whole_audit.problems, "no check notices the mutant f:1: 1 becomes 2")
    assert audit.to_json()["mutants"] == {
        "total": 2, "killed": 1, "equivalent": 0, "survivors": ["f:1: 1 becomes 2"], "proved_false": 0,
    }  # fmt: skip
    assert "mutants: 1 of 2 wrong formulas are noticed" in "\n".join(markdown(audit))


@pytest.mark.slow
def test_without_the_matrix_nothing_is_claimed(whole_audit: Audit) -> None:
    assert whole_audit.to_json()["mutants"] is None
    assert "mutants: not run" in "\n".join(markdown(whole_audit))


def test_a_kept_matrix_counts_only_for_the_sources_it_was_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matrix = Matrix((SURVIVOR, KILLED), ("a problem",))
    assert kept(tmp_path) is None
    keep(matrix, tmp_path)
    assert kept(tmp_path) == matrix
    monkeypatch.setattr("proofs_check.mutants.kept.key_of_sources", lambda: "of another version")
    assert kept(tmp_path) is None
    (tmp_path / "mutants.json").write_text("[]")
    assert kept(tmp_path) is None


def test_survivors_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    print_matrix(Matrix((SURVIVOR, KILLED), ()), console())
    text = capsys.readouterr().out
    assert "survivor f:1: 1 becomes 2" in text
    assert "huber.close_to_hinge" in text


@pytest.mark.slow
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", "averaging_weight", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["summary"]["survivors"] == []
    assert {mutant["function"] for mutant in data["mutants"]} == {"averaging_weight"}
    assert all(exhibit["caught"] for exhibit in data["museum"])


def test_an_unknown_function_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", "huger"]) == 2
    assert "FUNCTION (a function with mutants) must be one of" in capsys.readouterr().err


def test_only_a_whole_matrix_is_remembered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", "hinge", "--remember"]) == 2
    assert "--remember (writing down which checks to try first) must stand without" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["py", "v", "toml", "json", "md"])
def test_a_kept_result_does_not_outlive_any_file_or_version(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Claims, deployments and recorded runs are no Python, and decide as well."""
    (tmp_path / "claims").mkdir()
    file = tmp_path / "claims" / f"one.{ending}"
    file.write_text("before")
    before = content_key(["claims"], tmp_path)
    (tmp_path / "claims" / "__pycache__").mkdir()
    (tmp_path / "claims" / "__pycache__" / "one.pyc").write_text("a cache of Python")
    assert content_key(["claims"], tmp_path) == before
    file.write_text("after")
    after = content_key(["claims"], tmp_path)
    monkeypatch.setattr("reference.versions.versions", lambda: ("numpy 99",))
    assert len({before, after, content_key(["claims"], tmp_path)}) == 3


def test_the_versions_of_all_libraries_count() -> None:
    names = {line.split()[0] for line in versions()}
    assert {"python", "numpy", "mpmath", "z3-solver", "cryptography", "scikit-learn"} <= names


def test_dropped_premises_are_printed_plainly_and_idle_ones_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped = {"radius": 'premise radius of "the ball"', "idle": "", "start": "the base case does not follow"}
    dropped["endless"] = None
    found = {"label": "thm:x", "name": "a bound", "place": "room.BOUND", "dropped": dropped}
    row = Row("room.BOUND", "thm:x", "statement", "logic", "holds", True, "", "rejected", theorem=found)
    monkeypatch.setattr(command, "prove_theorems", lambda labels, premises, jobs: ([row, row], []))
    assert main(["mutants", "--premises"]) == 1
    text, errors = capsys.readouterr()
    assert text.splitlines() == [
        "",
        "a bound (room.BOUND)",
        '  without radius                     lacks: premise radius of "the ball"',
        "  without idle                       goes through: the premise is not needed",
        "  without start                      lacks: the base case does not follow",
        "  without endless                    no answer",
        "",
        "1 theorems, 4 premises dropped, 2 rejected",
    ]
    assert "a bound (room.BOUND): 'idle' is not needed, tighten the theorem" in text + errors
    assert (
        "a bound (room.BOUND): without 'endless' it gets no answer within 10 s of computing" in text + errors
    )
    asked = []
    monkeypatch.setattr(command, "prove_theorems", lambda labels, **order: (asked.append(order) or [], []))
    assert main(["mutants", "--premises", "--jobs", "7"]) == 0
    assert asked == [{"premises": True, "jobs": 7}]
