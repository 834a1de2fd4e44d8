"""What rests on what: the claims and their uses as a picture (Mermaid) and as a table with standings, for AUDIT.md."""

from __future__ import annotations

from collections.abc import Iterator

from paper_claims.audit.judging import Audit, Judged

COLOURS = {
    "verified": "#cfe8cf",
    "true_but_proof_gap": "#e6efc2",
    "verified_with_premise": "#f6edb5",
    "depends_on_reading": "#f8ddb0",
    "refuted": "#f3bcb5",
    "empirical": "#dddddd",
    "open": "#dddddd",
    "out_of_scope": "#eeeeee",
}


def picture(audit: Audit) -> Iterator[str]:
    """A Mermaid graph: an arrow from each claim to what it uses; claims without arrows are left out."""
    edges = [(j.entry.label, used) for j in audit.judged if j.claim for used in sorted(set(j.claim.uses))]
    names = sorted({name for edge in edges for name in edge})
    position = {name: f"n{i}" for i, name in enumerate(names)}
    verdicts = {name: j.verdict for j in audit.judged for name in (j.entry.label, *j.entry.also)}
    yield "```mermaid"
    yield "flowchart LR"
    for name in names:
        yield f'  {position[name]}["{name}"]:::{verdicts.get(name, "open")}'
    for source, target in edges:
        yield f"  {position[source]} --> {position[target]}"
    for verdict, colour in COLOURS.items():
        yield f"  classDef {verdict} fill:{colour}"
    yield "```"


def table(audit: Audit) -> Iterator[str]:
    """Each claim that uses others, with its verdict and its standing."""
    yield "| statement | verdict | uses | standing |"
    yield "| --- | --- | --- | --- |"
    for j in audit.judged:
        if j.claim and j.claim.uses:
            uses = ", ".join(j.claim.uses)
            yield f"| {j.entry.numbered} | `{j.verdict}` | {uses} | {audit.standing[j.entry.label]} |"


def resting_on(audit: Audit) -> list[tuple[str, int]]:
    """How many claims rest, directly or not, on each refuted statement; the most used first."""
    claims = {j.entry.label: j for j in audit.judged if j.claim}
    below = {label: _everything_below(label, claims) for label in claims}
    refuted = [label for label, j in claims.items() if j.verdict == "refuted"]
    counted = [(label, sum(label in found for found in below.values())) for label in refuted]
    return sorted((pair for pair in counted if pair[1]), key=lambda pair: (-pair[1], pair[0]))


def _everything_below(label: str, claims: dict[str, Judged]) -> set[str]:
    found: set[str] = set()
    queue = [label]
    while queue:
        claim = claims[name].claim if (name := queue.pop()) in claims else None
        for used in claim.uses if claim else ():
            if used not in found:
                found.add(used)
                queue.append(used)
    return found


def section(audit: Audit) -> Iterator[str]:
    """The part of AUDIT.md."""
    yield "\n## What rests on what\n"
    yield "An arrow leads from a statement to what it uses. A statement that rests on a refuted one says so; it can be proved"
    yield "all the same, with the premises that its own claim adds.\n"
    for label, count in resting_on(audit):
        yield f"- refuted {label}: {count} statement{'s' * (count > 1)} above it"
    yield ""
    yield from picture(audit)
    yield ""
    yield from table(audit)
