"""BlindAvg: users train alone, add noise once and upload once; servers sum (alg:dist_blindavg)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

import numpy as np

from reference.errors import reject
from reference.formulas import noise_per_user
from reference.notation import Array, Dataset
from reference.protocol.agreement import PLAN_SYMBOLS, Plan
from reference.protocol.noise import gaussian
from reference.protocol.noise_vectors import discrete_gaussian
from reference.secure_sum.fixed_point import FixedPoint
from reference.secure_sum.residues import OS_ENTROPY, Entropy, Residues
from reference.secure_sum.rounds import Sum, sum_among_users, sum_through_servers
from reference.secure_sum.sealed import Lines

Learner = Callable[[Dataset], Array]  # T with its hyperparameters ξ
TRAINING = "training"  # under this name `Lines.seconds` has the time of all users' learners and noise


def user_blindavg(
    D: Dataset,
    plan: Plan,
    T: Learner,
    s: Fraction,
    grid: FixedPoint,
    rng: np.random.Generator | None = None,
    entropy: Entropy = OS_ENTROPY,
    who: str = "the user",
) -> Residues:
    """The user's side of alg:dist_blindavg: what goes into the secure sum. T has sensitivity s on datasets of this size.

    Departures: the result is on a grid; discrete noise is added after the weight n/w, and scaled alike.
    """
    n, w = len(D), plan.w
    f = T(D)
    if plan.sigma == 0:
        steps = grid.on_grid(n / w * f, who)
    elif plan.noise == "gaussian":
        sigma_tilde = noise_per_user(float(plan.sigma), float(plan.t), w)
        f_priv = f + gaussian(_given(rng), sigma_tilde * float(s), f.shape)
        steps = grid.on_grid(n / w * f_priv, who)
    else:
        noise = discrete_gaussian(plan.variance_on_grid(n, s), f.shape, entropy)
        steps = grid.on_grid(n / w * f, who) + noise
    return grid.encoded(steps.ravel(), who)


def server_blindavg(
    uploads: Iterable[tuple[str, Residues]], plan: Plan, grid: FixedPoint, lines: Lines
) -> Sum:
    """The servers' side: the sum of all models, still modulo B, and whose models are in it."""
    grid.require_fit(plan.w)
    at_most_w = _counted(uploads, plan.w)
    if plan.scheme == "servers":
        return sum_through_servers(at_most_w, plan.J, grid.B, lines, plan.least)
    vectors, there = dict(at_most_w), plan.neighbourhood
    if len(vectors) != plan.w:
        why = "k and threshold are chosen for w; who is absent drops out"
        raise reject("w", PLAN_SYMBOLS["w"], "must be the number of users", f"{len(vectors)} uploads", why)
    active = plan.scheme == "users-active"
    return sum_among_users(vectors, grid.B, lines, there.k, there.threshold, plan.least, active)


def blindavg(
    users: Iterable[tuple[str, Dataset]],
    plan: Plan,
    T: Learner,
    s: Callable[[int], Fraction],
    grid: FixedPoint,
    lines: Lines,
    rng: np.random.Generator | None = None,
) -> tuple[Array, Sum]:
    """The average of n^(i) T(D^(i)) with noise, and whose models are in it.

    `s`: the sensitivity for so many records, s'/n with one s' for all users: with less noise a small user would not do its
    share in hiding a large one (cor:ampl_avg).
    """
    shape: tuple[int, ...] = ()
    s_prime: Fraction | None = None

    def remembered(D: Dataset) -> Array:
        nonlocal shape
        f = T(D)
        shape = f.shape
        return f

    def uploads() -> Iterator[tuple[str, Residues]]:
        nonlocal s_prime
        for who, D in users:
            s_prime = _same(who, len(D) * s(len(D)), s_prime)
            with lines.busy(TRAINING):
                f = user_blindavg(D, plan, remembered, s(len(D)), grid, rng, lines.entropy, who)
            yield who, f

    result = server_blindavg(uploads(), plan, grid, lines)
    return grid.values(grid.decoded(result.total)).reshape(shape), result


def _counted(uploads: Iterable[tuple[str, Residues]], w: int) -> Iterator[tuple[str, Residues]]:
    """The uploads, if there are at most w of them: the modulus is chosen for w."""
    for count, upload in enumerate(uploads, start=1):
        if count > w:
            raise reject(
                "w", PLAN_SYMBOLS["w"], "must not be exceeded", f"{count} uploads", "B is chosen for w"
            )
        yield upload


def _same(who: str, own: Fraction, others: Fraction | None) -> Fraction:
    if others is not None and own != others:
        rule, why = f"must be {others}, as for the users before {who}", "all users share the noise for one s'"
        raise reject("n s", "s', the sensitivity times the number of records", rule, own, why)
    return own


def _given(rng: np.random.Generator | None) -> np.random.Generator:
    if rng is None:
        raise reject("rng", "the random generator", "must be given", None, "float noise comes from a seed")
    return rng
