"""What a certificate rests on: statements by label, and premises that are checked, promised or cited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from accountant.deployment.plan import Deployment
from accountant.distributed.secagg import SecAggPlan
from accountant.numbers.enclosure import Enclosure, as_given

PRINTED, REPAIRED, PREMISE = "as printed", "repaired", "as a premise"


@dataclass(frozen=True)
class Link:
    """A statement of the paper (or ours:) in the chain, what it gives here, and in which form it is used."""

    label: str
    used: str
    form: str = PRINTED


@dataclass(frozen=True)
class Premise:
    """`status`: checked (from the file), promised (by the operator) or cited (a textbook fact, not proved here)."""

    status: str
    says: str


def chain(plan: Deployment) -> Iterator[Link]:
    """From the gradient of one record to the released average."""
    training = plan.training
    yield Link("sec:lim_signalnoise#clipping", "records have norm at most c", PREMISE)
    if plan.level.kind != "user":
        yield from _sensitivity(plan)
    if plan.level.kind == "group":
        yield Link(
            "cor:group_privacy", "delta is taken at the moved distance, eps is not multiplied", REPAIRED
        )
        yield Link("lem:group_privacy", "a group moves the sum by as many sensitivities")
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
    yield Link("thm:m2", "the random order of the records may be fixed first", REPAIRED)
    yield Link(
        "thm:distributed_blindavg#full",
        "survivors are counted, dropouts subtracted from the honest",
        REPAIRED,
    )
    yield Link("theorem:secure_aggregation", "only the sum is seen; delta grows by (1 + e^eps) ν", PREMISE)


def _releases(count: int) -> str:
    return (
        "one model for all classes"
        if count == 1
        else f"{count} models, one for each class, with independent noise"
    )


def _sensitivity(plan: Deployment) -> Iterator[Link]:
    if plan.training.learner == "svm":
        for part in ("strong_convexity", "smoothness", "lipschitz"):
            yield Link(
                f"ex:dpsvm#{part}",
                "constants of one class",
                PRINTED if part == "strong_convexity" else REPAIRED,
            )
        yield Link("thm:sensitivity_general", "Theorem R, without the ΛR term, capped by 2R", REPAIRED)
        yield Link("ex:dpsvm#sensitivity", "Theorem R for this schedule", REPAIRED)
    else:
        yield Link("thm:strongconvexity_softmax", "convexity of the loss")
        yield Link("thm:smooth_softmax", "the learning rate is small enough to contract", REPAIRED)
        yield Link("thm:lipschitz_softmax", "only the loss's gradient, not ΛR", REPAIRED)
        yield Link("ours:gradient_diameter", "two gradients at one model")
        yield Link("thm:sensitivity_general", "Theorem R, without the ΛR term, capped by 2R", REPAIRED)
        yield Link("thm:sens_softmax", "Theorem R for this schedule", REPAIRED)
    if plan.training.b > 1:
        yield Link(
            "app:experimental_setup#batches", f'batch sums divided by: "{plan.training.divisor}"', REPAIRED
        )


def premises(plan: Deployment, secagg: SecAggPlan | None = None) -> Iterator[Premise]:
    yield from _checked(plan)
    if secagg is not None:
        yield from _neighbour_graph(plan, secagg)
    yield from _promised(plan)
    yield from (Premise("promised", says) for says in _secure_sum(plan))
    yield from _cited(plan)


def _checked(plan: Deployment) -> Iterator[Premise]:
    training, crowd, sizes = plan.training, plan.crowd, plan.sizes
    yield Premise(
        "checked", "each iterate is projected onto the ball of radius R, not rescaled to the sphere"
    )
    yield Premise(
        "checked",
        f"at least {crowd.surviving} honest users' noise is in the sum: ceil(tw) = {crowd.honest} "
        f"less floor(ρw) = {crowd.dropped} dropouts",
    )
    if plan.level.kind != "user":
        least, most = sizes[0], sizes[-1]
        shown = f"n = {least}" if least == most else f"every n from {least} to {most} in the file"
        yield Premise(
            "checked", f"Theorem R covers this schedule (b = {training.b}, {_length(plan)}) for {shown}"
        )
    elif sizes[0] == sizes[-1]:
        yield Premise("checked", "all users have equally many records")
    else:
        yield Premise("checked", f"noise is scaled to 2R n_i of the largest user, n_i = {sizes[-1]}")
    if plan.grid is not None:
        says = "w times the largest noisy entry stays below B/2: the sum does not wrap around"
        yield Premise("checked", says)
        says = "the grid is so fine that log probabilities of the sum are within 2^-20 of those of one noise"
        yield Premise("checked", says)
    if plan.noise == "discrete":
        yield Premise("checked", "rounding of the models is part of the distance between neighbours")


def _neighbour_graph(plan: Deployment, secagg: SecAggPlan) -> Iterator[Premise]:
    corrupted = plan.crowd.w - plan.crowd.honest
    shown = [Enclosure(part, part).decimals(3)[1] for part in (secagg.opened, secagg.split)]
    yield Premise(
        "checked",
        f"with {secagg.neighbours} neighbours and threshold {secagg.threshold}, {corrupted} corrupted users and the aggregator "
        f"open an upload with probability at most {shown[0]}; with the dropouts the graph falls apart with probability at most "
        f"{shown[1]}; (1 + e^eps) times the sum is part of delta",
    )


def _secure_sum(plan: Deployment) -> Iterator[str]:
    """What is promised about the secure sum, for the scheme that is used."""
    if plan.summation.among_users:
        yield (
            "the aggregator draws the neighbour graph at random after the corrupted users are fixed, and cryptography holds: "
            "beyond the failures above, the secure sum reveals nothing but the sum (ν negligible)"
        )
        if plan.summation.active:
            yield "users compare signed lists of who stayed before they unmask, and know each other's signature keys"
        else:
            yield (
                "the aggregator follows the protocol and only looks (passive). An active one that names different survivors to "
                "different users opens any upload with one or two corrupted users: this is not covered"
            )
        yield "a user publishes its own masking key. Another key makes the sum wrong, and nobody notices"
    else:
        yield (
            f"at least one of the {plan.summation.servers} servers is honest, and the secure sum reveals nothing but the sum "
            "(ν negligible)"
        )
        yield (
            "each server checks that the roster it is told has (1 - ρ)w users whose shares it holds; aggregator and servers "
            "follow the protocol (passive). A short roster opens single uploads: this is not covered"
        )


def _length(plan: Deployment) -> str:
    training = plan.training
    return f"{training.passes} passes" if training.passes is not None else f"M = {training.M} steps"


def _promised(plan: Deployment) -> Iterator[Premise]:
    training, crowd = plan.training, plan.crowd
    promises = [
        "every record is clipped to norm c before training, and c comes from public data",
        "start model and order of visits do not depend on the data; every pass visits each record once, in the same order",
        "w, the n_i, K and all hyperparameters are public and were not chosen on the sensitive data",
        f"at least {as_given(crowd.t, up=False)} of the users draw their noise afresh in every entry and keep it secret",
        f"at most {as_given(crowd.rho)} of the users drop out; otherwise the round is aborted and nothing is released",
        "who stays depends neither on the data nor on the noise. Users that leave when their own noise is large break this",
        "the average is released once; every further release adds to eps",
        "the learner's own floating-point errors are negligible against its sensitivity",
    ]
    if training.learner == "svm":
        promises.append("each class is trained on the sign +1 or -1 alone, not on the label times the sign")
    if plan.level.kind == "user":
        promises.append("the replaced user keeps its number of records")
    if plan.noise == "discrete":
        source = "an exact sampler of discrete Gaussians with entropy of the operating system"
        promises.append(f"models are rounded to the grid first, and the noise comes from {source}")
        promises.append(
            "nobody measures how long a user draws: the running time of the sampler depends on the draw"
        )
    elif plan.grid is not None:
        promises.append(
            "noise is a real Gaussian, rounded with the model once; floats only come near: release discrete noise"
        )
    else:
        promises.append(
            "noise and sums are exact real numbers, which no computer has: give a grid and a modulus"
        )
    if plan.grid is not None:
        promises.append("a noisy entry out of range, of probability below 2^-64 delta, is not counted")
    return (Premise("promised", says) for says in promises)


def _cited(plan: Deployment) -> Iterator[Premise]:
    if plan.noise == "gaussian":
        yield Premise("cited", "independent Gaussians add up to a Gaussian whose variance is the sum")
    if plan.grid is not None:
        yield Premise(
            "cited", "Poisson summation for the Gaussian, and the textbook facts of ours:discrete_noise"
        )
