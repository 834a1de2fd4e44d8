"""The jobs of each experiment on one data set, with the columns of their rows."""

from __future__ import annotations

from itertools import product
from typing import Any

from paper_claims.experiments.real.grids import DELTA, EPSILONS, Case, Plan, T, grid
from paper_claims.experiments.real.splits_and_noise import BOUNDS, loaded

NAMES = {"softmax": "SoftmaxReg", "svm": "SVM"}
FEW, MANY = (
    10,
    50,
)  # passes; after few steps on few records a model is small, which printed noise does not know


def noise(plan: Plan, quick: bool) -> list[Case]:
    n = plan.training_records()
    found = []
    for repeat in range(plan.repeats):
        for w in plan.users[:1] if quick else plan.compare_users or plan.users[:2]:
            for centring in plan.means:
                for learner in plan.compare:
                    budgets = _budgets(*plan.compare_eps)
                    more = {"bounds": list(BOUNDS), "centring": centring, "budgets": budgets}
                    job = plan.blindavg(repeat, learner, w, n // w, **more)
                    mean = "released" if centring else plan.centre
                    found.append(({"method": NAMES[learner], "w": w, "mean": mean}, job))
    return found


def eps(plan: Plan, quick: bool) -> list[Case]:
    budgets = _budgets("1.2") if quick else _budgets(*EPSILONS)
    more = (
        {"bounds": list(BOUNDS), "centring": plan.means[0]} if plan.compare_users else {}
    )  # the jobs of `noise` serve
    found = []
    for repeat in range(plan.repeats):
        for w in plan.users:
            for learner, name in NAMES.items():
                job = plan.blindavg(repeat, learner, w, plan.training_records() // w, budgets=budgets, **more)
                found.append(({"method": name, "w": w}, job))
            secure = w == 1
            where = plan.insecure_eps if not secure and plan.insecure_eps else EPSILONS
            some = [pair for pair in budgets if pair[0] in where]
            job = plan.gradient_average(repeat, w, secure, budgets=some)
            found.append(({"method": "GradAvg + SecSum" if secure else "GradAvg", "w": w}, job))
        for w in () if quick else plan.tiny:
            for learner, name in NAMES.items():
                job = plan.blindavg(repeat, learner, w, plan.training_records() // w, budgets=budgets)
                found.append(({"method": name, "w": w}, job))
        found += rivals(plan, repeat, plan.users[-1], budgets=budgets)
    return found


def rivals(plan: Plan, repeat: int, w: int, **shared: Any) -> list[Case]:
    """One round each, like BlindAvg: noisy sums of products, of few of them, and class means."""
    if plan.ridge is None:
        return []
    few = plan.ridge | {"features": 256}
    return [
        ({"method": "noisy ridge", "w": w}, plan.job("ridge", repeat, w=w, **plan.ridge, **shared)),
        ({"method": "noisy ridge, 256 features", "w": w}, plan.job("ridge", repeat, w=w, **few, **shared)),
        ({"method": "class means", "w": w}, plan.job("class-means", repeat, w=w, **shared)),
    ]


def honest(plan: Plan, quick: bool) -> list[Case]:
    """One user, and 10 and 100 (fewer if each had less than `few` records) of whom half or all are honest."""
    n = plan.training_records()
    counts = [1, 10] if quick else list(plan.honest) or sorted({1, 10, max(10, min(100, n // plan.few))})
    budgets = _budgets("1.2") if quick else _budgets(*EPSILONS)
    found = []
    schedules = (MANY,) if quick else (FEW,) if plan.honest else (MANY, FEW)
    for repeat, passes in product(range(plan.repeats), schedules):
        more = {"bounds": ["printed", "tight"], "budgets": budgets, "passes": passes}
        for learner, name in NAMES.items():
            for w in counts:
                shares = [1.0] if w == 1 else [T, 1.0]
                for some in (
                    [[t] for t in shares] if plan.centring else [shares]
                ):  # a mean is released for each t
                    job = plan.blindavg(repeat, learner, w, n // w, t=some[0], honest=some, **more)
                    found.append(({"method": name, "passes": passes, "w": w}, job))
    return found


def users(plan: Plan, quick: bool) -> list[Case]:
    largest = plan.crowd()
    parts = {max(2, largest // k) for k in ((10, 1) if quick else (10, 3, 1))}
    counts = sorted(plan.counts if plan.counts and not quick else parts)
    found = []
    for repeat in range(plan.repeats):
        for w in counts:
            shared = {"records": w * plan.few, "budgets": _budgets("0.6")}
            bounds = ["tight", "printed"] if plan.ridge else ["tight"]
            for learner, name in NAMES.items():
                job = plan.blindavg(repeat, learner, w, plan.few, bounds=bounds, **shared)
                found.append(({"method": name, "w": w}, job))
            found.append(
                ({"method": "GradAvg + SecSum", "w": w}, plan.gradient_average(repeat, 1, True, **shared))
            )
            found += rivals(plan, repeat, w, **shared)
    return found


def non_iid(plan: Plan, quick: bool) -> list[Case]:
    D = loaded(plan.data, plan.cache, plan.content)
    w = D.K * max(1, plan.users[-1] // D.K)
    kinds = ("iid", "one-class") if quick else plan.partitions
    found = []
    for repeat in range(plan.repeats):
        for learner, name in NAMES.items():
            for partition in kinds if D.writer is None else (*kinds, "writer"):
                job = plan.blindavg(repeat, learner, w, plan.training_records() // w, partition=partition,
                                    multiples=[1, 67], budgets=_budgets("1.2"))  # fmt: skip
                found.append(({"method": name, "w": w, "users": partition}, job))
    return found


def groups(plan: Plan, quick: bool) -> list[Case]:
    """Sensitivity of groups within one user, and 2R for all of its records (group 0); the noise of many more users."""
    w = plan.crowd()
    sizes = [1, 5, 0] if quick else [1, 2, 5, 10, 25, 0]
    small = {"grid": list(plan.groups)} if plan.groups else {}
    budgets = _budgets("1.2", delta="1e-10") if quick else _budgets("0.3", "0.6", "1.2", "3", delta="1e-10")
    found = []
    for repeat in range(plan.repeats):
        multiples = list(plan.multiples)
        more = {
            "groups": sizes,
            "multiples": multiples,
            "w_of_multiples": True,
            "budgets": budgets,
            "centring": 0.0,
        }
        job = plan.blindavg(repeat, "softmax", w, plan.few, **(more | small))
        found.append(({"method": "SoftmaxReg"}, job))
    return found


def ablation(plan: Plan, quick: bool) -> list[Case]:
    epsilons = ("1.2",) if quick else EPSILONS
    budgets = [pair for delta in (DELTA, "2e-8") for pair in _budgets(*epsilons, delta=delta)]
    shared: dict[str, Any] = {"budgets": budgets}
    n = plan.training_records()
    slow = shared | {"budgets": [pair for pair in budgets if not plan.amp or pair[0] in plan.amp]}
    found: list[Case] = []
    for repeat in range(plan.repeats):
        for learner, name in NAMES.items():
            found.append(({"method": name}, plan.blindavg(repeat, learner, 1, n, clean=True, **shared)))
        found.append(({"method": "DP-SGD"}, plan.gradient_average(repeat, 1, True, **shared)))
        found.append(({"method": "SVM-SMO"}, plan.job("svm-smo", repeat, Lambdas=list(plan.smo), **shared)))
        hs = [0.5] if plan.amp else [0.1, 0.5]
        found.append(({"method": "AMP"}, plan.job("amp", repeat, hs=hs, **slow)))
        found.append(({"method": "class means"}, plan.job("class-means", repeat, **shared)))
    return found


def regularization(plan: Plan, quick: bool) -> list[Case]:
    w = plan.crowd()
    Lambdas = (0.001, 0.1, 10.0) if quick else (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)
    found = []
    for repeat in range(plan.repeats):
        for learner, name in NAMES.items():
            settings = list(grid(Lambdas, (1000.0,), 0.5 if learner == "svm" else None))
            for count in (1, w):
                job = plan.blindavg(repeat, learner, count, plan.training_records() // count, grid=settings, every_setting=True,
                                    centring=0.0, budgets=[])  # fmt: skip
                found.append(({"method": name, "w": count}, job))
    return found


def _budgets(*epsilons: str, delta: str = DELTA) -> list[list[str]]:
    return [[e, delta] for e in epsilons]
