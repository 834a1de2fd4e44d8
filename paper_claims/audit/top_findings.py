"""The ten findings that matter most: each with a number that is read off its witness, and the command that recomputes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from accountant import Enclosure
from paper_claims.registry.verdict import Row


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
        "learner_refutations.svm_rescaled_to_the_sphere",
        "distance of the models",
        "the last line of both algorithms rescales a model to norm R instead of projecting it: two neighbouring datasets "
        "end {} times the printed sensitivity apart; f min(1, R/|f|) repairs it",
        "printed bound",
    ),
    Finding(
        "cor:group_privacy",
        "group_privacy.fifty_records_at_fifty_eps",
        "delta of the group",
        "noise for (0.6, 1e-5) leaves a group of 50 records with delta = {} at eps = 30, where 1e-5 is promised; evaluate "
        "delta at σ/50",
    ),
    Finding(
        "alg:dist_blindavg",
        "distributed_noise.one_users_model_is_not_private",
        "delta of one user's model",
        "what a user sends is called a DP model, but only the sum is private: alone it has delta = {} at eps = 0.6 with "
        "1,000 users",
    ),
    Finding(
        "sec:results#tuning",
        "noise_choices.sixteen_models_exceed_the_budget",
        "delta",
        "the best of up to 16 settings is reported at the budget of one: sixteen models have delta = {} at eps = 0.6, not "
        "1e-5; tune on public data",
    ),
    Finding(
        "sec:security_distblindavg#user_level",
        "user_level.large_users_are_under_protected",
        "delta",
        "user-level sensitivity 2R/w holds without weights only: with weights n_i a user of 465 records among users of 220 "
        "has delta = {} instead of 1e-5",
    ),
    Finding(
        "sec:non_interactive_secsum#fixed_point",
        "grid_rounding.a_coarse_grid_swallows_the_noise",
        "delta of the rounded sum",
        "models are rounded after the noise is added: on a grid of 4 local deviations 64 users have delta = {} instead of "
        "1e-5; add discrete noise, and account for it",
    ),
    Finding(
        "thm:distributed_blindavg#full",
        "dropouts.dropouts_take_their_noise_along",
        "delta",
        "dropouts take their noise along: t = 1/2 and a quarter dropping out turn delta = 1e-5 into {}; split the noise over "
        "(t - rho)w users",
    ),
    Finding(
        "ex:dpsvm#lipschitz",
        "svm_constants.printed_label_breaks_L",
        "gradient norm",
        "the printed SVM objective multiplies the margin by the class number: for class 3 the gradient is {} times the "
        "printed L, and grows with K; train on the sign alone",
        "L",
    ),
    Finding(
        "app:experimental_setup#batches",
        "experimental_setup.batches_averaged_over_themselves",
        "distance of the models",
        "batches of 20 of 50 records, the last averaged over its own size, exceed the printed sensitivity {} times at the "
        "paper's own setting; divide every batch sum by 20",
        "printed bound",
    ),
    Finding(
        "lem:averagerepresenter",
        "averaged_representer.average_is_not_the_central_model",
        "averaged intercept",
        "the average of local SVMs is not the SVM of the union: {} of it for two records at Λ = 1/8; from Λ = c²/2 on it is, "
        "exactly (ours:hinge_threshold)",
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
    return f"`{finding.label}`: {sentence(finding, witness)}. `blindavg replay '{finding.label}'`"


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
