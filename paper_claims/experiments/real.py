"""Experiments on real data: each is a list of jobs with the columns of their rows, a table and a picture.

noise            accuracy with printed, repaired and tight noise at the same certified (eps, delta)
eps              accuracy against eps for w users, beside gradient averaging
users            accuracy against the number of users at a fixed eps and a fixed number of records per user
non-iid          users with one class each, Dirichlet mixtures, unequal sizes
groups           groups of records and whole users, for many users
ablation         one user: all learners at two deltas
regularization   no noise: averaged and central model against Λ
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from paper_claims.experiments import real_pictures as pictures
from paper_claims.experiments.plans import DELTA, Case, Plan, grid
from paper_claims.experiments.stages import BOUNDS, loaded
from paper_claims.experiments.tables import pivot
from reference.repeats import Rows, difference

WHOLE = ("noise",)  # experiments on all records of a large data set; the others take a part
WITH_IMAGES = ("noise",)  # experiments that take Fashion-MNIST unasked: it takes minutes per repeat
EPSILONS = ("0.6", "1.2", "3", "8")
NAMES = {"softmax": "SoftmaxReg", "svm": "SVM"}
TableOf = Callable[[Rows], tuple[list[str], list[list[str]]]]


@dataclass(frozen=True)
class RealExperiment:
    """`cases` of one data set, the table of the rows of all, its picture, and what the reader should know."""

    title: str
    cases: Callable[[Plan, bool], list[Case]]
    table: TableOf
    draw: Callable[[Any, dict[str, Any]], None]
    size: tuple[float, float]
    note: str = ""
    chooses: bool = True  # hyperparameters; else every one is shown


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


def noise_table(rows: Rows) -> tuple[list[str], list[list[str]]]:
    header, lines = pivot(rows, ("data", "method", "w", "mean", "eps"), "bound")
    for line in lines:
        key = {"data": line[0], "method": line[1], "w": int(line[2]), "mean": line[3], "eps": float(line[4])}
        gain = difference(rows, {"bound": "tight"}, {"bound": "printed"}, **key)
        line.append(gain.points("+") if gain else "")
    return [*header, "tight - printed"], lines


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


def users(plan: Plan, quick: bool) -> list[Case]:
    largest = plan.training_records() // plan.few
    counts = [max(2, largest // k) for k in ((10, 1) if quick else (10, 3, 1))]
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
    K = loaded(plan.data, plan.cache).K
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


def non_iid_table(rows: Rows) -> tuple[list[str], list[list[str]]]:
    header, lines = pivot(rows, ("data", "method", "w", "larger"), "users")
    for line in lines:
        key = {"data": line[0], "method": line[1], "w": int(line[2]), "larger": int(line[3])}
        change = difference(rows, {"users": "one-class"}, {"users": "iid"}, **key)
        line.append(change.points("+") if change else "")
    return [*header, "one-class - iid"], lines


def groups(plan: Plan, quick: bool) -> list[Case]:
    """Sensitivity of groups within one user, and 2R for all of its records (group 0); as many more users as `larger` says."""
    w = plan.training_records() // plan.few
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


def ablation_table(rows: Rows) -> tuple[list[str], list[list[str]]]:
    return pivot([as_private(row) for row in rows], ("data", "method", "delta"), "eps")


def as_private(row: dict[str, Any]) -> dict[str, Any]:
    """Rows without noise, from either learner, under eps = inf and delta = 0."""
    return row | {"eps": float("inf"), "delta": 0.0} if row.get("bound") == "none" or row["eps"] == 0 else row


def regularization(plan: Plan, quick: bool) -> list[Case]:
    w = plan.training_records() // plan.few
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


def regularization_table(rows: Rows) -> tuple[list[str], list[list[str]]]:
    return pivot([row | {"Λ": row["setting"]["Lambda"]} for row in rows], ("data", "method", "w"), "Λ")


def _budgets(*epsilons: str, delta: str = DELTA) -> list[list[str]]:
    return [[e, delta] for e in epsilons]


def by_eps(rows: Rows) -> tuple[list[str], list[list[str]]]:
    return pivot(rows, ("data", "method", "w"), "eps")


def by_group(rows: Rows) -> tuple[list[str], list[list[str]]]:
    return pivot(rows, ("data", "w", "eps"), "group")


def by_users(rows: Rows) -> tuple[list[str], list[list[str]]]:
    return pivot(rows, ("data", "w"), "method")


REAL = {
    "noise": RealExperiment(
        "Printed, repaired and tight noise",
        noise,
        noise_table,
        pictures.draw_noise,
        (11, 4.5),
        "All three noises meet the same (eps, delta): the printed bound is valid for whole passes and the projection onto the "
        "ball, only larger than needed. `mean`: features as they are (0), or centred by a noisy mean paid from the budget.",
    ),
    "eps": RealExperiment(
        "Accuracy against eps",
        eps,
        by_eps,
        pictures.draw_eps,
        (11, 4.5),
        "Tight noise, features centred by a released mean. BlindAvg with w > 1: half of the users are honest. GradAvg + "
        "SecSum is DP-SGD as if one party held all data, for any w; GradAvg without it: every user adds all of the noise.",
    ),
    "users": RealExperiment(
        "Accuracy against the number of users, eps = 0.6",
        users,
        by_users,
        pictures.draw_users,
        (11, 4.5),
        "Each user has the same number of records, so that more users bring more data. Tight noise, released mean.",
    ),
    "non-iid": RealExperiment(
        "Users with data of different kinds, eps = 1.2",
        non_iid,
        non_iid_table,
        pictures.draw_non_iid,
        (11, 4.5),
        "`larger`: the noise of a data set so many times as large, with the averages of this one (as the paper does).",
    ),
    "groups": RealExperiment(
        "Groups and whole users, delta = 1e-10",
        groups,
        by_group,
        pictures.draw_groups,
        (12, 4),
        "Group 0: all records of a user, sensitivity 2R. The noise is that of w users; the averaged model is that of the "
        "users at hand. No rescaled eps: the certified curve at the group's own sensitivity.",
    ),
    "ablation": RealExperiment(
        "One user: all learners at two deltas",
        ablation,
        ablation_table,
        pictures.draw_ablation,
        (11, 4.5),
        "eps inf, delta 0: without noise. SVM-SMO: noise as if liblinear had found the optimum. AMP: constants of the cited "
        "theorem, not checked here.",
    ),
    "regularization": RealExperiment(
        "Averaged and central model against Λ, no noise",
        regularization,
        regularization_table,
        pictures.draw_regularization,
        (11, 4.5),
        "w = 1 is the central model. Iterates are not projected (R = 1000).",
        chooses=False,
    ),
}
