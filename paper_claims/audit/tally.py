"""The tally: the paper's load-bearing statements first, then its text, then our own; slips, gaps and errors apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from paper_claims.registry.record import WEIGHTS

if TYPE_CHECKING:
    from paper_claims.audit.judging import Judged

OUTCOMES = {  # what a statement counts as: its nature where something is wrong, else its verdict
    "verified": "hold as printed",
    "slip": "a slip: a misprint or a loose word; what the paper does and proves still holds",
    "gap": "a gap: a premise or a step is missing; with it the statement is true",
    "error": "an error: false, and misleading for a reader who relies on it",
    "empirical": "only measured",
    "open": "open",
    "out_of_scope": "out of scope",
}
GROUPS = (*WEIGHTS, "ours")


def tally(judged: Sequence[Judged]) -> dict[str, dict[str, int]]:
    """How many statements of each group count as what, and how many give less privacy than claimed."""
    found: dict[str, dict[str, int]] = {}
    for group in GROUPS:
        members = [j for j in judged if j.group == group]
        counts = Counter(j.outcome for j in members)
        found[group] = {
            "unsound": sum(j.claim.impact == "unsound" for j in members if j.claim),
            "statements": len(members),
            **{outcome: counts[outcome] for outcome in OUTCOMES},
        }
    return found


def in_words(judged: Sequence[Judged]) -> list[str]:
    """One sentence a group; what nothing counts as is left out."""
    lines = []
    for group, counts in tally(judged).items():
        parts = [
            f"{counts[name]} {_plural(OUTCOMES[name].partition(':')[0], counts[name])}"
            for name in OUTCOMES
            if counts[name]
        ]
        if parts:
            number = counts["statements"]
            what = "statement" if number == 1 else "statements"
            kind = f"{what} of our own" if group == "ours" else f"{group} {what}"
            lines.append(f"{number} {kind}: {', '.join(parts)}")
    return lines


def _plural(words: str, number: int) -> str:
    if words.startswith("a"):
        return f"{words.split()[1]}{'s' * (number > 1)}"
    return "holds as printed" if words.startswith("hold") and number == 1 else words
