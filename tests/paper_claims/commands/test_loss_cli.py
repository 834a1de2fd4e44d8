"""`blindavg loss`, loss files in `certify` and `train`, and `audit --claims`: exit codes, one-line errors, JSON, pages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paper_claims.commands.main import main

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs/your-own-paper"
DEPLOYMENT = """
[learner]
name = "{name}"
K = 2
p = 2
c = 1
Lambda = "0.1"
R = 1
passes = 2
b = 1
divisor = "fixed"
projection = "{projection}"
[users]
w = 20
n = 10
honest = "0.5"
dropouts = "0"
[summation]
servers = 3
grid = "1/1048576"
[privacy]
level = "record"
noise = "discrete"
scale = "certified"
eps = 1
delta = "1e-5"
"""


@pytest.fixture
def deployment(tmp_path: Path) -> Path:
    (tmp_path / "mine.toml").write_text('loss = "max(0, 1 - z)^2"\n', encoding="utf-8")
    path = tmp_path / "plan.toml"
    path.write_text(DEPLOYMENT.format(name="mine.toml", projection="ball"), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["none.toml"],
        ["a.toml", "--table", "losses"],
        ["--table", "nowhere"],
        ["--table", "losses", "--json"],
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["loss", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_broken_formula_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('loss = "1 +"\n', encoding="utf-8")
    assert main(["loss", str(file), "--out", str(tmp_path / "out")]) == 2
    assert f"{file}, line 1, column 12" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_json_and_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'title = "<b>"\nloss = "max(0, 1 - z)^2"\nsetting.R = 1\nclaims.G = "c"\n', encoding="utf-8"
    )
    assert main(["loss", str(file), "--json", "--out", str(tmp_path)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["outcome"] == "refuted"
    assert found["constants"]["largest slope S"]["proved"] == "4"
    assert found["claims"][0]["witness"]["model"] == "[-1]"
    assert "ball-projection" in found["theorem"]["premises"]
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


@pytest.mark.slow
def test_certify_takes_a_loss_file(deployment: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", str(deployment), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["largest_move_of_n_f"] == 20  # 2R n: less than 2 S c/Λ = 80
    slugs = {premise["slug"]: premise["status"] for premise in found["premises"]}
    assert slugs["slope-rises"] == slugs["slope-bound"] == slugs["margins"] == "checked"
    assert "ours:any_loss" in {link["label"] for link in found["chain"]}
    deployment.write_text(DEPLOYMENT.format(name="mine.toml", projection="sphere"), encoding="utf-8")
    assert main(["certify", str(deployment)]) == 1
    (deployment.parent / "mine.toml").write_text('loss = "max(0, 1 - z)"\n', encoding="utf-8")
    deployment.write_text(
        DEPLOYMENT.format(name="mine.toml", projection="ball").replace("R = 1", "R = 2"), encoding="utf-8"
    )
    capsys.readouterr()
    assert main(["certify", str(deployment)]) == 2
    said = capsys.readouterr().err
    assert "has no proved sensitivity: the slope jumps" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("p = 2", "p = 2\nh = 1"), "must not be given for a loss file"),
        (("p = 2", 'p = 2\nsmoothness = "printed"'), "must not be given for a loss file"),
        (("p = 2", 'p = 2\norder = "fresh"'), 'must be "fixed" for a loss file'),
        (("mine.toml", "none.toml"), "must be readable text"),
        (("mine.toml", "mine.tom"), "must be one of svm, softmax"),
    ],
)
def test_a_loss_file_in_a_wrong_place(
    deployment: Path, change: tuple[str, str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    deployment.write_text(deployment.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    assert main(["certify", str(deployment)]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1


@pytest.mark.slow
def test_train_takes_a_loss_file(deployment: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loss = ROOT / "losses/logistic.toml"
    options = ["--users", "5", "--passes", "1", "--n", "20", "--t", "1", "--json"]
    assert main(["train", "--learner", str(loss), *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["experimenter"]["accuracy"]["average without noise"] > 0.6


def audit(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paper_claims", "audit", "--claims", str(folder), "--jobs", "1", *more]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )


@pytest.mark.slow
def test_the_claims_of_another_paper(tmp_path: Path) -> None:
    done = audit(EXAMPLE, "--json")
    assert done.returncode == 0, done.stderr
    claims = json.loads(done.stdout)["claims"]
    assert {claim["label"]: claim["verdict"] for claim in claims} == {
        "cms:sensitivity": "verified", "cms:logistic": "verified", "cms:huber": "verified",
    }  # fmt: skip
    lines = sum(
        len(path.read_text(encoding="utf-8").splitlines())
        for path in EXAMPLE.rglob("*")
        if path.suffix in (".py", ".toml")
    )
    assert lines < 150
    mutated = tmp_path / "paper"
    shutil.copytree(EXAMPLE, mutated)
    for name, old, new in (
        ("cms_theorems.py", "factor=2", "factor=1"),
        ("cms_losses.py", "curvature=z3.Q(1, 4)", "curvature=z3.Q(1, 5)"),
    ):
        source = (mutated / "proofs" / name).read_text(encoding="utf-8")
        assert old in source
        (mutated / "proofs" / name).write_text(source.replace(old, new), encoding="utf-8")
    wrong = audit(mutated)
    assert wrong.returncode == 1
    assert "cms_theorems does not prove" in wrong.stdout
    assert "cms:sensitivity: asserted verified, derived open" in wrong.stdout
    assert "cms:logistic" in wrong.stdout


@pytest.mark.slow
def test_a_proof_module_cannot_end_the_audit(tmp_path: Path) -> None:
    """An exit code of 0 without a verdict would look like a clean audit."""
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    (folder / "proofs/leaves_early.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    done = audit(folder)
    assert done.returncode == 1
    assert "leaves_early does not load: SystemExit" in done.stdout


def test_a_label_of_this_repository_is_refused(tmp_path: Path) -> None:
    """Its proofs would count for a claim of another paper that has none."""
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    for path in (*folder.glob("claims/*.toml"), folder / "contents.toml"):
        path.write_text(
            path.read_text(encoding="utf-8").replace("cms:huber", "lem:max_smoothness"), encoding="utf-8"
        )
    (folder / "claims/cms-huber.toml").rename(folder / "claims/lem-max_smoothness.toml")
    done = audit(folder)
    assert done.returncode == 2
    assert "must not be one of this repository" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("missing", ["contents.toml", "claims", "proofs"])
def test_a_folder_of_claims_is_whole(
    missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in {"contents.toml", "claims", "proofs"} - {missing}:
        (tmp_path / part).mkdir()
    assert main(["audit", "--claims", str(tmp_path)]) == 2
    assert f"{missing} is missing" in capsys.readouterr().err


def test_a_proof_module_has_a_name_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for part in ("contents.toml", "claims", "proofs"):
        (tmp_path / part).mkdir()
    (tmp_path / "proofs/json.py").touch()
    assert main(["audit", "--claims", str(tmp_path)]) == 2
    assert "must have another name" in capsys.readouterr().err
