"""One run of BlindAvg on data: a deployment with its certificate, all users and servers, and how well the result does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from accountant.deployment.certificate import Certificate, Refused, certify, noise_unit, secure_sum
from accountant.deployment.file import deployment
from accountant.deployment.plan import DIVISORS, Deployment
from accountant.distributed.crowd import NoGuarantee
from accountant.numbers.balls import PrecisionExhausted
from accountant.numbers.inputs import require_count
from paper_claims import losses
from paper_claims.output import progress_bar
from reference.datasets.loaders import PUBLIC_K, RealData, load, with_intercept
from reference.datasets.splits import split
from reference.errors import InvalidInput, reject, require_exact, require_whole
from reference.learners.prediction import accuracy
from reference.learners.projections import onto_ball, onto_sphere
from reference.learners.schedule import fresh_order
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.loss_files.learner import loss_sgd
from reference.notation import SYMBOLS, Array, Dataset, Xi
from reference.protocol.agreement import Plan
from reference.protocol.blindavg import blindavg
from reference.secure_sum.fixed_point import FixedPoint
from reference.secure_sum.messages import MASKED, UPLOAD, dropping
from reference.secure_sum.rounds import Sum, user_names
from reference.secure_sum.sealed import Lines

DROPOUTS, NOISE = 2, 3  # streams of random numbers; the clouds are stream 1, the split is the pair (seed, 0)
SEEDED = NoGuarantee(
    "anyone who knows or guesses the seed can remove the noise",
    "draw the noise from the operating system's entropy: noise = discrete",
)
MOST_SERVERS, MOST_ENTRIES, MOST_STEPS = 1000, 10**7, 10**8  # of a run that ends
Tables = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Run:
    """What came out of a run. `size` is the certificate for so much noise, or the reasons why there is none."""

    deployment: Deployment
    plan: Plan
    sizes: list[int]
    size: Certificate | Refused
    model: Array
    result: Sum
    scores: dict[str, float]
    lines: Lines

    @property
    def privacy(self) -> Certificate | Refused:
        """What the run guarantees: seeded noise guarantees nothing, whatever its size."""
        seeded = self.plan.noise == "gaussian" and isinstance(self.size, Certificate)
        return Refused([SEEDED]) if seeded else self.size


def trained(
    tables: Tables, data: str, test: str, seed: int, drop: str, name: str, folder: Path | None = None
) -> Run:
    """BlindAvg as these tables of a deployment say; Refused if a target (eps, delta) has no guarantee.

    A loss file is looked for in `folder`.
    """
    require_whole("--seed", "the seed", seed, at_least=0)
    gone = require_exact("--drop", "the share of dropouts", drop)
    if not 0 <= gone < 1:
        raise reject("--drop", "the share of dropouts", "must be >= 0 and < 1", drop, "somebody must stay")
    tables["users"].setdefault("dropouts", drop)
    K = _public_K(tables["learner"], data)
    share = require_exact("--test", "a share of the records", test, because="both parts are needed")
    D, held_out = records(load(data, seed=seed, K=K), float(share), seed)
    tables["learner"].setdefault("p", D.x.shape[1] - 1)
    tables["learner"].setdefault("K", K)
    if not {"n", "n_min", "n_max"} & set(tables["users"]):
        tables["users"] |= _equal_sizes(len(D), tables["users"].get("w"))
    quiet = _without_noise(tables["privacy"].get("sigma"))
    stand_in = {"privacy": tables["privacy"] | {"sigma": 1}} if quiet else {}
    question = deployment(tables | stand_in, "blindavg train", name, losses.proved, folder)
    _require_runnable(question, D)
    sizes = _sizes(tables["users"], question, len(D))
    privacy = _certified(question, quiet)
    plan = _plan(question, privacy, quiet)
    cuts = np.cumsum(sizes)
    parts = [Dataset(D.x[end - n : end], D.y[end - n : end]) for n, end in zip(sizes, cuts, strict=True)]

    def T(D: Dataset) -> Array:
        return _learner(question, D)

    unit = noise_unit(question).hi  # s': one for all users, so that users of all sizes hide each other
    names = user_names(plan.w)
    silent = _dropouts(names, gone, seed, UPLOAD if plan.scheme == "servers" else MASKED)
    lines = Lines("round 1", wire=dropping(silent))
    users = dict(zip(names, parts, strict=True))
    grid = _grid(plan, privacy, question, sizes, unit)
    model, result = blindavg(
        _with_progress(users), plan, T, lambda n: unit / n, grid, lines, _rng(seed, NOISE)
    )
    noiseless = np.sum(
        [len(users[who]) / plan.w * T(users[who]) for who in sorted(result.contributors)], axis=0
    )
    scores = {
        "private average": accuracy(model, held_out),
        "average without noise": accuracy(noiseless, held_out),
        "one user alone": accuracy(T(parts[0]), held_out),
    }
    return Run(question, plan, sizes, privacy, model, result, scores, lines)


def records(D: RealData, test: float, seed: int) -> tuple[Dataset, Dataset]:
    """The records that train, and those that test.

    They are those of `blindavg experiment` in its first repeat, without centring; nothing is chosen here, so that the records
    which choose there train here.
    """
    parts = split(len(D.y), D.tests, test, 0, np.random.default_rng([seed, 0]))
    x = with_intercept(D.x)
    return Dataset(x[parts.train], D.y[parts.train]), Dataset(x[parts.test], D.y[parts.test])


def _rng(seed: int, stream: int) -> np.random.Generator:
    """Data, split, dropouts and noise never share their draws."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream,)))


def _public_K(learner: dict[str, Any], data: str) -> int:
    """K is no function of the labels: the shape of the release would tell the largest one."""
    K = learner.get("K", PUBLIC_K.get(data.partition(":")[0]))
    why = "the number of classes is public; it is never taken from the private labels"
    if K is None and data.endswith(".npz"):
        raise InvalidInput(f"--K ({SYMBOLS['K']}) is missing for {data}: {why}")
    return require_count("learner.K", SYMBOLS["K"], 2 if K is None else K, why, 2)


def _equal_sizes(count: int, w: Any) -> dict[str, int]:
    """As equal as possible; deployment() judges w."""
    if type(w) is not int or not 1 <= w <= count:
        return {"n": 1}
    return {"n_min": count // w, "n_max": -(-count // w)}


def _without_noise(sigma: Any) -> bool:
    """`sigma = 0` is no deployment: any σ stands in for it, and nothing is certified."""
    try:
        return sigma is not None and require_exact("sigma", "σ", sigma) == 0
    except InvalidInput:
        return False  # deployment() has the message


def _require_runnable(plan: Deployment, D: Dataset) -> None:
    """What a certificate can be about, but no run here."""
    training, w, p = plan.training, plan.crowd.w, D.x.shape[1] - 1
    for name, symbol, value, most, why in (
        ("users.w", "w, the number of users", w, len(D), f"only {len(D)} records are left for training"),
        ("summation.servers", "J, the number of servers", plan.summation.servers or 0, MOST_SERVERS, "each gets all shares"),
        ("learner.K", SYMBOLS["K"], training.K, MOST_ENTRIES // (p + 1), "a model has (p + 1) K entries"),
    ):  # fmt: skip
        if value > most:
            raise reject(name, symbol, f"must be <= {most}", value, why)
    steps = sum(training.steps(n) for n in plan.sizes) * w // len(plan.sizes) * training.compositions
    if steps > MOST_STEPS:
        why = "the run would take too long"
        raise reject(
            "learner.passes or learner.M", SYMBOLS["M"], f"must ask for <= {MOST_STEPS} steps", steps, why
        )
    if training.p != p:
        raise reject(
            "learner.p",
            SYMBOLS["p"],
            f"must be {p}, as in the data",
            training.p,
            "a model has an entry for each",
        )
    if training.loss is None and training.smoothness != "printed":
        why = "the learner's step size follows the printed β"
        raise reject(
            "learner.smoothness", "β, the smoothness", 'must be "printed" to run', training.smoothness, why
        )
    if plan.crowd.t * w < 1:
        raise reject(
            "users.honest",
            "t, the honest fraction",
            f"must be >= 1/w = 1/{w}",
            plan.crowd.t,
            "users are whole",
        )
    grid = plan.grid
    if grid is None or grid.numerator != 1 or grid.denominator.bit_count() != 1:
        why = "a run sums whole numbers, and scaling by a power of two is exact"
        raise reject(
            "summation.grid or --scale", "the fixed-point grid", "must be 1 over a power of two", grid, why
        )


def _sizes(users: dict[str, Any], plan: Deployment, count: int) -> list[int]:
    """How many records each user has: as listed, or as equal as possible within the range; the rest is left out."""
    w, (least, most) = plan.crowd.w, (plan.sizes[0], plan.sizes[-1])
    if isinstance(users.get("n"), list):
        sizes = [int(n) for n in users["n"]]
    else:
        sizes = [min(most, count // w + (i < count % w)) for i in range(w)]
    if sum(sizes) > count or min(sizes) < least:
        rule = f"must be at most what {count} records for training allow"
        raise reject("users.n", SYMBOLS["n"], rule, users.get("n", least), f"{w} users share them")
    return sizes


def _certified(question: Deployment, quiet: bool) -> Certificate | Refused:
    """The certificate; a Refused with given σ is an experiment without a guarantee, with a target it is raised."""
    if quiet:
        return Refused([NoGuarantee("no noise", "ask for eps, or give sigma")])
    try:
        return certify(question)
    except PrecisionExhausted as error:
        raise InvalidInput(f"eps and delta (the target) have no certified noise: {error}") from None
    except Refused as refused:
        if question.sigma is None:
            raise
        return refused


def _plan(question: Deployment, privacy: Certificate | Refused, quiet: bool) -> Plan:
    """What the parties agree on; a graph of neighbours without a guarantee is not run at all."""
    try:
        secagg = secure_sum(question)
    except NoGuarantee as reason:
        raise Refused([reason]) from None
    sigma = privacy.sigma.hi if isinstance(privacy, Certificate) else question.sigma
    assert question.grid is not None
    return Plan(
        w=question.crowd.w,
        t=question.crowd.t,
        sigma=Fraction(0) if quiet or sigma is None else sigma,
        rho=question.crowd.rho,
        scale=question.grid.denominator,
        J=question.summation.servers or 2,
        k=secagg.neighbours if secagg else None,
        nu=question.summation.failure,
        noise=question.noise,
        scheme=question.summation.scheme,
    )


def _learner(plan: Deployment, D: Dataset) -> Array:
    training, n = plan.training, len(D)
    xi = Xi(
        K=training.K,
        c=float(training.c),
        M=training.steps(n),
        Lambda=float(training.Lambda),
        R=float(training.R),
        h=None if training.h is None else float(training.h),
        b=min(training.b, n),
    )
    divide = DIVISORS[training.divisor]
    if training.loss is not None:
        return loss_sgd(D, xi, training.loss.loss, lambda visited, _: divide(visited, training.b))
    learner = svm_sgd if training.learner == "svm" else softmax_reg_sgd
    project = onto_ball if training.projection == "ball" else onto_sphere
    order = None
    if training.order == "fresh":
        assert training.passes is not None
        order = fresh_order(n, training.passes, xi.b)  # one for all classes; no seed repeats it
    return learner(D, xi, project, lambda visited, _: divide(visited, training.b), order=order)


def _grid(
    plan: Plan, privacy: Certificate | Refused, question: Deployment, sizes: list[int], unit: Fraction
) -> FixedPoint:
    """The range and modulus that the certificate found for models and noise."""
    if not isinstance(privacy, Certificate):
        return plan.fixed_point(sizes, float(question.training.R), lambda n: unit / n)
    assert privacy.grid_numbers is not None
    numbers = privacy.grid_numbers
    return FixedPoint(scale=plan.scale, largest=numbers.largest, B=numbers.modulus)


def _dropouts(names: list[str], share: Fraction, seed: int, stage: str) -> dict[str, str]:
    """Who falls silent, and when: before the upload, or after the keys are shared, which is the hard case."""
    chosen = _rng(seed, DROPOUTS).permutation(len(names))[: int(share * len(names))]
    return dict.fromkeys([names[i] for i in chosen], stage)


def _with_progress(users: dict[str, Dataset]) -> Iterator[tuple[str, Dataset]]:
    """The users one by one, with a progress bar."""
    with progress_bar("users") as progress:
        task = progress.add_task("users", total=len(users))
        for item in users.items():
            yield item
            progress.advance(task)
