"""The last whole kill matrix, kept beside the report with a key of everything that it depends on.

A matrix takes minutes, an audit seconds. The audit shows a kept matrix only if its key is that of the present sources and
tools; otherwise it says that the mutants were not run for this version.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from proofs_check.coq import compiler as coq
from proofs_check.method.pool import PACKAGES
from proofs_check.mutants.matrix import Judged, Matrix

NAME = "mutants.json"
SOURCES = ("reference", "accountant", "proofs_check", "paper_claims")
TOOLS = ("hypothesis", "numpy", "python-flint", "sympy", "z3-solver")


def key_of_sources() -> str:
    """A hash of every source file of ours, theories included, and the versions of the proof tools."""
    tools = [*(f"{tool} {version(tool)}" for tool in TOOLS), f"coq {coq.version()}"]
    found = hashlib.sha256(" ".join(tools).encode())
    files = (
        path
        for package in SOURCES
        for path in (PACKAGES / package).rglob("*")
        if path.suffix in (".py", ".v")
    )
    for path in sorted(files):
        found.update(path.relative_to(PACKAGES).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def keep(matrix: Matrix, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = {
        "key": key_of_sources(),
        "judged": [asdict(m) for m in matrix.judged],
        "problems": matrix.problems,
    }
    (folder / NAME).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def kept(folder: Path) -> Matrix | None:
    """The matrix of the present sources, if there is one."""
    try:
        data = json.loads((folder / NAME).read_text(encoding="utf-8"))
        if data["key"] != key_of_sources():
            return None
        return Matrix(tuple(Judged(**row) for row in data["judged"]), tuple(data["problems"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
