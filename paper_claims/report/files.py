"""The files of the report: audit.json, AUDIT.md and index.html."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from paper_claims.audit.judging import Audit
from paper_claims.output import json_text
from paper_claims.report.markdown import markdown
from paper_claims.report.page.html import page
from reference.errors import InvalidInput


def write_report(audit: Audit, folder: Path) -> None:
    """audit.json, AUDIT.md and index.html, each complete or not there at all."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(folder / "audit.json", json_text(audit.to_json()))
        _replace(folder / "AUDIT.md", "\n".join(markdown(audit)) + "\n")
        _replace(folder / "index.html", page(audit))
    except OSError as error:
        raise InvalidInput(
            f"--out (the report folder) must be writable, got {str(folder)!r}: {error}"
        ) from None


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
