"""`blindavg certify` on the command line: reports, JSON, exit codes, the examples and the table of docs/certificates.md."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from accountant import Enclosure, epsilon
from accountant.deployment.certificate import certify
from accountant.deployment.file import TABLES, read
from accountant.deployment.foundations import chain
from paper_claims.commands.certify import EXAMPLES, TEMPLATE, examples
from paper_claims.commands.main import main
from paper_claims.registry.files import load
from paper_claims.registry.record import VERDICTS
from paper_claims.report.certificate import share, upper, verdict
from paper_claims.report.page.figures import noise_saved

ROOT = Path(__file__).parents[3]
CERTIFICATES = ROOT / "docs/certificates.md"
Captured = pytest.CaptureFixture[str]
NAMES = [path.stem for path in examples()]
REFUSED = ["cifar10-svm-as-printed", "cifar10-svm-own-size"]


def test_the_papers_three_datasets_are_there() -> None:
    for learner in ("svm", "softmax"):
        assert {f"cifar10-{learner}", f"cifar100-{learner}", f"emnist-{learner}"} <= set(NAMES)


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(REFUSED)))
@pytest.mark.slow
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
@pytest.mark.slow
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
    assert (
        data["relation"]
        == "neighbours replace all records of one user, whose number of records stays the same"
    )


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


def test_the_table_is_that_of_the_page(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """tests/test_docs.py computes it, and compares the page with it."""
    monkeypatch.setattr("paper_claims.commands.certify.markdown_table", lambda: ["| one |", "| two |"])
    assert main(["certify", "--table"]) == 0
    assert capsys.readouterr().out == "| one |\n| two |\n"


@pytest.mark.slow
def test_a_ratio_of_noise_is_the_same_everywhere_and_overstates_nothing(capsys: Captured) -> None:
    assert (share(Enclosure(3.159, 3.16)), share(Enclosure(0.7981, 0.7982))) == ("3.15", "0.799")
    assert main(["certify", "cifar10-softmax"]) == 0
    assert "  3.15 times the noise that is needed" in capsys.readouterr().out
    rows = CERTIFICATES.read_text(encoding="utf-8").splitlines()
    assert any(row.startswith("| CIFAR-10, softmax |") and row.endswith("| 3.15 |") for row in rows)
    assert ">3.15</text>" in noise_saved().svg


@pytest.mark.slow
def test_every_statement_of_a_chain_is_in_the_index() -> None:
    registry = load()
    for path in examples():
        for link in chain(read(path)):
            assert verdict(registry, link.label) in VERDICTS


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_as_a_process_of_its_own(name: str) -> None:
    command = [sys.executable, "-m", "paper_claims", "certify", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr


def test_a_new_file_is_explained_and_certified(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "mine.toml"
    assert main(["certify", "--init", str(path)]) == 0
    assert main(["certify", str(path)]) == 0
    assert "certified" in capsys.readouterr().out
    text = path.read_text(encoding="utf-8")
    known = {key for keys in TABLES.values() for key in keys}
    assert set(re.findall(r"^(?:# )?(\w+) = ", text, re.MULTILINE)) <= known | {"title"}
    assert main(["certify", "--init", str(path)]) == 2
    assert "must not exist yet" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == text


def test_all_missing_keys_are_named_at_once(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "short.toml"
    path.write_text(
        '[learner]\nname = "svm"\n[users]\nw = 3\n[summation]\n[privacy]\ndelta = 1e-5\n', encoding="utf-8"
    )
    assert main(["certify", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    for key in ("learner.K", "learner.projection", "users.honest", "users.dropouts", "privacy.level"):
        assert key in error


@pytest.mark.parametrize("n", ['"19..22"', "[19, 20, 21, 22]", '"sizes.csv"'])
def test_sizes_of_users_in_three_ways(tmp_path: Path, n: str) -> None:
    path = tmp_path / "mine.toml"
    (tmp_path / "sizes.csv").write_text("19, 20\n21\n22\n", encoding="utf-8")
    text = TEMPLATE.read_text(encoding="utf-8").replace("w = 100", "w = 4").replace("n = 50", f"n = {n}")
    path.write_text(text, encoding="utf-8")
    assert read(path).sizes == (19, 20, 21, 22)


@pytest.mark.parametrize("n", ['"22..19"', '"1..x"', '".."', '"none.csv"', '"-1..5"', '"1..100000"'])
def test_bad_sizes_are_one_line(tmp_path: Path, n: str, capsys: Captured) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEMPLATE.read_text(encoding="utf-8").replace("n = 50", f"n = {n}"), encoding="utf-8")
    assert main(["certify", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
