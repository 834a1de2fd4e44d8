"""The registry, read from contents.toml, labels.txt and claims/<room>/*.toml; every error names the file and the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from paper_claims.registry import labels
from paper_claims.registry.marks import closed
from paper_claims.registry.premises import PREMISES, premise_words
from paper_claims.registry.record import (
    FINDINGS,
    IMPACTS,
    KINDS,
    NATURES,
    STRENGTHS,
    VERDICTS,
    WEIGHTS,
    WRONG,
    AsRun,
    Cite,
    Claim,
    Entry,
    Finding,
    Paper,
    Premise,
    Proved,
    Reading,
    Registry,
    Repair,
    Restated,
    Step,
    weight_of,
)
from proofs_check.method.check import ROOMS
from reference.errors import InvalidInput
from reference.tables import (
    FLAG,
    LIST,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    WHOLE,
    Kind,
    broken,
    checked,
    one_of,
    read,
)

HERE = Path(__file__).parents[1]
CLAIMS, CONTENTS = HERE / "claims", HERE / "contents.toml"
CLAIM_ROOMS = tuple(room for room in ROOMS if room not in ("lemmas", "coq"))

Table = Mapping[str, Any]
Record = TypeVar("Record")

_RULE = "closes every mark ($ or `)"
MARKED = Kind(f"text that {_RULE}", lambda value: TEXT.fits(value) and closed(value))
ALL_MARKED = Kind(f"a list of text that {_RULE}", lambda value: TEXTS.fits(value) and all(map(closed, value)))
PREMISE = {"slug": TEXT, "says": MARKED, "why": MARKED, "meaning": FLAG}
RESTATED = {"slug": TEXT, "says": MARKED, "printed": FLAG}
READING = {"slug": TEXT, "says": MARKED, "printed": FLAG, "adopted": FLAG, "conclusions": TEXTS}
CITE = {"check": TEXT, "about": TEXT, "says": MARKED, "concludes": TEXT, "needs": TEXTS}
PROVED = {"by": TEXT, "reading": TEXT, "needs": TEXTS}
NUMBERED = Kind(
    "text with one {} for its number", lambda value: MARKED.fits(value) and value.count("{}") == 1
)
FINDING = {"rank": WHOLE, "says": NUMBERED, "check": TEXT, "value": TEXT, "over": TEXT}
AS_RUN = {"says": MARKED, "bears_on": MARKED}
REPAIR = {"strength": one_of(*STRENGTHS), "statement": MARKED, "proof": MARKED}
STEP = {
    "slug": TEXT, "says": MARKED, "finding": one_of(*FINDINGS), "note": MARKED,
    "judged": one_of("machine", "reader"), "replaced_by": TEXT,
}  # fmt: skip
CLAIM = {
    "label": TEXT, "kind": one_of(*KINDS), "title": MARKED, "where": MARKED, "says": MARKED, "formal": MARKED,
    "verdict": one_of(*VERDICTS), "impact": one_of(*IMPACTS), "consequence": MARKED,
    "weight": one_of(*WEIGHTS), "nature": one_of(*NATURES), "as_run": TABLES,
    "premises": ALL_MARKED, "textbook": ALL_MARKED, "uses": TEXTS, "conclusions": TEXTS,
    "proved": TABLES, "setting": TEXTS, "inherited": TEXTS, "restated": TABLES, "extra_premises": TABLES, "readings": TABLES,
    "steps": TABLES, "cites": TABLES, "repair": TABLE, "finding": TABLE,
}  # fmt: skip
PAPER = {"title": TEXT, "authors": TEXTS, "arxiv": TEXT, "venue": TEXT}
CLAIMED = {"label": TEXT, "also": TEXTS}
UNCLAIMED = CLAIMED | {
    "kind": one_of(*(kind for kind in KINDS if kind != "ours")), "title": MARKED, "where": MARKED, "weight": one_of(*WEIGHTS),
    "status": one_of("open", "out_of_scope"), "reason": MARKED,
}  # fmt: skip


def file_name(label: str) -> str:
    """lem:max_smoothness -> lem-max_smoothness.toml, ex:dpsvm#lipschitz -> ex-dpsvm--lipschitz.toml."""
    return label.replace("#", "--").replace(":", "-") + ".toml"


def load_folder(folder: Path) -> Registry:
    """The registry of another paper: contents.toml, with printed numbers under [unlabelled], and claims/*.toml."""
    return load(folder / "claims", folder / "contents.toml", None, rooms=(".",))


def load(
    claims: Path = CLAIMS,
    contents: Path = CONTENTS,
    printed: Path | None = labels.LABELS,
    rooms: tuple[str, ...] = CLAIM_ROOMS,
) -> Registry:
    """The whole registry, checked for consistency."""
    name = f"{contents.parent.name}/{contents.name}"
    known = {"paper": TABLE, "statements": LIST, "unlabelled": TABLE}
    given = checked(read(contents, name), known, name, needed=["statements"])
    found = {claim.label: claim for claim in _claims(claims, rooms)}
    places = {at.label: at for at in labels.read(printed)} if printed else {}
    places |= {
        label: labels.Label(label, "", number, 0, "") for label, number in given.get("unlabelled", {}).items()
    }
    entries = tuple(_entry(item, found, places, name) for item in given["statements"])
    names = [label for entry in entries for label in (entry.label, *entry.also)]
    for label in names:
        if names.count(label) > 1:
            raise broken(name, "statements", f"must be unique, {label!r} occurs twice")
    listed = {entry.label for entry in entries}
    ranks: set[int] = set()
    for claim in found.values():
        file = f"{claims.name}/{claim.room}/{file_name(claim.label)}"
        if claim.label not in listed:
            raise broken(file, "label", f"must be listed in {contents.name}, got {claim.label!r}")
        if claim.finding and claim.finding.rank in ranks:
            raise broken(file, "finding.rank", f"must be unique, {claim.finding.rank} occurs twice")
        ranks |= {claim.finding.rank} if claim.finding else set()
        for used in claim.uses:
            if used not in names:
                raise broken(file, "uses", f"must name labels of {contents.name}, got {used!r}")
    return Registry(entries, found, _made(Paper, given.get("paper", {}), PAPER, name, "paper."))


def _claims(folder: Path, rooms: tuple[str, ...]) -> list[Claim]:
    """Every claim of every room; a file anywhere else is an error."""
    found: dict[str, Claim] = {}
    for path in sorted(folder.rglob("*.toml")):
        name, room = path.relative_to(folder.parent).as_posix(), path.parent.relative_to(folder).as_posix()
        if room not in rooms:
            raise InvalidInput(f"{name}: must be in the folder of a room: {', '.join(rooms)}")
        claim = _claim(read(path, name), name, room)
        if path.name != file_name(claim.label):
            raise broken(name, "label", f"belongs in {file_name(claim.label)}, got {claim.label!r}")
        if claim.label in found:
            raise broken(name, "label", f"has a claim file in {found[claim.label].room} already")
        found[claim.label] = claim
    return list(found.values())


def _entry(item: Any, claims: Mapping[str, Claim], places: Mapping[str, labels.Label], name: str) -> Entry:
    """A statement of the contents: a label with a claim file, or all that is known about one without."""
    table = item if isinstance(item, dict) else {"label": item}
    label = checked({"label": table.get("label")}, CLAIMED, name, inside="statements.")["label"]
    whole = label.partition("#")[0]
    if label in claims:
        claim, table = claims[label], checked(table, CLAIMED, name, inside=f"{label}.")
        table |= {key: getattr(claim, key) for key in ("kind", "title", "where", "weight")}
    elif len(table) == 1:
        raise broken(name, "statements", f"must have a claim file for {label} ({file_name(label)})")
    else:
        needed = [key for key in UNCLAIMED if key not in ("also", "weight")]
        table = checked(table, UNCLAIMED, name, needed, inside=f"{label}.")
        table = {"weight": weight_of(table["kind"]), **table}
    if whole not in places and not whole.startswith("ours:"):
        raise broken(name, "statements", f"must list labels of the paper or of [unlabelled], got {label!r}")
    if at := places.get(whole):
        return Entry(**_tidy(table), number=at.number, line=at.line or None, section=at.section)
    return Entry(**_tidy(table))


def _claim(table: Table, name: str, room: str) -> Claim:
    named = [str(item.get("by")) for item in table.get("proved", ()) if isinstance(item, dict)]
    by_theorems = "formal" not in table and any(
        not name.startswith("coq.") for name in named
    )  # printed from them
    claim = _made(Claim, {"formal": "-", **table} if by_theorems else table, CLAIM, name)
    ours, part = claim.label.startswith("ours:"), "#" in claim.label  # a part may be what is argued beside it
    if (claim.kind == "ours") != ours and not (ours and part and claim.kind == "section"):
        raise broken(name, "kind", "must be 'ours' for labels that start with ours:, and only there")
    _fair(claim, name)
    readings = _each(Reading, table, READING, name, "readings")
    if readings and not any(reading.printed for reading in readings):
        raise broken(name, "readings", "must have one with printed = true: the others are our own")
    steps = _each(Step, table, STEP, name, "steps")
    for step in steps:
        if step.judged == "reader" and step.finding == "ok":
            rule = "must be machine: a reader may find fault, not vouch"
            raise broken(name, f"steps.{step.slug}.judged", rule)
    return replace(
        claim,
        room=room,
        weight=claim.weight or weight_of(claim.kind),
        as_run=_each(AsRun, table, AS_RUN, name, "as_run"),
        formal="" if by_theorems else claim.formal,
        extra_premises=tuple(
            _worded(p, name) for p in _each(Premise, table, PREMISE, name, "extra_premises")
        ),
        restated=_each(Restated, table, RESTATED, name, "restated"),
        proved=_each(Proved, table, PROVED, name, "proved"),
        readings=readings,
        steps=steps,
        cites=_each(Cite, table, CITE, name, "cites"),
        finding=_made(Finding, table["finding"], FINDING, name, "finding.") if "finding" in table else None,
        repair=_made(Repair, table["repair"], REPAIR, name, "repair.") if "repair" in table else None,
    )


def _fair(claim: Claim, name: str) -> None:
    """A nature where something is wrong and only there; who breaks privacy must be wrong."""
    wrong = f"must be one of {', '.join(NATURES)} if the verdict is {claim.verdict}"
    if claim.verdict in WRONG and not claim.nature:
        raise broken(name, "nature", f"is missing: it {wrong}, because something is wrong then")
    if claim.verdict not in WRONG and claim.nature:
        rule = f"must be left out if the verdict is {claim.verdict}: nothing is wrong then"
        raise broken(name, "nature", f"{rule}, got {claim.nature!r}")
    if claim.verdict not in WRONG and claim.impact == "unsound":
        rule = f"must be loose or none if the verdict is {claim.verdict}: nothing is wrong then"
        raise broken(name, "impact", f"{rule}, got 'unsound'")
    if claim.nature == "slip" and claim.impact == "unsound":
        rule = "must be loose or none if the nature is slip: what the paper does stands then"
        raise broken(name, "impact", f"{rule}, got 'unsound'")


def _worded(premise: Premise, name: str) -> Premise:
    """With the words of premises.toml, if it has none of its own."""
    if not premise.says and premise.slug not in premise_words():
        raise broken(
            name, f"extra_premises.{premise.slug}.says", f"is missing, and {PREMISES.name} has no words"
        )
    return premise if premise.says else replace(premise, says=premise_words()[premise.slug].says)


def _each(
    record: type[Record], table: Table, kinds: Mapping[str, Kind], name: str, key: str
) -> tuple[Record, ...]:
    """The records under a key; each has a slug of its own."""
    slugs = [item.get("slug", "") for item in table.get(key, [])]
    for slug in slugs:
        if slug and slugs.count(slug) > 1:
            raise broken(name, f"{key}.slug", f"must be unique, {slug!r} occurs twice")
    found = zip(slugs, table.get(key, []), strict=True)
    return tuple(
        _made(record, item, kinds, name, f"{key}.{slug}.".replace("..", ".")) for slug, item in found
    )


def _made(
    record: type[Record], table: Table, kinds: Mapping[str, Kind], name: str, inside: str = ""
) -> Record:
    """The record in a table: its fields are the keys, and those without a default are needed."""
    defaults = {field.name: field.default for field in fields(record)}  # type: ignore[arg-type]
    needed = [key for key in kinds if defaults[key] is MISSING]
    return record(**_tidy(checked(table, kinds, name, needed, inside)))


def _tidy(values: Table) -> dict[str, Any]:
    """Text without blanks at its ends, and lists that cannot change."""
    short = {key: value.strip() for key, value in values.items() if isinstance(value, str)}
    return {
        **values,
        **short,
        **{key: tuple(value) for key, value in values.items() if isinstance(value, list)},
    }
