"""`blindavg certify` on the command line: reports, JSON, exit codes, the example files and the README's table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from accountant import epsilon
from accountant.deployment.certificate import Refused, certify
from accountant.deployment.file import read
from paper_claims.commands.certify import EXAMPLES, examples, markdown_table
from paper_claims.commands.main import main
from paper_claims.registry.files import load
from paper_claims.registry.record import VERDICTS
from paper_claims.report.certificate import upper, verdict

ROOT = Path(__file__).parents[3]
Captured = pytest.CaptureFixture[str]
NAMES = [path.stem for path in examples()]
REFUSED = ["cifar10-svm-as-printed", "cifar10-svm-own-size"]


def test_the_papers_three_datasets_are_there() -> None:
    for learner in ("svm", "softmax"):
        assert {f"cifar10-{learner}", f"cifar100-{learner}", f"emnist-{learner}"} <= set(NAMES)


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(REFUSED)))
def test_examples_are_certified(name: str, capsys: Captured) -> None:
    assert main(["certify", str(EXAMPLES / f"{name}.toml")]) == 0
    text = capsys.readouterr().out
    first = text.splitlines()[0]
    found = certify(read(EXAMPLES / f"{name}.toml"))
    assert first.startswith(f"eps <= {upper(found.eps)} at delta = ")
    assert float(upper(found.eps)) >= found.eps.lower()
    assert f"{found.plan.level.kind} level (neighbours replace" in first
    for word in ("rests on", "promised", "checked", "as printed"):
        assert word in text


@pytest.mark.parametrize("name", NAMES)
def test_json(name: str, capsys: Captured) -> None:
    code = main(["certify", name, "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["certified"] == (code == 0) == (name not in REFUSED)
    if code:
        assert all(reason["reason"] and reason["fix"] for reason in data["refused"])
        return
    assert data["eps"]["lower"] <= data["eps"]["upper"]
    assert {link["verdict"] for link in data["chain"]} <= set(VERDICTS)
    assert {premise["status"] for premise in data["premises"]} == {"checked", "promised", "cited"}
    if data["noise_kind"] == "discrete":
        assert data["noise_of_one_user"]["grid_variance"] > 1


def test_json_agrees_with_the_accountant(capsys: Captured) -> None:
    assert main(["certify", "cifar10-softmax-user", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    ideal = epsilon("1e-10", "5.95").upper()
    assert ideal < data["eps"]["upper"] < ideal * (1 + 1e-6)  # rounding to the grid costs a little
    assert data["relation"] == "neighbours replace all records of one user, whose number of records stays"


def test_a_refusal_says_why_and_what_to_do(capsys: Captured) -> None:
    assert main(["certify", REFUSED[0]]) == 1
    text = capsys.readouterr().out
    assert text.startswith("no guarantee")
    assert "reason: " in text
    assert 'fix: project onto the ball: projection = "ball"' in text


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-file"],
        ["cifar10-svm", "--table"],
        ["--examples", "--table"],
        ["cifar10-svm", "--digits", "3"],
    ],
)
def test_bad_calls_are_one_line(arguments: list[str], capsys: Captured) -> None:
    assert main(["certify", *arguments]) == 2
    message = capsys.readouterr().err
    assert message.startswith("blindavg: ")
    assert message.count("\n") == 1


def test_bad_files_are_one_line(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "mine.toml"
    good = (EXAMPLES / "cifar10-svm.toml").read_text(encoding="utf-8")
    for bad in (
        "",
        good.replace("K = 10", "K = 0"),
        good.replace("w = 1000", "users = 1000"),
        good + "[more]\n",
    ):
        path.write_text(bad, encoding="utf-8")
        assert main(["certify", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    path.write_text(good, encoding="utf-8")
    assert main(["certify", str(path)]) == 0


def test_the_list_of_examples(capsys: Captured) -> None:
    assert main(["certify", "--examples"]) == 0
    assert [Path(line).stem for line in capsys.readouterr().out.splitlines()] == NAMES


def test_the_readme_has_this_table(capsys: Captured) -> None:
    """`blindavg certify --table` writes the table of the README; a changed bound changes it."""
    assert main(["certify", "--table"]) == 0
    printed = capsys.readouterr().out
    assert printed == "\n".join(markdown_table()) + "\n"
    assert printed in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_statement_of_a_chain_is_in_the_index() -> None:
    registry = load()
    for path in examples():
        try:
            found = certify(read(path))
        except Refused:
            continue
        for link in found.chain:
            assert verdict(registry, link.label) in VERDICTS


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_as_a_process_of_its_own(name: str) -> None:
    command = [sys.executable, "-m", "paper_claims", "certify", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
