"""The jobs of each experiment on one data set, with the columns of their rows."""

from __future__ import annotations

from itertools import product
from typing import Any

from paper_claims.experiments.real.grids import DELTA, Case, Plan, T, grid
from paper_claims.experiments.real.splits_and_noise import BOUNDS, loaded

EPSILONS = ("0.6", "1.2", "3", "8")
NAMES = {"softmax": "SoftmaxReg", "svm": "SVM"}
FEW, MANY = (
    10,
    50,
)  # passes; after few steps on few records a model is small, which printed noise does not know


def noise(plan: Plan, quick: bool) -> list[Case]:
    n = plan.training_records()
    found = []
    for repeat in range(plan.repeats):
        for w in plan.users[:1] if quick else plan.users[:2]:
            for centring in plan.means:
                for learner in plan.compare:
                    more = {"bounds": list(BOUNDS), "centring": centring, "budgets": _budgets("1.2", "3")}
                    job = plan.blindavg(repeat, learner, w, n // w, **more)
                    found.append(
                        ({"method": NAMES[learner], "w": w, "mean": "released" if centring else "0"}, job)
                    )
    return found


def eps(plan: Plan, quick: bool) -> list[Case]:
    budgets = _budgets("1.2") if quick else _budgets(*EPSILONS)
    found = []
    for repeat in range(plan.repeats):
        for w in plan.users:
            for learner, name in NAMES.items():
                job = plan.blindavg(repeat, learner, w, plan.training_records() // w, budgets=budgets)
                found.append(({"method": name, "w": w}, job))
            secure = w == 1
            job = plan.gradient_average(repeat, w, secure, budgets=budgets)
            found.append(({"method": "GradAvg + SecSum" if secure else "GradAvg", "w": w}, job))
    return found


def honest(plan: Plan, quick: bool) -> list[Case]:
    """One user, and 10 and 100 (fewer if each had less than `few` records) of whom half or all are honest."""
    n = plan.training_records()
    counts = [1, 10] if quick else sorted({1, 10, max(10, min(100, n // plan.few))})
    budgets = _budgets("1.2") if quick else _budgets(*EPSILONS)
    found = []
    for repeat, passes in product(range(plan.repeats), (MANY,) if quick else (MANY, FEW)):
        more = {"bounds": ["printed", "tight"], "budgets": budgets, "passes": passes}
        for learner, name in NAMES.items():
            for w in counts:
                for t in (1.0,) if w == 1 else (T, 1.0):
                    job = plan.blindavg(repeat, learner, w, n // w, t=t, **more)
                    found.append(({"method": name, "passes": passes, "w": w, "t": t}, job))
    return found


def users(plan: Plan, quick: bool) -> list[Case]:
    largest = plan.crowd()
    counts = sorted({max(2, largest // k) for k in ((10, 1) if quick else (10, 3, 1))})
    found = []
    for repeat in range(plan.repeats):
        for w in counts:
            shared = {"records": w * plan.few, "budgets": _budgets("0.6")}
            for learner, name in NAMES.items():
                found.append(
                    ({"method": name, "w": w}, plan.blindavg(repeat, learner, w, plan.few, **shared))
                )
            found.append(
                ({"method": "GradAvg + SecSum", "w": w}, plan.gradient_average(repeat, 1, True, **shared))
            )
    return found


def non_iid(plan: Plan, quick: bool) -> list[Case]:
    K = loaded(plan.data, plan.cache, plan.content).K
    w = K * max(1, plan.users[-1] // K)
    found = []
    for repeat in range(plan.repeats):
        for learner, name in NAMES.items():
            for partition in ("iid", "one-class") if quick else ("iid", "dirichlet", "one-class", "unequal"):
                for larger in (1, 67):
                    job = plan.blindavg(repeat, learner, w, plan.training_records() // w, partition=partition,
                                        larger=larger, budgets=_budgets("1.2"))  # fmt: skip
                    found.append(({"method": name, "w": w, "larger": larger, "users": partition}, job))
    return found


def groups(plan: Plan, quick: bool) -> list[Case]:
    """Sensitivity of groups within one user, and 2R for all of its records (group 0); as many more users as `larger` says."""
    w = plan.crowd()
    sizes = [1, 5, 0] if quick else [1, 2, 5, 10, 25, 0]
    budgets = _budgets("1.2", delta="1e-10") if quick else _budgets("0.3", "0.6", "1.2", "3", delta="1e-10")
    found = []
    for repeat in range(plan.repeats):
        for larger in (20, 200, 20000):
            job = plan.blindavg(
                repeat, "softmax", w, plan.few, larger=larger, groups=sizes, budgets=budgets, centring=0.0
            )
            found.append(({"method": "SoftmaxReg", "w": w * larger}, job))
    return found


def ablation(plan: Plan, quick: bool) -> list[Case]:
    epsilons = ("1.2",) if quick else EPSILONS
    budgets = [pair for delta in (DELTA, "2e-8") for pair in _budgets(*epsilons, delta=delta)]
    shared: dict[str, Any] = {"budgets": budgets}
    n = plan.training_records()
    found: list[Case] = []
    for repeat in range(plan.repeats):
        for learner, name in NAMES.items():
            found.append(({"method": name}, plan.blindavg(repeat, learner, 1, n, **shared)))
            clean = shared | {"bounds": ["none"], "budgets": _budgets("8")}
            found.append(({"method": name}, plan.blindavg(repeat, learner, 1, n, **clean)))
        found.append(({"method": "DP-SGD"}, plan.gradient_average(repeat, 1, True, **shared)))
        found.append(({"method": "SVM-SMO"}, plan.job("svm-smo", repeat, Lambdas=list(plan.smo), **shared)))
        found.append(({"method": "AMP"}, plan.job("amp", repeat, hs=[0.1, 0.5], **shared)))
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
