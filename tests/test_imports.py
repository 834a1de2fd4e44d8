"""Imports go one way: tests -> paper_claims -> proofs_check -> accountant -> reference."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER = ("reference", "accountant", "proofs_check", "paper_claims")
ALLOWED_OUTSIDE = {  # besides the standard library
    "reference": {"numpy", "cryptography", "sklearn"},  # scikit-learn only where a function asks for it
    "accountant": {"flint", "mpmath", "numpy"},
}
STANDARD = set(sys.stdlib_module_names)


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports from the top"
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("package", ORDER)
def test_a_package_imports_only_what_is_below_it(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    above = set(ORDER[ORDER.index(package) + 1 :]) | {"tests"}
    for path in files:
        names = imported(path)
        assert not names & above, f"{path} imports from above"
        if package in ALLOWED_OUTSIDE:
            outside = names - STANDARD - set(ORDER)
            assert outside <= ALLOWED_OUTSIDE[package], f"{path} imports {outside}"


def test_the_test_itself_sees_a_forbidden_import(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("from paper_claims.commands.main import main\n")
    assert imported(bad) & set(ORDER[1:])
