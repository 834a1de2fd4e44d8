"""Outcomes of earlier audits, kept by the hash of everything that they depend on.

A kept outcome is trusted: anyone who can write to the folder can forge it. `blindavg audit --fresh` computes everything again.
Only outcomes that came out as expected are kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from proofs_check.coq.compiler import cache_folder
from proofs_check.method.depends import key


class Kept:
    """What is known of a check, or of a module of theorems, while its key stays the same."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or cache_folder().parent / "kept" / "outcomes.json"
        self.used = 0  # how often a kept outcome was taken
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {}
        self.entries: dict[str, Any] = found if isinstance(found, dict) else {}

    def get(self, name: str, module: str) -> Any:
        """What was kept under this name, or None if there is nothing or a source has changed since."""
        entry = self.entries.get(name)
        if not isinstance(entry, dict) or entry.get("key") != key(module):
            return None
        self.used += 1
        return entry.get("value")

    def put(self, name: str, module: str, value: Any) -> None:
        self.entries[name] = {"key": key(module), "value": value}

    def save(self) -> None:
        """Whole or not at all: an interrupted audit leaves the file as it was."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        half = self.path.with_suffix(".half")
        half.write_text(json.dumps(self.entries, ensure_ascii=False), encoding="utf-8")
        half.replace(self.path)
