"""What speaks against a deployment: reasons to refuse it, and notes on where it leaves what the paper's bound covers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from accountant.deployment.plan import Deployment, Training
from accountant.distributed.crowd import NoGuarantee
from accountant.sensitivity.bounds import Sensitivity


def without_guarantee(plan: Deployment) -> Iterator[NoGuarantee]:
    """Every reason that can be seen before the noise is computed."""
    if plan.training.projection == "sphere":
        yield NoGuarantee(
            "rescaling each iterate to norm exactly R, as printed, is expansive and undefined at 0: outputs of neighbours "
            "differ by up to 2R, however small the printed sensitivity is",
            'project onto the ball: projection = "ball"',
        )
    try:
        _ = plan.crowd.surviving
    except NoGuarantee as reason:
        yield reason
    if plan.summation.servers is not None and plan.summation.servers < 2:
        yield NoGuarantee(
            "a single server gets every user's model behind that user's own noise only",
            "use at least two servers that do not collude",
        )
    if plan.level.kind == "user" and len(plan.sizes) > 1 and plan.scale == "printed":
        yield NoGuarantee(
            f"users have {plan.sizes[0]} to {plan.sizes[-1]} records. Weighted by n_i, the noise for 2R of users with few "
            "records is small, and does not hide a user with many",
            'sample equally many records from each user, or scale the noise to the largest: scale = "certified"',
        )
    printed_noise = plan.level.kind != "user" and plan.scale == "printed" and plan.sigma is not None
    if printed_noise and not plan.orders_averaged:
        yield from _broken_bound(plan)


def _broken_bound(plan: Deployment) -> Iterator[NoGuarantee]:
    """Noise is given in units of the printed s: does that cover the batches and passes of every user?"""
    training = plan.training
    worst, n = max((_over_printed(training.sensitivity(n)), n) for n in plan.sizes)
    if worst <= 1:
        return
    batches = f"n = {n} in batches of {training.b}, {training.steps(n)} steps"
    fixes = []
    if n % training.b and training.divisor == "own size":
        fixes.append('divide every batch sum by b: divisor = "fixed"')
        if plan.level.kind == "record" and training.passes is not None:
            fixes.append('draw the order of each pass afresh and keep it secret: order = "fresh"')
    if training.steps(n) % training.pass_length(n):
        fixes.append(f"train whole passes: M a multiple of {training.pass_length(n)}")
    yield NoGuarantee(
        f"these batches break the printed bound ({batches}, batch sums over {_over(training)}): the proved bound for one "
        f"record is {float(worst):.4g} times the printed s, and the noise is scaled to s",
        "; or ".join([*fixes, 'scale the noise to what is proved for these batches: scale = "certified"']),
    )


def _over_printed(s: Sensitivity) -> Fraction:
    return s.best.hi / s.printed.lo


def _over(training: Training) -> str:
    return "b" if training.divisor == "fixed" else "their own size"


def findings(plan: Deployment) -> Iterator[str]:
    """Where the deployment leaves what the paper's bound covers."""
    training, sizes = plan.training, plan.sizes
    if plan.level.kind == "user":
        yield f"cor:userlevel_sens literally multiplies eps by n = {sizes[-1]}; noise scaled to 2R gives eps itself"
        return
    short = [n for n in sizes if n % training.b]
    if plan.orders_averaged:
        worst, n = max((_over_printed(training.sensitivity(n)), n) for n in sizes)
        yield (
            f"an unlucky order lets a record move the model {float(worst):.3g} times the printed s (n = {n}); orders are "
            "random and secret, so delta is the average over them"
        )
    elif short and training.divisor == "own size":
        yield (
            f"a short last batch (n = {short[0]}, b = {training.b}) divided by its own size breaks the printed bound; the "
            'certificate has the bound of this schedule. Better: divisor = "fixed"'
        )
    partial = [n for n in sizes if training.steps(n) % training.pass_length(n)]
    if partial:
        yield (
            f"M = {training.M} is not a number of whole passes (n = {partial[0]}): the printed bound may fail, "
            "Theorem R covers it"
        )
    if plan.level.kind == "group" and not plan.level.within_one_user:
        yield "the group may be spread over users, so that 2R caps each of its members, not the group"
