"""What a certificate rests on: statements by label, in the form in which they are used, each with the theorems of that form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from accountant.deployment.plan import Deployment
from accountant.deployment.premises import chain_of, chains

PRINTED, REPAIRED, PREMISE = "as printed", "repaired", "as a premise"
FILE = Path(__file__).with_name("links.json")


class Theorem(StrEnum):
    """Theorems that links use, by the place of their proof; the certificate's own theorem is in premises.json."""

    STRONGLY_CONVEX_SVM = "objectives.huber_theorems.STRONGLY_CONVEX"
    SMOOTH_SVM = "objectives.huber_theorems.SMOOTH"
    SMOOTH_SVM_PRINTED = "objectives.huber_theorems.SMOOTH_PRINTED"
    LIPSCHITZ_SVM = "objectives.huber_theorems.LIPSCHITZ"
    STRONGLY_CONVEX_SOFTMAX = "objectives.softmax_theorems.STRONGLY_CONVEX"
    SMOOTH_SOFTMAX = "objectives.softmax_theorems.SMOOTH"
    SMOOTH_SOFTMAX_PRINTED = "objectives.softmax_theorems.SMOOTH_PRINTED"
    LIPSCHITZ_SOFTMAX = "objectives.softmax_theorems.LIPSCHITZ"
    GAP_OF_TWO = "diameter.entries_theorem.GAP_OF_TWO"
    GAP_OF_MANY = "diameter.entries_theorem.GAP_OF_MANY"
    THEOREM_R = "sensitivity.theorem_r.THEOREM_R"
    SHORT_SVM = "sensitivity.stay_in_ball.SVM"
    SHORT_SOFTMAX = "sensitivity.landing.SOFTMAX"
    MARGINS = "sensitivity.any_loss_theorem.MARGINS"
    ROWS = "sensitivity.any_loss_theorem.ROWS"
    BATCHES = "text.batches_theorem.BATCHES"
    GROUP_PRIVACY = "groups.group_theorem.GROUP_PRIVACY"
    GROUP_OF_ONE_USER = "groups.group_theorem.GROUP_OF_ONE_USER"
    WITHIN_2R = "sensitivity.closed_forms.WITHIN_2R"
    AVERAGE = "distributed.average_theorem.AVERAGE"
    SQRTGAUSS = "distributed.noise_theorem.SQRTGAUSS"
    BOTH_ORDERS = "gaussian.curve_theorem.BOTH_ORDERS"
    FALLS_IN_EPS = "gaussian.curve_theorem.FALLS_IN_EPS"
    TIGHT = "gaussian.curve_theorem.TIGHT"
    MORE_NOISE = "gaussian.curve_theorem.MORE_NOISE"
    DISCRETE = "secure_sum.discrete_theorem.RECORD"
    ROUNDED = "secure_sum.grid_theorem.ROUNDED"
    RANGE = "secure_sum.grid_theorem.RANGE"
    FINITE = "lemmas.probability.FINITE"
    ONE_VECTOR = "gaussian.mechanism_theorem.ONE_VECTOR"
    WITH_DROPOUTS = "distributed.blindavg_theorem.WITH_DROPOUTS"
    CONNECTED = "secure_sum.graph_theorem.CONNECTED"
    PLACES = "secure_sum.graph_theorem.PLACES"
    UNION = "secure_sum.graph_theorem.UNION"
    ONE_LIST = "secure_sum.graph_theorem.ONE_LIST"
    NO_PARTS = "secure_sum.graph_theorem.NO_PARTS"


@dataclass(frozen=True)
class Link:
    """A statement of the paper (or ours:) in the chain, what it gives here, in which form it is used, and what proves that."""

    label: str
    used: str
    form: str = PRINTED
    theorems: tuple[str, ...] = ()  # their places; only what is used as a premise has none


@cache
def tiers() -> dict[str, str]:
    """How each theorem is proved, by its place; generated from the theorems."""
    found: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return found | {chain["place"]: chain["tier"] for chain in chains().values()}


def chain(plan: Deployment) -> Iterator[Link]:
    """From the gradient of one record to the released average."""
    training, inside = plan.training, plan.level.within_one_user
    yield Link("sec:lim_signalnoise#clipping", "records have norm at most c", PREMISE)
    if plan.level.kind != "user":
        yield from _sensitivity(plan)
    if plan.level.kind == "group":
        yield Link(
            "cor:group_privacy",
            "a group moves the sum by as many sensitivities; delta is taken there, eps is not multiplied",
            REPAIRED,
            (Theorem.GROUP_OF_ONE_USER if inside else Theorem.GROUP_PRIVACY,),
        )
    if plan.level.kind == "user":
        says = "two models in the ball are at most 2R apart"
        yield Link("cor:userlevel_sens", says, REPAIRED, (Theorem.WITHIN_2R, own(plan)))
    says = "one user's n_i f_i moves the weighted sum by its own move only"
    yield Link("cor:ampl_avg", says, REPAIRED, (Theorem.AVERAGE,))
    if plan.noise == "gaussian":
        says = "the noises of the honest survivors add up in variance"
        yield Link("thm:sqrtgauss", says, PRINTED, (Theorem.SQRTGAUSS,))
        inverted = (Theorem.BOTH_ORDERS, Theorem.FALLS_IN_EPS)
        yield Link("def:deltagauss", "the exact curve, inverted in balls", PRINTED, inverted)
        yield Link(
            "lem:tight_adp_gauss", "a shift in many entries is a shift in one", PRINTED, (Theorem.TIGHT,)
        )
        yield Link("lem:gauss_mech", _releases(training.compositions), REPAIRED, (Theorem.MORE_NOISE,))
    if plan.grid is not None:
        says = "the summed noise, the rounding and the largest entry on the grid"
        drawn = Theorem.DISCRETE if plan.noise == "discrete" else Theorem.ROUNDED
        yield Link("ours:discrete_noise", says, PRINTED, (drawn, Theorem.RANGE))
    if plan.orders_averaged:
        says = "delta is the average of delta over the random orders, each with its own move"
        yield Link("lem:m1", says, REPAIRED, (Theorem.FINITE,))
    else:
        says = "the random order of the records may be fixed first"
        yield Link("thm:m2", says, REPAIRED, (Theorem.ONE_VECTOR,))
    says = "survivors are counted, dropouts subtracted from the honest"
    on_grid = plan.noise == "discrete" and plan.level.kind == "record" and not plan.orders_averaged
    counted = own(plan) if on_grid else Theorem.WITH_DROPOUTS
    yield Link("thm:distributed_blindavg#full", says, REPAIRED, (counted,))
    if plan.summation.among_users:
        says = "few uploads are opened and the graph holds together, except with probability ν"
        graph = (Theorem.CONNECTED, Theorem.PLACES, Theorem.UNION)
        lists = (Theorem.ONE_LIST, Theorem.NO_PARTS) if plan.summation.active else ()
        yield Link("ours:secagg_graph", says, PRINTED, (*graph, *lists))
    yield Link("theorem:secure_aggregation", "only the sum is seen; delta grows by (1 + e^eps) ν", PREMISE)


def own(plan: Deployment) -> str:
    """The theorem of the certificate itself, about the sums that are computed."""
    return str(chain_of(plan)["place"])


def _releases(count: int) -> str:
    return (
        "one model for all classes"
        if count == 1
        else f"{count} models, one for each class, with independent noise"
    )


def _sensitivity(plan: Deployment) -> Iterator[Link]:
    training, spectral = plan.training, plan.training.smoothness == "spectral"
    says = "Theorem R, without the ΛR term, capped by 2R"
    theorem_r = Link("thm:sensitivity_general", says, REPAIRED, (Theorem.THEOREM_R,))
    if training.loss is not None:
        yield theorem_r
        says = f"its premises about the slope were proved for {training.loss.file}"
        of = Theorem.MARGINS if training.learner == "margin" else Theorem.ROWS
        yield Link("ours:any_loss", says, PRINTED, (of,))
    elif training.learner == "svm":
        says, smooth = (
            "constants of one class",
            Theorem.SMOOTH_SVM if spectral else Theorem.SMOOTH_SVM_PRINTED,
        )
        yield Link("ex:dpsvm#strong_convexity", says, PRINTED, (Theorem.STRONGLY_CONVEX_SVM,))
        yield Link("ex:dpsvm#smoothness", says, REPAIRED, (smooth,))
        yield Link("ex:dpsvm#lipschitz", says, REPAIRED, (Theorem.LIPSCHITZ_SVM,))
        yield theorem_r
        says = "models that start at 0 have norm at most c/Λ"
        yield Link("sec:lim_signalnoise#radius", says, REPAIRED, (Theorem.SHORT_SVM,))
        yield Link("ex:dpsvm#sensitivity", "Theorem R for this schedule", REPAIRED, (own(plan),))
    else:
        says, smooth = "the learning rate is small enough to contract", Theorem.SMOOTH_SOFTMAX
        smooth = smooth if spectral else Theorem.SMOOTH_SOFTMAX_PRINTED
        gap = Theorem.GAP_OF_TWO if training.K == 2 else Theorem.GAP_OF_MANY
        yield Link(
            "thm:strongconvexity_softmax",
            "convexity of the loss",
            PRINTED,
            (Theorem.STRONGLY_CONVEX_SOFTMAX,),
        )
        yield Link("thm:smooth_softmax", says, REPAIRED, (smooth,))
        says = "only the loss's gradient, not ΛR"
        yield Link("thm:lipschitz_softmax", says, REPAIRED, (Theorem.LIPSCHITZ_SOFTMAX,))
        yield Link("ours:gradient_diameter", "two gradients at one model", PRINTED, (gap,))
        yield theorem_r
        says = "models that start at 0 are short, and so are the gaps of their gradients"
        yield Link("ours:stepwise_sensitivity", says, PRINTED, (Theorem.SHORT_SOFTMAX,))
        yield Link("thm:sens_softmax", "Theorem R for this schedule", REPAIRED, (own(plan),))
    if training.b > 1:
        says = f'batch sums divided by: "{training.divisor}"'
        divided = Theorem.BATCHES if training.divisor == "fixed" else own(plan)
        yield Link("app:experimental_setup#batches", says, REPAIRED, (divided,))
