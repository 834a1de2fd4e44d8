"""What a reader should know first: one answer, and the findings that matter most.

Each of the ten has a number that is read off its witness, and the command that recomputes it. They open README, AUDIT.md
and the page, in this order. Where an audit of some statements has fewer of them, the page goes on with the statements of
the paper whose impact is not `none`: those that give less privacy than claimed, then those that waste noise; among these
refuted before open to readings before short of a premise; then by how many judged statements rest on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from accountant import Enclosure
from paper_claims.audit.judging import Audit, Judged
from paper_claims.registry.marks import plain
from paper_claims.registry.record import IMPACTS
from paper_claims.registry.rests_on import resting_on
from paper_claims.registry.verdict import Row

VERDICTS = (
    "refuted", "depends_on_reading", "verified_with_premise", "true_but_proof_gap", "verified", "empirical", "open",
)  # fmt: skip
LIMIT = 10


@dataclass(frozen=True)
class Finding:
    """A check whose witness has the number: `value`, or `value` over `over`; {} in the text is its place."""

    label: str
    check: str
    value: str
    text: str
    over: str = ""


TEN = (
    Finding(
        "ex:dpsvm#sensitivity",
        "sensitivity.counterexamples.svm_rescaled_to_the_sphere",
        "distance of the models",
        "the last line of both algorithms rescales a model to norm $R$ instead of projecting it: two neighbouring datasets "
        "end {} times the printed sensitivity apart; $f min(1, R/|f|)$ repairs it",
        "printed bound",
    ),
    Finding(
        "cor:group_privacy",
        "groups.group_privacy.fifty_records_at_fifty_eps",
        "delta of the group",
        "noise for $(0.6, 1e-5)$ leaves a group of 50 records with $delta = {}$ at $eps = 30$, where 1e-5 is promised; "
        "evaluate $delta$ at $σ/50$",
    ),
    Finding(
        "alg:dist_blindavg",
        "distributed.noise_split.one_users_model_is_not_private",
        "delta of one user's model",
        "what a user sends is called a DP model, but only the sum is private: alone it has $delta = {}$ at $eps = 0.6$ with "
        "1,000 users",
    ),
    Finding(
        "sec:results#tuning",
        "text.tuning.sixteen_models_exceed_the_budget",
        "delta",
        "the best of up to 16 settings is reported at the budget of one: sixteen models have $delta = {}$ at $eps = 0.6$, not "
        "1e-5; tune on public data",
    ),
    Finding(
        "sec:security_distblindavg#user_level",
        "groups.user_level.large_users_are_under_protected",
        "delta",
        "user-level sensitivity $2R/w$ holds without weights only: with weights $n_i$ a user of 465 records among users of 220 "
        "has $delta = {}$ instead of 1e-5",
    ),
    Finding(
        "sec:non_interactive_secsum#fixed_point",
        "secure_sum.rounding.a_coarse_grid_swallows_the_noise",
        "delta of the rounded sum",
        "models are rounded after the noise is added: on a grid of 4 local deviations 64 users have $delta = {}$ instead of "
        "1e-5; add discrete noise, and account for it",
    ),
    Finding(
        "thm:distributed_blindavg#full",
        "distributed.honest_users_printed.dropouts_take_their_noise_along",
        "delta",
        "dropouts take their noise along: $t = 1/2$ and a quarter dropping out turn $delta = 1e-5$ into {}; split the noise "
        "over $(t - rho)w$ users",
    ),
    Finding(
        "ex:dpsvm#lipschitz",
        "objectives.svm_constants.printed_label_breaks_L",
        "gradient norm",
        "the printed SVM objective multiplies the margin by the class number: for class 3 the gradient is {} times the "
        "printed $L$, and grows with $K$; train on the sign alone",
        "L",
    ),
    Finding(
        "app:experimental_setup#batches",
        "sensitivity.counterexamples.svm_at_the_papers_own_setting",
        "distance of the models",
        "batches of 20 of 50 records, the last averaged over its own size, exceed the printed sensitivity {} times at the "
        "paper's own setting; divide every batch sum by 20",
        "printed bound",
    ),
    Finding(
        "lem:averagerepresenter",
        "averaging.representer.average_is_not_the_central_model",
        "averaged intercept",
        "the average of local SVMs is not the SVM of the union: {} of it for two records at $Λ = 1/8$; from $Λ = c²/2$ on it "
        "is, exactly (ours:hinge_threshold)",
        "central intercept",
    ),
)


def number(finding: Finding, witness: Mapping[str, str]) -> str:
    """The number with two significant digits; both ends of an interval must round to the same."""
    box = Enclosure.read(witness[finding.value])
    low, high = box.lo, box.hi
    if finding.over:
        over = Enclosure.read(witness[finding.over])
        low, high = low / over.hi, high / over.lo
    texts = {_rounded(low), _rounded(high)}
    if len(texts) != 1:
        raise ValueError(f"{finding.check}: the interval is too wide for two digits")
    return texts.pop()


def sentence(finding: Finding, witness: Mapping[str, str]) -> str:
    """The finding in one sentence."""
    return finding.text.format(number(finding, witness))


def line(finding: Finding, witness: Mapping[str, str]) -> str:
    """The finding with its label and its replay command."""
    return f"`{finding.label}`: {plain(sentence(finding, witness))}. `blindavg replay '{finding.label}'`"


def witnessed(rows: Iterable[Row]) -> list[tuple[Finding, Mapping[str, str]]]:
    """The findings whose checks are among the rows, in their order, with the witnesses that have their numbers."""
    witnesses = {row.check: row.witness for row in rows if row.refutes and row.witness}
    found = [(finding, witnesses.get(finding.check) or {}) for finding in TEN]
    return [(f, witness) for f, witness in found if {f.value, f.over or f.value} <= witness.keys()]


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The findings whose checks are among the rows, numbered."""
    for position, (finding, witness) in enumerate(witnessed(rows), start=1):
        yield f"{position}. {line(finding, witness)}"


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
    named = [finding.label for finding in TEN]
    rows = [row for j in audit.judged for row in j.rows]
    said = {finding.label: sentence(finding, witness) for finding, witness in witnessed(rows)}

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
