"""The files of the report: audit.json, AUDIT.md and index.html."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from paper_claims.audit.judging import Audit
from paper_claims.output import json_text
from paper_claims.report.markdown import markdown
from paper_claims.report.page.chart import Figure
from paper_claims.report.page.html import page
from reference.errors import InvalidInput


def write_report(audit: Audit, folder: Path, figures: Sequence[Figure] | None = None) -> None:
    """audit.json, AUDIT.md and index.html, each complete or not there at all."""
    write_whole(folder / "audit.json", json_text(audit.to_json()), "--out")
    write_whole(folder / "AUDIT.md", "\n".join(markdown(audit)) + "\n", "--out")
    write_whole(folder / "index.html", page(audit, figures), "--out")


def write_whole(path: Path, text: str, option: str) -> None:
    """The file is complete, or as it was before."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    except OSError as error:
        raise InvalidInput(
            f"{option} (where to write) must be writable, got {str(path)!r}: {error.strerror or error}"
        ) from None


def write_page(path: Path, text: str) -> None:
    """One page, complete or not there at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _replace(path, text)


def _replace(path: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
