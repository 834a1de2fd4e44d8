"""What a job measures: models of one repeat, hyperparameters chosen on records that do not test, accuracy on those that do.

Each measure takes plain parameters and returns rows: eps, delta, what varies besides, the setting chosen, its accuracy on
the choosing records (`choose`) and on the test records (`test`). Training does not depend on the noise, so that one training
serves all budgets, bounds and draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from accountant import epsilon
from paper_claims.experiments.real.choices import Cases, Noisy, Parameters, Rows, chosen
from paper_claims.experiments.real.splits_and_noise import (
    C,
    Stage,
    dpsgd_multiplier,
    moved_by,
    noise_multiplier,
    prepared,
)
from reference.baselines.class_means import class_means, class_means_sensitivity
from reference.baselines.gradient_averaging import GradAvg, gradient_averaging
from reference.baselines.liblinear import svm_smo
from reference.baselines.noisy_ridge import moments, moments_sensitivity, noisy_ridge
from reference.baselines.objective_perturbation import amp, amp_constants
from reference.datasets.loaders import of_norm_one, with_intercept
from reference.datasets.splits import among_users, by_writer
from reference.fast.few_records import summed_models
from reference.fast.many_settings import trained_settings
from reference.formulas import sensitivity as optimum_sensitivity
from reference.learners.losses import Labels
from reference.notation import Array, Xi


def blind_averaging(p: Parameters) -> Rows:
    """BlindAvg of SVM-SGD or SoftmaxReg-SGD over w users; a user alone is honest, of several a fraction t is.

    `honest`: several t, with a column; `clean`: also without noise, under eps = 0.
    """
    stage = prepared(p)
    x, y = stage.train
    if p["partition"] == "writer" and stage.writer is not None:
        users = by_writer(stage.writer)
    else:
        users = among_users(p["partition"], y, p["w"], np.random.default_rng([p["seed"], p["repeat"], 2]))
    sizes = sorted({len(user) for user in users})
    models: Array = np.zeros(1)
    total = sum(map(len, users))
    for n in sizes:
        same = np.stack([user for user in users if len(user) == n])
        models = models + n / total * _sum_of_users(p["learner"], x, y, same, _settings(p, stage.K, n))

    def deviation(bound: str, group: int, multiplier: float, larger: int, t: float, i: int) -> float:
        """Of the averaged model: the largest move of the sum of n_i f_i, noise of the honest users, K releases of the SVM."""
        if bound == "none":
            return 0.0
        moves = (
            n * moved_by(p["learner"], _settings(p, stage.K, n)[i], n, x.shape[1] - 1, bound, group)
            for n in sizes
        )
        releases = stage.K if p["learner"] == "svm" else 1
        return float(multiplier * max(moves) / total * math.sqrt(releases / t) / larger)

    if p.get("every_setting"):
        return _without_choice(stage, np.asarray(models), p)
    cases: Cases = []
    varied = product(
        p["budgets"],
        p["bounds"],
        p.get("groups", [1]),
        p.get("multiples", [1]),
        p.get("honest", [_honest(p)]),
    )
    for (eps, delta), bound, group, larger, t in varied:
        columns = {"eps": float(eps), "delta": float(delta), "bound": bound, "group": group}
        more = {"larger": larger} if "multiples" in p else {}
        more = {"w": p["w"] * larger} if p.get("w_of_multiples") else more
        more |= {"t": t} if "honest" in p else {}
        multiplier = noise_multiplier(eps, delta, p["centring"])
        cases.append((columns | more, partial(deviation, bound, group, multiplier, larger, t)))
    if p.get("clean"):
        cases.append(({"eps": 0.0, "delta": 0.0, "bound": "none"}, lambda i: 0.0))
    return chosen(stage, np.asarray(models), p["grid"], cases, p)


def _honest(p: Parameters) -> float:
    """The fraction of users who add their noise: a user alone does."""
    return 1.0 if p.get("w", 1) == 1 else float(p["t"])


def _sum_of_users(learner: str, x: Array, y: Labels, users: NDArray[np.int64], settings: list[Xi]) -> Array:
    """Of models of equally many records; by combinations of records where these are few against their entries."""
    if 2 * users.shape[1] <= x.shape[1]:
        return summed_models(learner, x, y, users, settings, dtype=np.float32)
    found = trained_settings(learner, x[users], y[users], settings, dtype=np.float32)
    return np.asarray(found.astype(np.float64).sum(axis=0))


def _settings(p: Parameters, K: int, n: int) -> list[Xi]:
    b = min(p["b"], n)
    return [Xi(K=K, c=C, M=p["passes"] * -(-n // b), b=b, **setting) for setting in p["grid"]]


def _without_choice(stage: Stage, models: Array, p: Parameters) -> Rows:
    """Every setting without noise, tested: for curves over Λ."""
    test = Noisy(models, stage.test, 1, np.random.default_rng(0))
    return [{"setting": setting, "test": test.accuracy(i, 0.0)} for i, setting in enumerate(p["grid"])]


def gradient_average(p: Parameters) -> Rows:
    """GradAvg, with secure summation (as if central) or without (w users who each add all of the noise)."""
    stage = prepared(p)
    x, y = stage.train
    batch = min(p["batch"], len(x))
    q, steps = f"{batch}/{len(x)}", math.ceil(p["epochs"] * len(x) / batch)
    rows = []
    for eps, delta in p["budgets"]:
        sigma = dpsgd_multiplier(eps, delta, q, steps, p["centring"])
        rng = np.random.default_rng([p["seed"], p["repeat"], 3])
        runs = [GradAvg(rate, clip, sigma) for rate in p["rates"] for clip in p["clips"]]
        w = 1 if p["secure"] else p["w"]
        models = gradient_averaging(x, y, stage.K, runs, batch / len(x), steps, rng, w, np.float32)
        settings = [{"rate": run.rate, "C": run.C} for run in runs]
        rows += chosen(
            stage, models, settings, [({"eps": float(eps), "delta": float(delta)}, lambda i: 0.0)], p
        )
    return rows


def svm_at_optimum(p: Parameters) -> Rows:
    """SVM-SMO: liblinear's optima, noise as if they were exact; eps 0 stands for no noise."""
    stage = prepared(p)
    x, y = (np.asarray(stage.train[0], dtype=np.float64), stage.train[1])
    found = [svm_smo(x, y, stage.K, Lambda) for Lambda in p["Lambdas"]]
    moves = [optimum_sensitivity(C, Lambda, len(x)) * math.sqrt(stage.K) for Lambda in p["Lambdas"]]
    settings = [
        {"Lambda": L, "converged": best.converged} for L, best in zip(p["Lambdas"], found, strict=True)
    ]
    none: Cases = [({"eps": 0.0, "delta": 0.0}, lambda i: 0.0)]
    cases = none + _gaussian(p, lambda multiplier, i: multiplier * moves[i])
    return chosen(stage, np.stack([best.f for best in found]), settings, cases, p)


def objective_perturbation(p: Parameters) -> Rows:
    """AMP: the budget is split evenly over the classes and adds up, and so does that of the mean, at half of delta."""
    stage = prepared(p)
    x, y = (np.asarray(stage.train[0], dtype=np.float64), stage.train[1])
    rows = []
    for eps, delta in p["budgets"]:
        left, target = float(eps), float(delta)
        if p["centring"]:
            target /= 2
            left -= epsilon(target, p["centring"]).upper()
        if left <= 0:
            continue
        rng = np.random.default_rng([p["seed"], p["repeat"], 4])
        constants = [amp_constants(left / stage.K, target / stage.K, len(x), C, h) for h in p["hs"]]
        models = np.stack([amp(x, y, stage.K, h, k, rng) for h, k in zip(p["hs"], constants, strict=True)])
        settings = [{"h": h} for h in p["hs"]]
        rows += chosen(
            stage, models, settings, [({"eps": float(eps), "delta": float(delta)}, lambda i: 0.0)], p
        )
    return rows


def means(p: Parameters) -> Rows:
    """The class-mean classifier: one secure sum over the users, or centrally."""
    stage = prepared(p)
    x, y = stage.train
    move = class_means_sensitivity(C, stage.K, len(x)) / math.sqrt(_honest(p))
    cases = _gaussian(p, lambda multiplier, i: multiplier * move)
    return chosen(stage, class_means(x, y, stage.K)[None], [{}], cases, p)


def ridge(p: Parameters) -> Rows:
    """One-shot noisy ridge: one secure sum over the users, of whom a fraction t is honest; `features`: a public projection."""
    stage = prepared(p)
    if p.get("features"):
        stage = _projected(stage, p["features"])
    x, y = stage.train
    sums, rows = moments(x, y, stage.K), []
    for eps, delta in p["budgets"]:
        multiplier = noise_multiplier(eps, delta, p["centring"]) / math.sqrt(_honest(p))
        rng = np.random.default_rng([p["seed"], p["repeat"], 5])
        settings = [{"balance": b, "factor": f} for b in p["balances"] for f in p["factors"]]
        moves = [multiplier * moments_sensitivity(C, stage.K, s["balance"]) for s in settings]
        models = [
            noisy_ridge(sums, len(x), move, **s, rng=rng) for move, s in zip(moves, settings, strict=True)
        ]
        quiet: Cases = [({"eps": float(eps), "delta": float(delta)}, lambda i: 0.0)]
        rows += chosen(stage, np.stack(models), settings, quiet, p)
    return rows


def _projected(stage: Stage, features: int) -> Stage:
    """Records [a, x P / |x P|] for a random projection P that is public."""
    P = np.random.default_rng(0).standard_normal((stage.train[0].shape[1] - 1, features)).astype(np.float32)
    train, choose, test = (
        (with_intercept(of_norm_one(x[:, 1:] @ P)), y) for x, y in (stage.train, stage.choose, stage.test)
    )
    return Stage(stage.K, train, choose, test)


def _gaussian(p: Parameters, deviation: Callable[[float, int], float]) -> Cases:
    """One case per budget; `deviation` of the noise multiplier and the setting."""
    return [
        (
            {"eps": float(eps), "delta": float(delta)},
            partial(deviation, noise_multiplier(eps, delta, p["centring"])),
        )
        for eps, delta in p["budgets"]
    ]


MEASURES: dict[str, Callable[[Parameters], Rows]] = {
    "blindavg": blind_averaging,
    "gradavg": gradient_average,
    "svm-smo": svm_at_optimum,
    "amp": objective_perturbation,
    "class-means": means,
    "ridge": ridge,
}
