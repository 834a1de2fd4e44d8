"""What a reader should know first: one answer, and the findings that matter most.

The rule, in one place so that it can be replaced: first the findings of `top_findings.py`, in its order, as in
AUDIT.md; then, where an audit of some statements has fewer of them, the statements of the paper whose impact is not
`none`: those that give less privacy than claimed, then those that waste noise; among these refuted before open to
readings before short of a premise; then by how many judged statements rest on them, directly or not; then in the order
of the paper.
"""

from __future__ import annotations

from dataclasses import dataclass

from paper_claims.audit.judging import Audit, Judged
from paper_claims.audit.top_findings import TEN, sentence, witnessed

IMPACTS = ("unsound", "loose", "none")
VERDICTS = (
    "refuted", "depends_on_reading", "verified_with_premise", "true_but_proof_gap", "verified", "empirical", "open",
)  # fmt: skip
LIMIT = 10


@dataclass(frozen=True)
class Finding:
    """One of the findings at the top of the report."""

    judged: Judged
    resting: int  # judged statements that use it, directly or not
    said: str = ""  # what is wrong, with its number, for those of `paper_claims/audit/top_findings.py`


def top_findings(audit: Audit, limit: int = LIMIT) -> list[Finding]:
    """The findings that matter most, by the rule above."""
    users = resting(audit)
    named = [finding.label for finding in TEN]
    said = {
        f.label: sentence(f, witness) for f, witness in witnessed(row for j in audit.judged for row in j.rows)
    }
    candidates = [
        Finding(j, len(users[j.entry.label]), said.get(j.entry.label, ""))
        for j in audit.judged
        if j.claim and j.entry.kind != "ours" and (j.entry.label in named or j.claim.impact != "none")
    ]

    def rank(finding: Finding) -> tuple[int, int, int, int]:
        claim, label = finding.judged.claim, finding.judged.entry.label
        assert claim is not None
        first = named.index(label) if label in named else len(named)
        return first, IMPACTS.index(claim.impact), VERDICTS.index(finding.judged.verdict), -finding.resting

    return sorted(candidates, key=rank)[:limit]


def resting(audit: Audit) -> dict[str, set[str]]:
    """For each statement the judged statements that use it, directly or not."""
    uses = {j.entry.label: set(j.claim.uses) for j in audit.judged if j.claim}
    found: dict[str, set[str]] = {j.entry.label: set() for j in audit.judged}
    for label in uses:
        below, queue = set(), list(uses[label])
        while queue:
            used = queue.pop()
            if used not in below:
                below.add(used)
                queue += uses.get(used, ())
        for used in below & set(found):
            found[used].add(label)
    return found


@dataclass(frozen=True)
class Answer:
    """Can I rely on this paper, and what must I change?"""

    short: str
    because: str


def answer(audit: Audit) -> Answer:
    """The ten-second answer, from the verdicts and impacts alone."""
    own = [j for j in audit.judged if j.claim and j.entry.kind != "ours"]
    unsound = [j for j in own if j.claim and j.claim.impact == "unsound"]
    loose = [j for j in own if j.claim and j.claim.impact == "loose"]
    repaired = [j for j in unsound if j.claim and j.claim.repair]
    if unsound:
        short = "Not as printed. With the changes below, yes."
        if len(repaired) < len(unsound):
            short = "Not as printed. Most of it can be repaired with the changes below."
    else:
        short = "Yes: nothing judged here gives less privacy than claimed."
    with_repair = "each" if len(repaired) == len(unsound) else f"{len(repaired)} of them"
    because = (
        f"{len(unsound)} of {len(own)} judged statements give less privacy than claimed if they are followed to the letter "
        f"({with_repair} with a repaired statement), {len(loose)} waste noise, and the "
        f"other {len(own) - len(unsound) - len(loose)} change no noise."
    )
    return Answer(short, because)
