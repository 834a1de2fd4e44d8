"""What a reader should know first: one answer, and the findings that matter most.

A claim file may have a finding, with its rank: one sentence that needs no paper beside it, with one number that is read off
the witness of a check. They open README (`python -m paper_claims.audit.top_findings` prints them), AUDIT.md and the page in
this order, each with the command that recomputes it.
Where an audit of some statements has fewer of them, the page goes on with the statements of the paper whose impact is not
`none`: those that give less privacy than claimed, then those that waste noise; among these refuted before open to readings
before short of a premise; then by how many judged statements rest on them.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from accountant import Enclosure
from paper_claims.audit.judging import Audit, Judged
from paper_claims.registry.files import load
from paper_claims.registry.marks import plain
from paper_claims.registry.record import IMPACTS, Claim, Finding
from paper_claims.registry.rests_on import resting_on
from proofs_check.method.check import all_checks

VERDICTS = (
    "refuted", "depends_on_reading", "verified_with_premise", "true_but_proof_gap", "verified", "empirical", "open",
)  # fmt: skip
LIMIT = 10
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(finding: Finding, witness: Mapping[str, str]) -> str:
    """The number with two significant digits; both ends of an interval must round to the same.

    A quotient has three, rounded towards 1 as in a certificate: at least so much too large or too small.
    """
    box = Enclosure.read(witness[finding.value])
    if finding.over:
        over = Enclosure.read(witness[finding.over])
        quotient = Enclosure(box.lo / over.hi, box.hi / over.lo)
        return quotient.decimals(3)[0 if quotient.lo >= 1 else 1]
    texts = {_rounded(box.lo), _rounded(box.hi)}
    if len(texts) != 1:
        raise ValueError(f"{finding.check}: the interval is too wide for two digits")
    return texts.pop()


def sentence(finding: Finding, witness: Mapping[str, str]) -> str:
    """The finding in one sentence."""
    return finding.says.format(number(finding, witness))


def line(claim: Claim, witness: Mapping[str, str]) -> str:
    """The finding of a claim with its rank, label, nature and replay command."""
    assert claim.finding is not None
    what = f" ({claim.nature})" if claim.nature else ""
    said = plain(sentence(claim.finding, witness))
    return f"{claim.finding.rank}. `{claim.label}`{what}: {said}. `blindavg replay '{claim.label}'`"


def ranked(claims: Iterable[Claim]) -> list[Claim]:
    """The claims with a finding, by rank."""
    return sorted((c for c in claims if c.finding), key=lambda c: c.finding.rank if c.finding else 0)


def witnessed(judged: Iterable[Judged]) -> dict[str, Mapping[str, str]]:
    """The witness with the number of each finding, by label."""
    found: dict[str, Mapping[str, str]] = {}
    for j in judged:
        if (claim := j.claim) and (finding := claim.finding):
            named = {finding.value, finding.over or finding.value}
            for row in j.rows:
                if row.refutes and row.check == finding.check and row.witness and named <= row.witness.keys():
                    found[claim.label] = row.witness
    return found


def lines(judged: Sequence[Judged]) -> Iterator[str]:
    """The findings whose witnesses are there."""
    witnesses = witnessed(judged)
    for claim in ranked(j.claim for j in judged if j.claim):
        if claim.label in witnesses:
            yield line(claim, witnesses[claim.label])


def _rounded(value: Fraction) -> str:
    text = f"{float(value):.2g}"
    return f"{float(value):.0f}" if value >= 10 else text


@dataclass(frozen=True)
class Card:
    """One of the findings at the top of the page."""

    judged: Judged
    said: str = ""  # what is wrong, with its number, if it is one of the ten


def top_findings(audit: Audit, limit: int = LIMIT) -> list[Card]:
    """The findings that matter most, by the rule above."""
    users = resting_on(audit.uses)
    named = [claim.label for claim in ranked(j.claim for j in audit.judged if j.claim)]
    said = {
        j.entry.label: sentence(j.claim.finding, witness)
        for j in audit.judged
        if j.claim and j.claim.finding and (witness := witnessed([j]).get(j.entry.label))
    }

    def rank(j: Judged) -> tuple[int, int, int, int]:
        assert j.claim is not None
        label = j.entry.label
        first = named.index(label) if label in named else len(named)
        return first, IMPACTS.index(j.claim.impact), VERDICTS.index(j.verdict), -len(users[label])

    candidates = [
        j
        for j in audit.judged
        if j.claim and j.entry.kind != "ours" and (j.entry.label in named or j.claim.impact != "none")
    ]
    return [Card(j, said.get(j.entry.label, "")) for j in sorted(candidates, key=rank)[:limit]]


@dataclass(frozen=True)
class Answer:
    """Can I rely on this paper, and what must I change?"""

    short: str
    because: str


def unjudged(audit: Audit) -> str:
    """How many statements have no claim, by status, in brackets."""
    counts = Counter(j.verdict.replace("_", " ") for j in audit.judged if not j.claim)
    return f" ({', '.join(f'{n} {status}' for status, n in counts.most_common())})" if counts else ""


def answer(audit: Audit) -> Answer:
    """The ten-second answer, from the verdicts and impacts alone."""
    own = [j for j in audit.judged if j.claim and j.group != "ours"]
    unsound = [j for j in own if j.claim and j.claim.impact == "unsound"]
    loose = [j for j in own if j.claim and j.claim.impact == "loose"]
    repaired = [j for j in unsound if j.claim and j.claim.repair]
    if unsound:
        short = "Not as printed. With the changes below, yes."
        if len(repaired) < len(unsound):
            short = "Not as printed. Most of it can be repaired with the changes below."
    else:
        short = "Yes: nothing judged here gives less privacy than claimed."
    errors = sum(j.outcome == "error" for j in own if j.group == "load-bearing")
    because = (
        f"Following {len(unsound)} of the paper's {len(own)} judged statements gives less privacy than they say. "
        f"{_repairs(len(repaired), len(unsound))}{len(loose)} waste noise, and the other "
        f"{len(own) - len(unsound) - len(loose)} change no noise. {_errors(errors)} "
        "The others are right, slips, gaps, or only measured."
    )
    return Answer(short, because)


def _repairs(repaired: int, of: int) -> str:
    if not of:
        return ""
    return f"All {of} have a repair. " if repaired == of else f"Of these, {repaired} can be repaired. "


def _errors(count: int) -> str:
    named = WORDS[count].capitalize() if count < len(WORDS) else str(count)
    return f"{named} load-bearing {'statement is an error' if count == 1 else 'statements are errors'}."


def for_readme() -> Iterator[str]:
    """The findings as README has them, each number recomputed; a command stays on one line."""
    for claim in ranked(load().claims.values()):
        assert claim.finding is not None
        text = line(claim, all_checks()[claim.finding.check].run().witness or {})
        whole = re.sub("`[^`]+`", lambda code: code[0].replace(" ", "\0"), text)
        indent = " " * (len(str(claim.finding.rank)) + 2)
        wrapped = textwrap.wrap(
            whole, 125, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        yield "\n".join(wrapped).replace("\0", " ")


if __name__ == "__main__":
    print(*for_readme(), sep="\n")
