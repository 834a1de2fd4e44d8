"""One user's training as in the paper's main experiment (50 records, 500 passes), beside scikit-learn at equal objective.

The objective is SoftmaxReg's, mean cross-entropy plus Λ/2 |f|^2; LogisticRegression(lbfgs) minimises it, and for
two classes SGDClassifier(log_loss) with alpha = Λ/2 does, too. The peers get the fewest rounds whose objective is as low as
ours after 500 passes. Records are those of CIFAR-10 if `blindavg data cifar10` was run, else of the sample that the tests use.

    make bench
"""

from __future__ import annotations

import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
from page import Page
from threadpoolctl import threadpool_limits

from reference.datasets.cifar import CIFAR10, kept_file
from reference.datasets.loaders import load, with_intercept
from reference.fast.few_records import summed_models
from reference.learners.losses import softmax
from reference.notation import Xi

HERE = Path(__file__).parent
SAMPLE = HERE.parent / "tests" / "reference" / "cifar10_sample.npz"
N, PASSES, BATCH, LAMBDA, ROUNDS, CROWD = 50, 500, 5, 0.01, 5, 100
Model = np.ndarray


def objective(f: Model, x: np.ndarray, y: np.ndarray) -> float:
    chosen = softmax(x @ f)[np.arange(len(y)), y]
    return float(LAMBDA / 2 * (f**2).sum() - np.log(chosen).mean())


def ours(x: np.ndarray, y: np.ndarray, K: int, users: int = 1) -> Model:
    xi = Xi(K=K, c=1.0, M=PASSES * -(-N // BATCH), Lambda=LAMBDA, R=1000.0, b=BATCH)
    return summed_models("softmax", x, y, np.arange(N * users).reshape(users, N), [xi], dtype=np.float32)[0]


def lbfgs(x: np.ndarray, y: np.ndarray, rounds: int) -> Model:
    from sklearn.linear_model import LogisticRegression

    C = (1 if y.max() > 1 else 2) / (LAMBDA * len(y))  # a binary model is twice a column
    shared = {"C": C, "fit_intercept": False, "tol": 1e-12, "max_iter": rounds}
    found = LogisticRegression(solver="lbfgs", **shared).fit(x, y).coef_
    return found.T if len(found) > 2 else two_columns(found[0])


def sgd(x: np.ndarray, y: np.ndarray, rounds: int) -> Model:
    from sklearn.linear_model import SGDClassifier

    run = SGDClassifier(
        loss="log_loss", alpha=LAMBDA / 2, fit_intercept=False, tol=None, max_iter=rounds, random_state=0
    )
    return two_columns(run.fit(x, y).coef_[0])


def two_columns(g: np.ndarray) -> Model:
    """The softmax model of a binary one: half of it on each side."""
    return np.stack([-g / 2, g / 2], axis=1)


def seconds(run: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return statistics.median(times)


def fewest(run: Callable[[int], Model], goal: float, value: Callable[[Model], float]) -> int | None:
    """Rounds whose objective is at most the goal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that more rounds would be better
        return next((rounds for rounds in (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 2000)
                     if value(run(rounds)) <= goal), None)  # fmt: skip


def report(page: Page, title: str, x: np.ndarray, y: np.ndarray, K: int) -> None:
    one, labels = x[:N], y[:N]
    goal = objective(ours(one, labels, K), one, labels)
    best = objective(lbfgs(one.astype(float), labels, 5000), one, labels)
    alone = seconds(lambda: ours(one, labels, K))
    crowd = seconds(lambda: ours(x, y, K, CROWD)) / CROWD
    rows = [["SoftmaxReg-SGD, one user alone", str(PASSES), f"{goal:.6f}", f"{alone / crowd:.1f}"],
            [f"SoftmaxReg-SGD, one of {CROWD} users at once", str(PASSES), f"{goal:.6f}", "1.0"]]  # fmt: skip
    for name, run in (
        ("LogisticRegression(lbfgs)", lbfgs),
        *((("SGDClassifier(log_loss)", sgd),) if K == 2 else ()),
    ):
        rounds = fewest(lambda r, run=run: run(one, labels, r), goal, lambda f: objective(f, one, labels))
        if rounds is None:
            rows.append([f"scikit-learn {name}", "over 2000", "not reached", ""])
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            spent = seconds(lambda run=run, rounds=rounds: run(one, labels, rounds))
        value = objective(run(one, labels, rounds), one, labels)
        rows.append([f"scikit-learn {name}", str(rounds), f"{value:.6f}", f"{spent / crowd:.1f}"])
    page.section(f"{title}: {N} records, {x.shape[1]} entries, {K} classes; the minimum is {best:.6f}",
                 ["learner", "passes", "objective", "CPU time over ours"], rows)  # fmt: skip


def main() -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    kept = kept_file(CIFAR10).exists()
    D = load("cifar10" if kept else f"cifar10:{SAMPLE}")
    x = with_intercept(D.x[: len(D.y) - D.tests])
    rng = np.random.default_rng(0)
    source = "CIFAR-10" if kept else "the sample of CIFAR-10"
    about = (
        f"Made by `python benchmarks/one_user.py` on {source}. Λ = {LAMBDA:g}, batches of {BATCH}; one core, medians of "
        f"{ROUNDS} CPU times.\nThe peers get the fewest rounds that reach our objective."
    )
    page = Page("One user's training", about)
    with threadpool_limits(1):
        for K in (10, 2):
            held = np.flatnonzero(D.y[: len(x)] < K)
            chosen = rng.choice(held, N * CROWD, replace=len(held) < N * CROWD)
            report(page, f"CIFAR-10, {K} classes", x[chosen], D.y[chosen], K)
    (HERE / "one_user.md").write_text(page.text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
