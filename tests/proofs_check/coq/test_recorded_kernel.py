"""The recorded run of Coq: used where Coq is missing, only for the theories that it is of, and never without saying so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from paper_claims.commands.main import main
from proofs_check.coq import compiler as coq
from proofs_check.coq.kernel_claims import accepted
from proofs_check.coq.recorded import OTHER_THEORIES, RECORD, as_record, key, run_here, with_record, write
from proofs_check.coq.run import Answer, Run, run
from proofs_check.coq.theorems import ALLOWED, CLAIMS
from proofs_check.method.check import NOT_RUN, all_checks, control_status
from tests.proofs_check.coq.test_kernel import needs_coq

MISSING = Run("", {}, "Coq is not installed")


def test_the_record_is_of_these_theories() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert record["theories"] == key(), "run blindavg kernel --record"
    assert record["planted_axiom_reported"] is True
    assert list(record["theorems"]) == [claim.name for claim in CLAIMS]
    for claim in CLAIMS:
        said = record["theorems"][claim.name]
        assert set(said["axioms"]) <= set(ALLOWED[claim.level])
        assert len(said["wrong_versions"]) == len(claim.mutations)


@needs_coq
@pytest.mark.slow
def test_a_run_here_gives_the_record() -> None:
    found = run()
    if found.missing:
        pytest.skip(found.missing)
    assert as_record(found) == json.loads(RECORD.read_text(encoding="utf-8")) | {"coq": found.version}


@pytest.fixture
def without_coq(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    run_here.cache_clear()
    yield
    run_here.cache_clear()


@pytest.mark.usefixtures("without_coq")
@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.page != "Leaves"], ids=lambda claim: claim.name)
def test_without_coq_a_row_has_the_recorded_answer_and_says_so(claim) -> None:  # type: ignore[no-untyped-def]
    check = all_checks()[f"coq.{claim.name}"]
    found = check.run()
    assert found.result == claim.expect
    assert found.detail.endswith("; recorded with Coq 8.16.1, theories unchanged; not run here")
    assert control_status(check) == ("rejected", "")


def test_a_changed_theory_makes_the_record_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = coq.theories()
    changed = texts | {"Vectors": texts["Vectors"] + "\n"}
    assert key(changed) != key() == key(texts)
    assert key(claims=CLAIMS[1:]) != key()
    monkeypatch.setattr(coq, "theories", lambda: changed)
    stale = with_record(MISSING)
    assert stale.answers == {}
    assert stale.missing == f"Coq is not installed; {OTHER_THEORIES}"
    monkeypatch.setattr("proofs_check.coq.kernel_claims.run_here", lambda label: stale)
    assert accepted(CLAIMS[0]).result == NOT_RUN


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"theories": 1, "coq": "8", "theorems": {"a": 1}}'])
def test_a_broken_record_is_no_record(text: str, tmp_path: Path) -> None:
    path = tmp_path / "recorded.json"
    path.write_text(text)
    assert with_record(MISSING, path).answers == {}
    assert with_record(MISSING, tmp_path / "none.json").answers == {}


def test_what_ran_here_is_not_taken_from_the_record() -> None:
    here = Answer(False, (), "why", {})
    found = with_record(Run("8.20", {"svm_cap": here}, "a library is missing", planted_reported=False))
    assert found.answers["svm_cap"] == here
    assert found.answers["one_record"].recorded == "8.16.1"
    assert not found.planted_reported
    assert with_record(Run("8.20", {"svm_cap": here})).answers == {"svm_cap": here}


def whole(**changes: object) -> Run:
    answer = replace(Answer(True, ("a",), "", {"x": True, "y": True}, ("x",)), **changes)
    return Run("8.16.1", {claim.name: answer for claim in CLAIMS}, planted_reported=True)


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "recorded.json"
    write(whole(), path)
    assert with_record(MISSING, path).answers == {
        name: replace(answer, recorded="8.16.1") for name, answer in whole().answers.items()
    }


@pytest.mark.parametrize(
    "found",
    [
        whole(accepted=False, problem="why"),
        whole(rejected={"x": False}),
        replace(whole(), planted_reported=False),
        MISSING,
    ],
    ids=["not accepted", "a wrong version is accepted", "planted axiom", "nothing was run"],
)
def test_only_a_whole_run_without_problems_is_recorded(
    found: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "recorded.json"
    with pytest.raises(ValueError, match=r"\w"):
        write(found, path)
    assert not path.exists()
    monkeypatch.setattr("paper_claims.commands.kernel.run", lambda core, tell: found)
    if found.version:
        assert main(["kernel", "--record"]) == 1
        assert "problem: not recorded: " in capsys.readouterr().err


@pytest.mark.parametrize("words", [["kernel", "--core", "--record"]])
@pytest.mark.usefixtures("without_coq")
def test_options_that_would_do_nothing_are_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "must be left out" in error
