"""Outcomes of earlier audits, kept by the hash of everything that they depend on.

A kept outcome is trusted: anyone who can write to the folder can forge it. `blindavg audit --fresh` computes everything again.
Only outcomes that came out as expected are kept.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from proofs_check.coq.compiler import cache_folder


class Kept:
    """What is known of a check, of a module of theorems or of the figures, while its key (`depends`) stays the same.

    What is computed `anew` counts as not known.
    """

    def __init__(
        self, path: Path | None = None, name: str = "outcomes", anew: Collection[str] = frozenset()
    ) -> None:
        self.anew = anew
        self.path = path or cache_folder().parent / "kept" / f"{name}.json"
        self.used = 0  # how often a kept outcome was taken
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {}
        self.entries: dict[str, Any] = found if isinstance(found, dict) else {}

    def has(self, name: str, key: str) -> bool:
        """Is something kept under this name, and has no source changed since? Nothing is kept without a key."""
        entry = None if name in self.anew else self.entries.get(name)
        return (
            bool(key)
            and isinstance(entry, dict)
            and entry.get("key") == key
            and entry.get("value") is not None
        )

    def get(self, name: str, key: str) -> Any:
        """What is kept under this name, or None."""
        if not self.has(name, key):
            return None
        self.used += 1
        return self.entries[name]["value"]

    def put(self, name: str, key: str, value: Any) -> None:
        self.entries[name] = {"key": key, "value": value}

    def save(self) -> None:
        """Whole or not at all: an interrupted audit leaves the file as it was."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        half = self.path.with_suffix(".half")
        half.write_text(json.dumps(self.entries, ensure_ascii=False), encoding="utf-8")
        half.replace(self.path)
