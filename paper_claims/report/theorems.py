"""A theorem of the logic as text: its sequent, what it rests on, and the tree of theorems below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paper_claims.audit.judging import Judged, sequent_lines
from paper_claims.registry.record import Claim

Sequent = Mapping[str, Any]


def theorem_lines(theorem: Sequent, claim: Claim | None) -> Iterator[str]:
    """Premises by name and in words, definitions, conclusion, tier, axioms and leaves, joint model."""
    yield f"{theorem['name']} ({theorem['place']})"
    yield from (f"  {line}" for line in sequent_lines(theorem, claim))
    yield f"  tier   {theorem['tier']}; {theorem['uses']} theorems below it"
    for kind in ("leaf", "axiom"):
        names = [item["name"] for item in theorem["rests"] if item["kind"] == kind]
        if names:
            yield f"  rests  {kind}: {'; '.join(names)}"
    yield f"  model  {theorem['model'].partition(': ')[2]}"


def tree_lines(theorem: Sequent) -> Iterator[str]:
    """The theorems below one, each once: what it shows, and where the theorem above meets each of its premises."""
    below = {item["theorem"]: item for item in theorem["proof"]}
    done: set[str] = set()

    def visit(name: str, above: Sequent | None, depth: int) -> Iterator[str]:
        item, indent = below[name], "  " * depth
        kind = f" [{item['kind']}: {item['why']}]" if item["why"] else ""
        again = " (shown above)" if name in done and item["uses"] else ""
        yield f"{indent}{name}{kind}{again}"
        if name not in done:
            yield f"{indent}    shows {item['shows']}"
        if above is not None:
            yield from (f"{indent}    {line}" for line in met_lines(item, above))
        if name not in done:
            done.add(name)
            for used in item["uses"]:
                yield from visit(used, item, depth + 1)

    yield from visit(theorem["name"], None, 0)


def met_lines(item: Sequent, above: Sequent) -> Iterator[str]:
    """The premises of a cited theorem: those that the citing one has itself, in one line, then the others."""
    met = above["met"].get(item["theorem"], {})
    carried = [slug for slug in item["given"] if met.get(slug) == f"premise {slug}"]
    if carried:
        yield f"premises here and there: {', '.join(carried)}"
    for slug in item["given"]:
        if slug not in carried:
            yield f"premise {slug}: met by {met.get(slug, 'the proof')}"


def stated(j: Judged) -> list[Sequent]:
    return [row.theorem for row in j.theorems if row.theorem]
