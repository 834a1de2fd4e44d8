"""One run of BlindAvg on data: a plan with certified noise, all users and servers, and how well the result does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, isqrt
from typing import Any

import numpy as np

from accountant.deployment.certificate import Certificate, Refused, certify
from accountant.deployment.plan import Deployment, Training
from accountant.distributed.crowd import Crowd, Level, largest_move
from accountant.numbers.balls import PrecisionExhausted
from accountant.numbers.inputs import as_fraction, require_delta, require_eps
from accountant.sensitivity.bounds import LEARNERS
from paper_claims.output import progress_bar
from reference.datasets.loaders import load, with_intercept
from reference.datasets.splits import split
from reference.errors import InvalidInput, reject, require_one_of, require_positive, require_whole
from reference.learners.prediction import accuracy
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.notation import SYMBOLS, Array, Dataset, Xi
from reference.protocol.agreement import Plan
from reference.protocol.blindavg import blindavg
from reference.secure_sum.fixed_point import FixedPoint
from reference.secure_sum.messages import MASKED, UPLOAD, dropping
from reference.secure_sum.residues import LARGEST_MODULUS
from reference.secure_sum.rounds import Sum, user_names
from reference.secure_sum.sealed import Lines

ROOT_BITS = 60  # of a square root, which is rounded to the safe side
MARGIN = 1 + Fraction(1, 1 << 40)  # on noise that was asked for, so that its eps is not above the target
MOST_PASSES = 10_000


@dataclass(frozen=True)
class Run:
    """What came out of a run. `privacy` is the certificate of its noise, or the reasons why there is none."""

    plan: Plan
    sizes: list[int]
    privacy: Certificate | Refused | None  # None: no noise was asked for
    model: Array
    result: Sum
    scores: dict[str, float]
    lines: Lines


def trained(values: dict[str, Any]) -> Run:
    """BlindAvg with these options; Refused if a target (eps, delta) has no guarantee."""
    _require(values)
    K, D, held_out = records(values["data"], values["test"], values["seed"])
    parts = _among_users(D, values["users"])
    sizes = [len(part) for part in parts]
    if values["b"] > min(sizes):
        raise reject(
            "b", SYMBOLS["b"], f"must be <= n = {min(sizes)}", values["b"], "a batch holds different records"
        )
    training = _training(values, K, D.x.shape[1] - 1)
    draft = Plan(
        w=values["users"],
        t=values["t"],
        sigma=Fraction(0),
        rho=values["drop"] if values["rho"] is None else values["rho"],
        scale=values["scale"],
        J=values["servers"],
        k=values["neighbours"],
        noise=values["noise"],
        scheme=values["scheme"],
    )
    plan, privacy = _with_noise(draft, values, training, tuple(sorted(set(sizes))))

    def T(D: Dataset) -> Array:
        M, h = training.steps(len(D)), values["h"] if training.learner == "svm" else None
        xi = Xi(K=training.K, c=values["c"], M=M, Lambda=values["Lambda"], R=values["R"], h=h, b=values["b"])
        return (svm_sgd if training.learner == "svm" else softmax_reg_sgd)(D, xi)

    # s': every user adds noise for the largest move of n f, so that users of all sizes hide each other
    move = largest_move(Level("record"), training.R, set(sizes), training.sensitivity)
    grid = _grid(plan, privacy, training, sizes, move)
    names = user_names(plan.w)
    lines = Lines("round 1", wire=dropping(_dropouts(names, values, plan.scheme)))
    users = dict(zip(names, parts, strict=True))
    rng = np.random.default_rng(values["seed"])
    model, result = blindavg(_with_progress(users), plan, T, lambda n: move / n, grid, lines, rng)
    stayed = sorted(result.contributors)
    noiseless = np.sum([len(users[who]) / plan.w * T(users[who]) for who in stayed], axis=0)
    scores = {
        "private average": accuracy(model, held_out),
        "average without noise": accuracy(noiseless, held_out),
        "one user alone": accuracy(T(parts[0]), held_out),
    }
    return Run(plan, sizes, privacy, model, result, scores, lines)


def records(data: str, test: float, seed: int) -> tuple[int, Dataset, Dataset]:
    """How many classes there are, the records that train, and those that test.

    They are those of `blindavg experiment` in its first repeat, without centring; nothing is chosen here, so that the records
    which choose there train here.
    """
    D = load(data, seed=seed)
    parts = split(len(D.y), D.tests, test, 0, np.random.default_rng([seed, 0]))
    x = with_intercept(D.x)
    return D.K, Dataset(x[parts.train], D.y[parts.train]), Dataset(x[parts.test], D.y[parts.test])


def _among_users(D: Dataset, w: int) -> list[Dataset]:
    """As equal in size as possible."""
    require_whole("--users", "w, the number of users", w, at_least=1, because="somebody must train")
    if len(D) < w:
        why = f"only {len(D)} records are left for training"
        raise reject("--users", "w, the number of users", f"must be <= {len(D)}", w, why)
    return [Dataset(D.x[j], D.y[j]) for j in np.array_split(np.arange(len(D)), w)]


def _require(values: dict[str, Any]) -> None:
    why = "its sensitivity must be known"
    require_one_of("--learner", "the learner", values["learner"], LEARNERS, because=why)
    for name, least in (("seed", 0), ("passes", 1)):
        require_whole(f"--{name}", name, values[name], at_least=least, because="it counts")
    if values["passes"] > MOST_PASSES:
        why = "the model no longer changes, and the run would not end"
        raise reject("--passes", "passes", f"must be <= {MOST_PASSES}", values["passes"], why)
    require_whole("b", SYMBOLS["b"], values["b"], at_least=1, because="a step needs at least one record")
    for name in ("c", "Lambda", "R", "h"):
        require_positive(
            name, SYMBOLS[name], values[name], because="the bound scales with it or divides by it"
        )
    if not 0 <= values["drop"] < 1:
        why = "somebody must stay"
        raise reject("--drop", "the share of dropouts", "must be >= 0 and < 1", values["drop"], why)
    if values["sigma"] is not None and values["eps"] is not None:
        raise InvalidInput("--sigma and --eps (the noise) exclude each other: σ follows from ε and δ")


def _training(values: dict[str, Any], K: int, p: int) -> Training:
    svm = values["learner"] == "svm"
    return Training(
        learner=values["learner"],
        K=K,
        p=p,
        c=Fraction(values["c"]),
        Lambda=Fraction(values["Lambda"]),
        R=Fraction(values["R"]),
        h=Fraction(values["h"]) if svm else None,
        passes=values["passes"],
        M=None,
        b=values["b"],
        divisor="fixed",
        projection="ball",
        smoothness="printed",
    )


def _with_noise(
    draft: Plan, values: dict[str, Any], training: Training, sizes: tuple[int, ...]
) -> tuple[Plan, Certificate | Refused | None]:
    """The plan with σ as given or as (ε, δ) needs it, and the certificate of that noise: rounding and dropouts included."""
    question = Deployment(
        title="blindavg train",
        training=training,
        crowd=Crowd.of(draft.w, draft.t, draft.rho),
        sizes=sizes,
        servers=draft.J,
        grid=Fraction(1, draft.scale),
        modulus=LARGEST_MODULUS,
        level=Level("record"),
        noise=draft.noise,
        scale="certified",
        sigma=None,
        eps=as_fraction(require_eps("1" if values["eps"] is None else values["eps"])),
        delta=as_fraction(require_delta(values["delta"])),
    )
    try:
        if values["sigma"] is not None:
            plan = replace(draft, sigma=values["sigma"])
        else:
            needed = _certified(question).sigma.hi
            plan = replace(draft, sigma=_root(needed**2 * draft.staying / draft.t, up=True) * MARGIN)
        if plan.sigma == 0:
            return plan, None
        split_like_print = _root(plan.sigma**2 * plan.t / plan.staying, up=False)
        return plan, _certified(replace(question, sigma=split_like_print, eps=None))
    except Refused as refused:
        if values["sigma"] is None:
            raise
        return plan, refused


def _certified(question: Deployment) -> Certificate:
    try:
        return certify(question)
    except PrecisionExhausted as error:
        raise InvalidInput(f"--eps and --delta (the target) have no certified noise: {error}") from None


def _root(square: Fraction, up: bool) -> Fraction:
    """The square root, rounded to at least this many binary digits."""
    bits = ROOT_BITS + square.denominator.bit_length()
    scaled = square * 4**bits
    root = isqrt(ceil(scaled)) + 1 if up else isqrt(int(scaled))
    return Fraction(root, 1 << bits)


def _grid(
    plan: Plan, privacy: Certificate | Refused | None, training: Training, sizes: list[int], move: Fraction
) -> FixedPoint:
    """The range that the certificate found for models and noise, and a modulus for it."""
    if not isinstance(privacy, Certificate):
        return plan.fixed_point(sizes, float(training.R), lambda n: move / n)
    assert privacy.grid_numbers is not None
    largest = privacy.grid_numbers.largest
    return FixedPoint(scale=plan.scale, largest=largest, B=1 << (2 * plan.w * largest).bit_length())


def _dropouts(names: list[str], values: dict[str, Any], scheme: str) -> dict[str, str]:
    """Who falls silent, and when: before the upload, or after the keys are shared, which is the hard case."""
    gone = int(Fraction(values["drop"]) * len(names))
    chosen = np.random.default_rng(values["seed"]).permutation(len(names))[:gone]
    return dict.fromkeys([names[i] for i in chosen], UPLOAD if scheme == "servers" else MASKED)


def _with_progress(users: dict[str, Dataset]) -> Iterator[tuple[str, Dataset]]:
    """The users one by one, with a progress bar."""
    with progress_bar("users") as progress:
        task = progress.add_task("users", total=len(users))
        for item in users.items():
            yield item
            progress.advance(task)
