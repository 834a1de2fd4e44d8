"""The command line: exit codes, one-line errors, JSON, and nothing half-written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from paper_claims.commands.main import main

BAD = {
    "unknown label": (["show", "lem:max_smothness"], "did you mean lem:max_smoothness"),
    "strange label": (["replay", "???"], "must be in the contents, got '???'"),
    "no command": ([], "required: COMMAND"),
    "unknown command": (["prove"], "invalid choice: 'prove'"),
    "unknown option": (["audit", "--fast"], "--fast"),
    "no label": (["show"], "LABEL"),
    "jobs 0": (["audit", "--jobs", "0"], "--jobs (the number of processes) must be >= 1, got 0"),
    "jobs text": (["audit", "--jobs", "many"], "invalid int value: 'many'"),
    "out is a file": (["audit", "eq:sp_pm", "--out", __file__], "--out (the report folder) must be writable"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_exit_code_2(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, message = BAD[case]
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("blindavg: ")
    assert message in printed.err


@pytest.mark.slow
def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "eq:sp_pm"]) == 0
    text = capsys.readouterr().out
    for words in (
        "true_but_proof_gap",
        "says",
        "formally",
        "smt",
        "4 checks, 4 controls came out the other way",
    ):
        assert words in text


@pytest.mark.slow
def test_show_a_statement_that_is_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "sec:results#emnist_accuracy"]) == 0
    assert "not judged" in capsys.readouterr().out


@pytest.mark.slow
def test_replay_prints_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "ex:dpsvm#lipschitz"]) == 0
    text = capsys.readouterr().out
    assert "label times sign = 3" in text
    assert "gradient norm = 3" in text
    assert "L = 11/10" in text


@pytest.mark.slow
def test_a_label_with_parts_shows_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "C2.2", "--json"]) == 0
    parts = [claim["part"] for claim in json.loads(capsys.readouterr().out)]
    assert parts == ["smoothness", "lipschitz", "eps", "ratio"]


@pytest.mark.slow
def test_audit_of_a_label_writes_only_where_it_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["audit", "eq:sp_pm", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["true_but_proof_gap"] == 1
    assert list(tmp_path.iterdir()) == []
    assert main(["audit", "eq:sp_pm", "--out", "here/there"]) == 0
    assert sorted(p.name for p in (tmp_path / "here/there").iterdir()) == [
        "AUDIT.md",
        "audit.json",
        "index.html",
    ]


@pytest.mark.slow
def test_replay_as_json_carries_the_witness(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "def:strong_convexity", "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)
    assert claim["verdict"] == "refuted"
    assert any(row["witness"] for row in claim["replayed"] if row["outcome"] == "fails")


@pytest.mark.slow
def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m paper_claims audit app:huber | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    for command in ("audit", "show", "replay"):
        assert command in text
