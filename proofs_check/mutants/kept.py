"""The last whole kill matrix, kept beside the report with a key of everything that it depends on.

A matrix takes minutes, an audit seconds. The audit shows a kept matrix only if its key is that of the present sources and
tools; otherwise it says that the mutants were not run for this version.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from proofs_check.coq import compiler as coq
from proofs_check.mutants.matrix import Judged, Matrix
from reference.versions import content_key

NAME = "mutants.json"
SOURCES = ("reference", "accountant", "proofs_check", "paper_claims")


def key_of_sources() -> str:
    """A hash of all our files, claims, deployments and recorded runs included, and of all versions, that of Coq included."""
    return content_key(SOURCES, more=f"coq {coq.version()}")


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
