"""What remains to be believed: the premises of the theorems behind a certificate, and how the deployment file meets each.

premises.json has the premises, generated from the theorems. Here each is checked (from the file), promised (by the operator) or
cited (a fact of the literature). What no theorem speaks of, such as floating-point numbers, is listed beyond them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from accountant.deployment.plan import Deployment
from accountant.distributed.secagg import SecAggPlan
from accountant.numbers.enclosure import Enclosure, as_given
from accountant.sensitivity.diameter import NARROWEST

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


def _survivors(plan: Deployment) -> str:
    crowd = plan.crowd
    return f"ceil(tw) = {crowd.honest} of {crowd.w}"


def _left(plan: Deployment) -> str:
    crowd = plan.crowd
    return f"at least {crowd.surviving} honest users stay: {crowd.honest} less {crowd.dropped} dropouts"


def _sizes(plan: Deployment) -> str:
    least, most = plan.sizes[0], plan.sizes[-1]
    return f"n = {least}" if least == most else f"n from {least} to {most}"


def _wider(plan: Deployment) -> str:
    """On a tiny ball the gap is bounded on a larger one, which holds the same models and more."""
    tiny = plan.training.R * plan.training.c < NARROWEST
    return "Rc = 2^-30, as Rc is below" if tiny else "in balls"


def _chances(plan: Deployment) -> str:
    rare = (
        "; with discrete noise delta pays for the rare kinds, all of it" if plan.noise == "discrete" else ""
    )
    return f"chances of the kinds, rounded up; delta is averaged{rare}"


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


# slug: status, and what the file says about it
MET: dict[str, tuple[str, Met]] = {
    "ball-projection": (CHECKED, _always('projection = "ball"')),
    "batches": (CHECKED, lambda plan: f"b = {plan.training.b}"),
    "bound": (CHECKED, _always("eps is computed from the proved move, whatever the noise is scaled to")),
    "bounded": (PROMISED, _always("records are clipped before training, and c comes from public data")),
    "classes": (CHECKED, lambda plan: f"K = {plan.training.K}, {plan.training.compositions} released"),
    "curvature": (CHECKED, _proved("kappa")),
    "curved": (CHECKED, _proved("kappa")),
    "dishonest-users": (PROMISED, _always("they do not learn honest records from elsewhere")),
    "delta": (CHECKED, _always()),
    "dropouts": (PROMISED, lambda plan: f"otherwise the round is aborted; at most {plan.crowd.dropped} users"),
    "dropouts-ignore-the-data": (PROMISED, _always()),
    "each-record-once-a-pass": (PROMISED, lambda plan: _ORDER[plan.training.order]),
    "entries": (CHECKED, lambda plan: f"{plan.training.entries} entries"),
    "entries-of-models": (CITED, _always("this is what a length is")),
    "eps": (CHECKED, _always()),
    "eps-on-the-grid": (CHECKED, _always("in balls, with the noise of those who stay at least")),
    "fine-grid": (CHECKED, _always("in balls")),
    "finite-dimension": (CHECKED, lambda plan: f"{plan.training.entries} entries"),
    "first-and-last": (CHECKED, lambda plan: plan.level.relation()),
    "first-radius": (CHECKED, _always("models start at 0")),
    "fractions": (CHECKED, _left),
    "features": (CHECKED, lambda plan: f"p = {plan.training.p}"),
    "gap-by-2G": (CHECKED, _always("in balls, at the radius of each step")),
    "gap-of-many": (CHECKED, _always("in balls, at the radius of each step")),
    "grid": (CHECKED, lambda plan: "" if plan.grid is None else f"it is {as_given(plan.grid)}"),
    "gap-of-two": (CHECKED, _always("in balls, at the radius of each step")),
    "group": (CHECKED, lambda plan: f"{plan.level.size} records"),
    "holders": (CHECKED, _always()),
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
    "inner-maxima": (CHECKED, _always("floats choose the pieces, balls check them")),
    "kinds": (CHECKED, _always("each has its own bound")),
    "landing-by-length": (CHECKED, _always("in balls")),
    "landing-by-limit": (CHECKED, _always("in balls")),
    "landing-radii": (CHECKED, _always("in balls, for many steps at once")),
    "largest-gradients": (CHECKED, _always("in balls")),
    "learning-rate": (CHECKED, _always()),
    "margins": (CHECKED, _proved("margins up to Rc")),
    "measurable": (CITED, _always("true of every event that a computer can test")),
    "models-in-the-ball": (PROMISED, _always('all users project as the file says, projection = "ball"')),
    "neighbours": (CHECKED, lambda plan: plan.level.relation()),
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
    "order": (CHECKED, _always("floats propose it, balls use it")),
    "order-ignores-the-data": (PROMISED, _always()),
    "other-sizes": (CHECKED, lambda plan: plan.level.relation()),
    "points": (CHECKED, _always()),
    "public-bound": (CHECKED, lambda plan: f"{plan.sizes[-1]} records"),
    "radius": (CHECKED, lambda plan: f"R = {as_given(plan.training.R)}"),
    "regularized": (CHECKED, lambda plan: f"Lambda = {as_given(plan.training.Lambda)}"),
    "relaxed": (CHECKED, lambda plan: "" if plan.training.h is None else f"h = {as_given(plan.training.h)}"),
    "replaced-record": (CHECKED, lambda plan: plan.level.relation()),
    "row-size": (CHECKED, _proved("S")),
    "row-weights": (CHECKED, _proved("they are not negative")),
    "same-start": (PROMISED, _always("it does not depend on the data")),
    "sigma": (CHECKED, _always()),
    "simulated": (PROMISED, _secure_sum),
    "sizes": (CHECKED, _sizes),
    "slope-bound": (CHECKED, _proved("S")),
    "slope-rises": (CHECKED, _proved("kappa")),
    "smooth": (CHECKED, _proved("β = Λ + kappa c^2")),
    "smoothness": (CHECKED, lambda plan: f"the {plan.training.smoothness} one"),
    "start": (PROMISED, _always("it is 0, and models grow from there")),
    "steps": (PROMISED, lambda plan: f"all users train {plan.training.learner} like this"),
    "steps-made": (CHECKED, _always()),
    "trained": (PROMISED, _always("nothing else is sent")),
    "user": (CHECKED, _always()),
    "variance-positive": (CHECKED, _always()),
    "weights": (CHECKED, _chances),
    "whole-model": (CHECKED, _always()),
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


def premises(plan: Deployment, secagg: SecAggPlan | None = None) -> Iterator[Premise]:
    """The premises of the theorem, those that the file meets first, then what no theorem speaks of."""
    carried = []
    for slug, premise in chain_of(plan)["premises"].items():
        status, how = MET[slug]
        carried.append(Premise(status, ": ".join(filter(None, (premise["words"], how(plan)))), slug))
    found = [*carried, *_summation(plan, secagg), *beyond(plan)]
    yield from (
        premise for status in (CHECKED, PROMISED, CITED) for premise in found if premise.status == status
    )


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
