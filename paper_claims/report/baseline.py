"""What has changed since an earlier audit.json: that is regression testing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paper_claims.registry.record import WORDS
from reference.errors import reject

COMPARED = (
    "verdict",
    "nature",
    "impact",
    "weight",
    "tier",
    "standing",
    "formal",
    "theorems",
    "rests_on",
    "readings",
)
PARTS = {"evidence": ("check", "outcome"), "steps": ("slug", "finding"), "premises": ("slug", "formula")}


def read_baseline(path: Path) -> Mapping[str, Any]:
    """An audit.json of schema 1."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] == 1 and all(isinstance(claim["label"], str) for claim in data["claims"]):
            return dict(data)
        why = "its schema is another one"
    except OSError as error:
        why = error.strerror or str(error)
    except (ValueError, KeyError, TypeError):
        why = "`blindavg audit` writes one"
    raise reject("--baseline", "an earlier audit", "must be an audit.json of schema 1", str(path), why)


def changes(before: Mapping[str, Any], now: Mapping[str, Any], whole: bool = True) -> Iterator[str]:
    """A line a change. An audit of some statements is compared with what the earlier one says of these."""
    old, new = _by_label(before), _by_label(now)
    for label in [*new, *(label for label in old if label not in new and whole)]:
        if label not in old:
            yield f"{label}: new, {_word(new[label]['verdict'])}"
        elif label not in new:
            yield f"{label}: gone, was {_word(old[label]['verdict'])}"
        else:
            yield from _changed(label, old[label], new[label])


def _changed(label: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for key in COMPARED:
        if key in old and old[key] != new[key]:
            shown = _word if key == "verdict" else _short
            yield f"{label}: {key} was {shown(old[key])}, is {shown(new[key])}"
    for key, (name, value) in PARTS.items():
        was, now = ({row[name]: row[value] for row in claim.get(key, ())} for claim in (old, new))
        for part in [*now, *(part for part in was if part not in now)]:
            if was.get(part) != now.get(part):
                yield f"{label}: {key} {part} was {_short(was.get(part))}, is {_short(now.get(part))}"


def _by_label(audit: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {"#".join(filter(None, (claim["label"], claim.get("part")))): claim for claim in audit["claims"]}


def _word(verdict: Any) -> str:
    """A verdict in the words of the screen; an earlier version may have had others."""
    return WORDS.get(str(verdict), _short(verdict))


def _short(value: Any) -> str:
    text = (
        "absent"
        if value is None
        else value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
    )
    return text if len(text) <= 80 else f"{text[:77]}..."
