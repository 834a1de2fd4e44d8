"""What rests on what: all that a statement uses, all that uses it, its standing, and its column in the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Uses = Mapping[str, Sequence[str]]  # label -> the labels that its claim uses

STANDINGS = (  # the worst first
    ("rests on refuted", ("refuted",)),
    ("rests on unsettled", ("open", "empirical", "depends_on_reading")),
    ("stands with the premises added to", ("verified_with_premise",)),
)


def below(uses: Uses, label: str) -> set[str]:
    """Everything that this statement uses, directly or not."""
    found: set[str] = set()
    queue = list(uses.get(label, ()))
    while queue:
        used = queue.pop()
        if used not in found:
            found.add(used)
            queue += uses.get(used, ())
    return found


def resting_on(uses: Uses) -> dict[str, set[str]]:
    """For each statement the statements that use it, directly or not."""
    found: dict[str, set[str]] = {label: set() for label in uses}
    for label in uses:
        for used in below(uses, label):
            found.setdefault(used, set()).add(label)
    return found


def standings(uses: Uses, verdicts: Mapping[str, str]) -> dict[str, str]:
    """The worst verdict among everything that a statement uses, directly or not."""
    return {label: _standing(below(uses, label), verdicts) for label in verdicts}


def _standing(used: set[str], verdicts: Mapping[str, str]) -> str:
    for words, which in STANDINGS:
        if found := sorted(label for label in used if verdicts.get(label) in which):
            return f"{words} {', '.join(found)}"
    return "stands" if used else "stands alone"


def layers(uses: Uses) -> dict[str, int]:
    """The longest chain below each statement. Statements that use each other in a circle share what is known so far."""
    depth: dict[str, int] = {}

    def of(label: str, open_labels: frozenset[str]) -> int:
        if label not in depth:
            chains = [of(u, open_labels | {label}) for u in uses.get(label, ()) if u not in open_labels]
            depth[label] = 1 + max(chains, default=-1)
        return depth[label]

    for label in uses:
        of(label, frozenset({label}))
    return depth
