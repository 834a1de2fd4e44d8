"""The whole way: a wrong constant in reference/formulas/ makes the audit red and name the check (more in test_mutants)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofs_check.method.check import NOT_RUN

ROOT = Path(__file__).parents[3]
PACKAGES = ("reference", "accountant", "proofs_check", "paper_claims")

# what is changed, how, which claim is audited, and the theorems that must turn red
CHANGES = {
    "sqrt(2) to 1.4 in L": (
        'return num.sqrt(2) * c', 'return num.number("1.4") * c',
        "thm:lipschitz_softmax", "proofs_check.objectives.softmax_theorems",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run_audit(folder: Path, label: str) -> tuple[int, dict, str]:
    done = subprocess.run(
        [sys.executable, "-m", "paper_claims", "audit", label, "--json"],
        cwd=folder,
        env=os.environ
        | {
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "BLINDAVG_CACHE": os.environ.get("BLINDAVG_CACHE") or str(ROOT / "build"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, json.loads(done.stdout), done.stderr


def rows(data: dict) -> dict[str, dict]:
    return {row["check"]: row for claim in data["claims"] for row in claim["evidence"]}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_constant_turns_theorems_red(change: str, copied: Path) -> None:
    old, new, label, module = CHANGES[change]
    path = copied / "reference" / "formulas" / "constants.py"
    right = path.read_text(encoding="utf-8")
    assert right.count(old) == 1, "the formula stands once"
    path.write_text(right.replace(old, new), encoding="utf-8")
    try:
        code, data, problems = run_audit(copied, label)
    finally:
        path.write_text(right, encoding="utf-8")
    assert code == 1
    assert f"{module} does not prove" in problems
    assert [claim["verdict"] for claim in data["claims"]] == ["open"]


@pytest.mark.slow
def test_the_unchanged_copy_is_green(copied: Path) -> None:
    code, data, problems = run_audit(copied, "thm:lipschitz_softmax")
    assert code == 0
    assert "problem" not in problems  # Coq may say what it compiles
    tried = [row for row in rows(data).values() if row["outcome"] != NOT_RUN]
    assert all(row["method"] == "kernel" for row in rows(data).values() if row not in tried)
    assert tried
    assert all(row["control"] == "rejected" for row in tried)
