"""The registry, read from index.toml and claims/*.toml; every error names the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paper_claims.registry.marks import closed
from paper_claims.registry.record import (
    FINDINGS,
    IMPACTS,
    KINDS,
    STRENGTHS,
    VERDICTS,
    Claim,
    Entry,
    Premise,
    Reading,
    Registry,
    Repair,
    Step,
)
from reference.errors import InvalidInput, shown

HERE = Path(__file__).parents[1]
CLAIMS, INDEX = HERE / "claims", HERE / "index.toml"

Table = Mapping[str, Any]


def file_name(label: str) -> str:
    """lem:max_smoothness -> lem-max_smoothness.toml, ex:dpsvm#lipschitz -> ex-dpsvm--lipschitz.toml."""
    return label.replace("#", "--").replace(":", "-") + ".toml"


def load(claims: Path = CLAIMS, index: Path = INDEX) -> Registry:
    """The whole registry, checked for consistency."""
    entries = tuple(_entry(table, index) for table in _tables(_read(index), "statement", index))
    if not entries:
        raise _broken(index, "statement", "must list the statements of the paper")
    labels = [name for e in entries for name in (e.label, *e.also)]
    for label in labels:
        if labels.count(label) > 1:
            raise _broken(index, "label", f"must be unique, {label!r} occurs twice")
    found: dict[str, Claim] = {}
    for path in sorted(claims.glob("*.toml")):
        claim = _claim(_read(path), path)
        if path.name != file_name(claim.label):
            raise _broken(path, "label", f"belongs in {file_name(claim.label)}, got {claim.label!r}")
        if claim.label not in {entry.label for entry in entries}:
            raise _broken(path, "label", f"must be listed in {index.name}, got {claim.label!r}")
        for used in claim.uses:
            if used not in labels:
                raise _broken(path, "uses", f"must name labels of {index.name}, got {used!r}")
        found[claim.label] = claim
    for entry in entries:
        if (entry.status == "claimed") != (entry.label in found):
            rule = (
                "needs its claim file" if entry.status == "claimed" else "has a claim file: drop its status"
            )
            raise _broken(index, "status", f"{entry.label} {rule} ({file_name(entry.label)})")
        if entry.label in found:
            for key in ("kind", "title", "where"):
                if getattr(entry, key) != getattr(found[entry.label], key):
                    raise _broken(index, key, f"of {entry.label} differs from its claim file")
    return Registry(entries, found)


def _broken(path: Path, key: str, rule: str) -> InvalidInput:
    return InvalidInput(f"{path.parent.name}/{path.name}: key {key!r} {rule}")


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{path.parent.name}/{path.name}: not valid TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path.parent.name}/{path.name}: cannot be read: {error}") from None


def _entry(table: Table, path: Path) -> Entry:
    fields = _fields(
        table, path, "statement", ("label", "kind", "title", "where"), ("status", "reason"), ("also",)
    )
    entry = Entry(**fields)
    _one_of(entry.kind, KINDS, path, f"kind of {entry.label}")
    _one_of(entry.status, ("claimed", "open", "out_of_scope"), path, f"status of {entry.label}")
    if (entry.kind == "ours") != entry.label.startswith("ours:"):
        raise _broken(
            path, f"kind of {entry.label}", "must be 'ours' for labels that start with ours:, and only there"
        )
    if entry.status != "claimed" and not entry.reason:
        raise _broken(path, f"reason of {entry.label}", "must say why it is not judged")
    return entry


def _claim(table: Table, path: Path) -> Claim:
    needed = ("label", "kind", "title", "where", "says", "formal", "verdict", "impact", "consequence")
    nested = ("extra_premises", "readings", "steps", "repair")
    flat = {key: value for key, value in table.items() if key not in nested}
    fields = _fields(flat, path, "", needed, (), ("premises", "textbook", "uses", "conclusions"))
    for key, allowed in (("kind", KINDS), ("verdict", VERDICTS), ("impact", IMPACTS)):
        _one_of(fields[key], allowed, path, key)
    premises = _tables(table, "extra_premises", path)
    readings = _tables(table, "readings", path)
    steps = _tables(table, "steps", path)
    fields["extra_premises"] = tuple(
        Premise(**_fields(t, path, "extra_premises", ("slug", "says", "why"))) for t in premises
    )
    fields["readings"] = tuple(_reading(t, path) for t in readings)
    fields["steps"] = tuple(_step(t, path) for t in steps)
    fields["repair"] = _repair(table["repair"], path) if "repair" in table else None
    for key in ("extra_premises", "readings", "steps"):
        slugs = [item.slug for item in fields[key]]
        for slug in slugs:
            if slugs.count(slug) > 1:
                raise _broken(path, f"{key}.slug", f"must be unique, {slug!r} occurs twice")
    return Claim(**fields)


def _step(table: Table, path: Path) -> Step:
    step = Step(
        **_fields(table, path, "steps", ("slug", "says", "finding", "note"), ("judged", "replaced_by"))
    )
    _one_of(step.finding, FINDINGS, path, f"steps.{step.slug}.finding")
    _one_of(step.judged, ("machine", "reader"), path, f"steps.{step.slug}.judged")
    if step.judged == "reader" and step.finding == "ok":
        raise _broken(
            path, f"steps.{step.slug}.judged", "must be machine: a reader may find fault, not vouch"
        )
    return step


def _reading(table: Table, path: Path) -> Reading:
    flags = {key: table.get(key) for key in ("printed", "adopted")}
    for key, value in flags.items():
        if not isinstance(value, bool):
            raise _broken(path, f"readings.{key}", f"must be true or false, got {shown(value)}")
    rest = {key: value for key, value in table.items() if key not in flags}
    return Reading(**_fields(rest, path, "readings", ("slug", "says"), (), ("conclusions",)), **flags)  # type: ignore[arg-type]


def _repair(table: Any, path: Path) -> Repair:
    if not isinstance(table, dict):
        raise _broken(path, "repair", f"must be a table, got {shown(table)}")
    repair = Repair(**_fields(table, path, "repair", ("strength", "statement"), ("proof",)))
    _one_of(repair.strength, STRENGTHS, path, "repair.strength")
    return repair


def _tables(table: Table, key: str, path: Path) -> list[Table]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise _broken(path, key, f"must be a list of tables ([[{key}]]), got {shown(value)}")
    return value


def _fields(
    table: Table,
    path: Path,
    inside: str,
    needed: tuple[str, ...],
    optional: tuple[str, ...] = (),
    lists: tuple[str, ...] = (),
) -> dict[str, Any]:
    """The table's values: text under `needed` and `optional` keys, lists of text under `lists`, nothing else."""
    prefix = f"{inside}." if inside else ""
    for key in needed:
        if key not in table:
            raise _broken(path, prefix + key, "is missing")
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in lists:
            if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
                raise _broken(path, prefix + key, f"must be a list of text, got {shown(value)}")
            values[key] = tuple(value)
        elif key in needed or key in optional:
            if not isinstance(value, str) or not value.strip():
                raise _broken(path, prefix + key, f"must be text, got {shown(value)}")
            values[key] = value.strip()
        else:
            raise _broken(path, prefix + key, "is not a known key")
        for text in value if key in lists else (value,):
            if not closed(text):
                raise _broken(path, prefix + key, f"must close every mark ($ or `), got {shown(text)}")
    return values


def _one_of(value: str, allowed: tuple[str, ...], path: Path, key: str) -> None:
    if value not in allowed:
        raise _broken(path, key, f"must be one of {', '.join(allowed)}, got {value!r}")
