"""What remains to be believed: the premises of the theorems behind a certificate, and how the deployment file meets each.

premises.json has the premises, generated from the theorems. One that speaks of numbers only is evaluated: it is checked because
it is true, and without it there is no certificate. The others are checked (from the file, or by the part of the accountant
that is named), promised (by the operator) or cited (a fact of the literature). What no theorem speaks of, such as
floating-point numbers, is listed beyond them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from accountant.deployment.plan import Deployment
from accountant.deployment.symbols import Tables, met
from accountant.distributed.closeness import required_closeness
from accountant.distributed.crowd import NoGuarantee, largest_move
from accountant.distributed.discrete_sum import DiscreteSum
from accountant.distributed.secagg import SecAggPlan
from accountant.numbers.enclosure import Enclosure
from accountant.sensitivity.diameter import NARROWEST, quick_diameter
from accountant.sensitivity.diameter_bound import inner_maximum
from accountant.sensitivity.radii import largest_gradient, levels

FILE = Path(__file__).with_suffix(".json")
CHECKED, PROMISED, CITED = "checked", "promised", "cited"


@dataclass(frozen=True)
class Premise:
    """`status`: checked, promised or cited. `slug` names the premise of the theorem; without one no theorem speaks of it."""

    status: str
    says: str
    slug: str = ""


Met = Callable[[Deployment], str]


def _always(how: str = "") -> Met:
    return lambda plan: how


_ORDER = {
    "fixed": "every pass in the same order, the same for all classes",
    "fresh": "every pass in a fresh uniformly random order, the same for all classes, which nobody else learns",
}


def _by(function: Callable[..., Any], how: str = "in balls") -> Met:
    """The part of the accountant that computes with it."""
    return lambda plan: f"{how}, by {function.__module__}.{function.__qualname__}"


def _relation(plan: Deployment) -> str:
    """It says what neighbours are."""
    return plan.level.relation()


def _survivors(plan: Deployment) -> str:
    crowd = plan.crowd
    return f"ceil(tw) = {crowd.honest} of {crowd.w}"


def _wider(plan: Deployment) -> str:
    """On a tiny ball the gap is bounded on a larger one, which holds the same models and more."""
    tiny = plan.training.R * plan.training.c < NARROWEST
    return "Rc = 2^-30, as Rc is below" if tiny else "in balls"


def _secure_sum(plan: Deployment) -> str:
    """What makes the secure sum reveal nothing else, for the scheme that is used."""
    if plan.summation.active:
        return "a quorum signs one list of who stayed, keys are signed, and cryptography holds"
    if plan.summation.among_users:
        return (
            "the graph is drawn at random after corrupted users and dropouts are fixed, and cryptography holds; ν is the "
            "failure below"
        )
    return f"at least one of the {plan.summation.servers} servers is honest, and ν is negligible"


def _proved(words: str) -> Met:
    """What the theorem of a loss file has shown."""
    return lambda plan: "" if plan.training.loss is None else f"proved for {plan.training.loss.file}: {words}"


_BOUND = "bound"  # about numbers at the user level only
# What is not only about numbers. slug: status, and what the file says about it
MET: dict[str, tuple[str, Met]] = {
    "ball-projection": (CHECKED, _always('projection = "ball"')),
    _BOUND: (CHECKED, _by(largest_move, "eps is computed from the proved move, whatever the noise is scaled to")),
    "bounded": (PROMISED, _always("records are clipped before training, and c comes from public data")),
    "dishonest-users": (PROMISED, _always("they do not learn honest records from elsewhere")),
    "dropouts": (PROMISED, lambda plan: f"otherwise the round is aborted; at most {plan.crowd.dropped} users"),
    "dropouts-ignore-the-data": (PROMISED, _always()),
    "each-record-once-a-pass": (PROMISED, lambda plan: _ORDER[plan.training.order]),
    "entries-of-models": (CITED, _always("this is what a length is")),
    "eps-on-the-grid": (CHECKED, _by(DiscreteSum, "in balls, with the noise of those who stay at least")),
    "fine-grid": (CHECKED, _by(required_closeness)),
    "first-and-last": (CHECKED, _relation),
    "first-radius": (CHECKED, _by(levels, "models start at 0")),
    "gap-by-2G": (CHECKED, _by(quick_diameter, "in balls, at the radius of each step")),
    "gap-of-many": (CHECKED, _by(quick_diameter, "in balls, at the radius of each step")),
    "gap-of-two": (CHECKED, _by(quick_diameter, "in balls, at the radius of each step")),
    "honest-users": (PROMISED, _survivors),
    "independent-of-the-data": (PROMISED, _always("order and dropouts too")),
    "independent-of-the-noise": (
        PROMISED,
        _always(
            "noise is drawn afresh in every entry and kept secret; users who drop out because their noise is large would "
            "break this"
        ),
    ),
    "kind-drawn-first": (PROMISED, _always("from OS entropy, one order after the other, and forgotten")),
    "inner-maxima": (CHECKED, _by(inner_maximum, "floats choose the pieces, balls check them")),
    "landing-by-length": (CHECKED, _by(levels)),
    "landing-by-limit": (CHECKED, _by(levels)),
    "landing-radii": (CHECKED, _by(levels, "in balls, for many steps at once")),
    "largest-gradients": (CHECKED, _by(largest_gradient)),
    "learning-rate": (PROMISED, _always("all users train at this rate")),
    "margins": (CHECKED, _proved("margins up to Rc")),
    "measurable": (CITED, _always("true of every event that a computer can test")),
    "models-in-the-ball": (PROMISED, _always('all users project as the file says, projection = "ball"')),
    "neighbours": (CHECKED, _relation),
    "nearest": (PROMISED, _always("before the noise is added, by the same rule in all runs")),
    "noise-of-a-user": (
        PROMISED,
        _always(
            "honest users draw it as the certificate says, with dropouts (t - ρ)w in the place of tw, in whole users"
        ),
    ),
    "noise-on-the-grid": (
        PROMISED,
        _always(
            "an exact sampler with entropy of the operating system draws afresh, with the parameter of the certificate"
        ),
    ),
    "one-holder": (PROMISED, _always()),
    "one-hot": (PROMISED, _always("each record has one label")),
    "one-record-at-a-time": (PROMISED, _always()),
    "one-vs-rest-sign": (PROMISED, _always("the sign +1 or -1, not the label times the sign")),
    "order-ignores-the-data": (PROMISED, _always()),
    "other-sizes": (CHECKED, _relation),
    "replaced-record": (CHECKED, _relation),
    "same-start": (PROMISED, _always("it does not depend on the data")),
    "simulated": (PROMISED, _secure_sum),
    "slope-bound": (CHECKED, _proved("S")),
    "slope-rises": (CHECKED, _proved("kappa")),
    "start": (PROMISED, _always("it is 0, and models grow from there")),
    "steps": (PROMISED, lambda plan: f"all users train {plan.training.learner} like this"),
    "trained": (PROMISED, _always("nothing else is sent")),
    "wider-balls": (CHECKED, _wider),
}  # fmt: skip


@cache
def chains() -> dict[str, dict[str, Any]]:
    """The theorems behind certificates, by learner and level."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def chain_of(plan: Deployment) -> dict[str, Any]:
    """The theorem behind this deployment and its premises."""
    if plan.level.kind == "user":
        return chains()["user"]
    if plan.orders_averaged:
        return chains()[f"{plan.training.learner} averaged"]
    if plan.noise == "discrete" and plan.level.kind == "record":
        return chains()[f"{plan.training.learner} record, discrete noise"]
    inside = " of one user" if plan.level.kind == "group" and plan.level.within_one_user else ""
    return chains()[f"{plan.training.learner} {plan.level.kind}{inside}"]


def is_computed(slug: str, premise: Mapping[str, Any]) -> bool:
    """Is it checked by evaluating its own formula?"""
    return "exact" in premise and (slug not in MET or slug == _BOUND)


def premises(plan: Deployment, tables: Tables, secagg: SecAggPlan | None = None) -> Iterator[Premise]:
    """The premises of the theorem, those that the file meets first, then what no theorem speaks of.

    NoGuarantee if one about numbers is not true of these tables.
    """
    carried = [_carried(plan, slug, premise, tables) for slug, premise in chain_of(plan)["premises"].items()]
    found = [*carried, *_summation(plan, secagg), *beyond(plan)]
    yield from (
        premise for status in (CHECKED, PROMISED, CITED) for premise in found if premise.status == status
    )


def _carried(plan: Deployment, slug: str, premise: Mapping[str, Any], tables: Tables) -> Premise:
    words = premise["words"]
    if not is_computed(slug, premise):
        status, how = MET[slug]
        return Premise(status, ": ".join(filter(None, (words, how(plan)))), slug)
    true, numbers = met(premise["exact"], tables)
    if not true:
        raise NoGuarantee(
            f"the premise {slug} of the theorem is not known to be true here: {words}: {premise['formula']}, with {numbers}",
            "change the deployment so that it is",
        )
    return Premise(CHECKED, ": ".join(filter(None, (words, numbers))), slug)


def _summation(plan: Deployment, secagg: SecAggPlan | None) -> Iterator[Premise]:
    """What is checked and promised about the secure sum, for the scheme that is used."""
    if secagg is not None:
        opened, split = (Enclosure(part, part).decimals(3)[1] for part in (secagg.opened, secagg.split))
        yield Premise(
            CHECKED,
            f"with {secagg.neighbours} neighbours and threshold {secagg.threshold}, "
            f"{plan.crowd.w - plan.crowd.honest} corrupted users and the aggregator open an upload with "
            f"probability at most {opened}; with the dropouts the graph falls apart with "
            f"probability at most {split}; (1 + e^eps) times the sum is part of delta",
        )
        yield Premise(
            PROMISED,
            "users compare signed lists of who stayed before they unmask, and know each other's signature keys"
            if plan.summation.active
            else "the aggregator follows the protocol and is only curious (passive). An active one that names different "
            "survivors to different users can open any upload with one or two corrupted users; this is not covered",
        )
        yield Premise(
            PROMISED,
            "a user publishes its own masking key. Another key makes the sum wrong, and nobody notices",
        )
        yield Premise(
            PROMISED, "a round that stops is repeated under a new name, with new keys and new noise"
        )
    else:
        yield Premise(
            PROMISED,
            "aggregator and servers follow the protocol (passive); each server checks that the roster it is told names enough "
            "users, whose shares it holds",
        )


SHOWN_BY = {  # of a leaf of the theorem
    "coq": "proved in Coq",
    "check": "shown by a check",
    "textbook": "taken from a textbook",
}


def beyond(plan: Deployment) -> Iterator[Premise]:
    """What no theorem speaks of: choices before training, numbers of a computer, and what other tools have shown."""
    yield Premise(
        PROMISED, "w, the n_i, K and all hyperparameters are public and were not chosen on the sensitive data"
    )
    yield Premise(PROMISED, "the average is released once; every further release adds to eps")
    yield Premise(PROMISED, "the learner's own floating-point errors are negligible against its sensitivity")
    for leaf, shown_by in chain_of(plan)["leaves"].items():
        yield Premise(CITED, f"{leaf}: {SHOWN_BY[shown_by]}")
    if plan.noise == "discrete":
        yield Premise(CHECKED, "rounding of the models is part of the distance between neighbours")
        source = "an exact sampler of discrete Gaussians with entropy of the operating system"
        yield Premise(PROMISED, f"models are rounded to the grid first, and the noise comes from {source}")
        says = "nobody measures how long a user draws: the running time of the sampler depends on the draw"
        yield Premise(PROMISED, says)
        if "noise-on-the-grid" not in chain_of(plan)["premises"]:
            says = "the theorem is about Gaussian noise; that discrete noise may take its place is composed for one record only"
            yield Premise(CITED, f"{says} (ours:discrete_noise)")
    elif plan.grid is not None:
        says = "noise is a real Gaussian, rounded with the model once; floats only approximate this, so release discrete noise"
        yield Premise(PROMISED, says)
        says = "the theorem is about sums that are not rounded; each user rounds (sec:non_interactive_secsum#fixed_point)"
        yield Premise(CITED, says)
    else:
        yield Premise(
            PROMISED,
            "noise and sums are exact real numbers, which no computer has: give a grid and a modulus",
        )
    if plan.grid is not None:
        yield Premise(
            CHECKED, "w times the largest noisy entry stays below B/2: the sum does not wrap around"
        )
        says = "the grid is so fine that log probabilities of the sum are within 2^-20 of those of one noise"
        yield Premise(CHECKED, says)
        says = "a noisy entry out of range stops its user: (1 + e^eps) times its probability is 2^-64 of delta, and counted"
        yield Premise(CHECKED, says)
        yield Premise(
            CITED, "Poisson summation for the Gaussian, and the textbook facts of ours:discrete_noise"
        )
