"""What a certificate rests on: statements by label, in the form in which they are used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from accountant.deployment.plan import Deployment

PRINTED, REPAIRED, PREMISE = "as printed", "repaired", "as a premise"


@dataclass(frozen=True)
class Link:
    """A statement of the paper (or ours:) in the chain, what it gives here, and in which form it is used."""

    label: str
    used: str
    form: str = PRINTED


def chain(plan: Deployment) -> Iterator[Link]:
    """From the gradient of one record to the released average."""
    training = plan.training
    yield Link("sec:lim_signalnoise#clipping", "records have norm at most c", PREMISE)
    if plan.level.kind != "user":
        yield from _sensitivity(plan)
    if plan.level.kind == "group":
        yield Link(
            "cor:group_privacy",
            "a group moves the sum by as many sensitivities; delta is taken there, eps is not multiplied",
            REPAIRED,
        )
    if plan.level.kind == "user":
        yield Link("cor:userlevel_sens", "two models in the ball are at most 2R apart", REPAIRED)
    yield Link("cor:ampl_avg", "one user's n_i f_i moves the weighted sum by its own move only", REPAIRED)
    if plan.noise == "gaussian":
        yield Link("thm:sqrtgauss", "the noises of the honest survivors add up in variance")
        yield Link("def:deltagauss", "the exact curve, inverted in balls")
        yield Link("lem:tight_adp_gauss", "a shift in many entries is a shift in one")
        yield Link("lem:gauss_mech", _releases(training.compositions), REPAIRED)
    if plan.grid is not None:
        yield Link("ours:discrete_noise", "the summed noise, the rounding and the largest entry on the grid")
    if plan.orders_averaged:
        yield Link(
            "lem:m1", "delta is the average of delta over the random orders, each with its own move", REPAIRED
        )
    else:
        yield Link("thm:m2", "the random order of the records may be fixed first", REPAIRED)
    yield Link(
        "thm:distributed_blindavg#full",
        "survivors are counted, dropouts subtracted from the honest",
        REPAIRED,
    )
    if plan.summation.among_users:
        yield Link(
            "ours:secagg_graph",
            "few uploads are opened and the graph holds together, except with probability ν",
        )
    yield Link("theorem:secure_aggregation", "only the sum is seen; delta grows by (1 + e^eps) ν", PREMISE)


def _releases(count: int) -> str:
    return (
        "one model for all classes"
        if count == 1
        else f"{count} models, one for each class, with independent noise"
    )


def _sensitivity(plan: Deployment) -> Iterator[Link]:
    if plan.training.loss is not None:
        yield Link("thm:sensitivity_general", "Theorem R, without the ΛR term, capped by 2R", REPAIRED)
        yield Link("ours:any_loss", f"its premises about the slope were proved for {plan.training.loss.file}")
    elif plan.training.learner == "svm":
        for part in ("strong_convexity", "smoothness", "lipschitz"):
            yield Link(
                f"ex:dpsvm#{part}",
                "constants of one class",
                PRINTED if part == "strong_convexity" else REPAIRED,
            )
        yield Link("thm:sensitivity_general", "Theorem R, without the ΛR term, capped by 2R", REPAIRED)
        yield Link("sec:lim_signalnoise#radius", "models that start at 0 have norm at most c/Λ", REPAIRED)
        yield Link("ex:dpsvm#sensitivity", "Theorem R for this schedule", REPAIRED)
    else:
        yield Link("thm:strongconvexity_softmax", "convexity of the loss")
        yield Link("thm:smooth_softmax", "the learning rate is small enough to contract", REPAIRED)
        yield Link("thm:lipschitz_softmax", "only the loss's gradient, not ΛR", REPAIRED)
        yield Link("ours:gradient_diameter", "two gradients at one model")
        yield Link("thm:sensitivity_general", "Theorem R, without the ΛR term, capped by 2R", REPAIRED)
        yield Link(
            "ours:stepwise_sensitivity",
            "models that start at 0 are short, and so are the gaps of their gradients",
        )
        yield Link("thm:sens_softmax", "Theorem R for this schedule", REPAIRED)
    if plan.training.b > 1:
        yield Link(
            "app:experimental_setup#batches", f'batch sums divided by: "{plan.training.divisor}"', REPAIRED
        )
