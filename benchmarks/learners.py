"""The learners beside scikit-learn's and diffprivlib's, on the same records: CPU time at the accuracy that each reaches.

All run in one process that is bound to one core, in turn, round after round; the table has medians and ratios of medians.
The peers stop by their own rules. SoftmaxReg-SGD in mini-batches (`reference/fast/many_settings.py`) takes the passes that are
stated, chosen so that its test accuracy is that of the peer it is compared with or better, up to half a point. The plain
learners, written to be read, are shown for comparison; they and LinearSVC run once.

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

from accountant import sensitivity, sigma
from reference.datasets.fashion_mnist import DEBIAN, read_split
from reference.datasets.loaders import load, rows_of_norm_one, with_intercept
from reference.datasets.splits import split
from reference.fast.many_settings import trained_settings
from reference.learners.prediction import accuracy
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.notation import Dataset, Xi

ROUNDS, LAMBDA, BATCH, PASSES, EPS = 3, 1e-4, 20, 5, 3.0
RECORDS, CLASSES = 16000, 10
OURS = "SoftmaxReg-SGD in mini-batches"
LONGER, PRIVATE = f"{OURS}, three times the passes", f"{OURS}, private"
ONCE = (
    "scikit-learn LinearSVC",
    "SoftmaxReg-SGD as printed, b = 20",
    "SVM-SGD as printed, b = 20",
)  # for comparison only
NEEDED = (
    ("scikit-learn SGDClassifier(log_loss)", OURS, 5),
    ("scikit-learn LogisticRegression(saga)", LONGER, 5),
    ("diffprivlib LogisticRegression", PRIVATE, 3),
)
HERE = Path(__file__).parent
Model = np.ndarray


def images() -> tuple[str, Dataset, Dataset]:
    """Pixels of Fashion-MNIST as records of norm 1 if Debian's package is there, else Gaussian clouds of that shape."""
    if DEBIAN.is_dir():
        pixels, y = read_split(DEBIAN, "train")
        name, rows, labels = (
            "Fashion-MNIST pixels",
            pixels[:RECORDS].reshape(RECORDS, -1) / 255,
            y[:RECORDS].astype(int),
        )
    else:
        rng = np.random.default_rng(0)
        labels = rng.integers(0, CLASSES, RECORDS)
        name, rows = "clouds", rng.normal(size=(CLASSES, 784))[labels] + 6 * rng.normal(size=(RECORDS, 784))
    x, cut = with_intercept(rows_of_norm_one(rows)), RECORDS * 4 // 5
    return name, Dataset(x[:cut], labels[:cut]), Dataset(x[cut:], labels[cut:])


def digits(seed: int) -> tuple[Dataset, Dataset]:
    D = load("digits")
    x = with_intercept(D.x)
    parts = split(len(D.y), 0, 0.2, 0.01, np.random.default_rng(seed))
    return Dataset(x[parts.train], D.y[parts.train]), Dataset(x[parts.test], D.y[parts.test])


def xi(D: Dataset, passes: int, b: int, R: float = 1000.0) -> Xi:
    return Xi(K=CLASSES, c=1.0, M=passes * -(-len(D) // b), Lambda=LAMBDA, R=R, b=b, h=0.5)


def ours(D: Dataset, passes: int) -> Model:
    return trained_settings("softmax", D.x[None], D.y[None], [xi(D, passes, BATCH)], dtype=np.float32)[0, 0]


def private(D: Dataset) -> Model:
    """One pass with the certified noise for (3, 1e-5), whose computation is part of the time."""
    at = xi(D, 1, BATCH, R=50.0)
    f = trained_settings("softmax", D.x[None], D.y[None], [at], dtype=np.float32)[0, 0]
    s = sensitivity(
        "softmax", c=1, Lambda=LAMBDA, R=at.R, n=len(D), M=at.M, b=BATCH, K=CLASSES, p=D.x.shape[1] - 1
    ).best.upper()
    noise = s * sigma(str(EPS), "1e-5").upper()
    return f + noise * np.random.default_rng(0).standard_normal(f.shape)


def peers(D: Dataset) -> dict[str, Callable[[], Model]]:
    """scikit-learn's learners for the same objective, and diffprivlib's for eps alone."""
    from sklearn.linear_model import LogisticRegression, SGDClassifier
    from sklearn.svm import LinearSVC

    C = 1 / (LAMBDA * len(D))
    shared = {"C": C, "fit_intercept": False}
    found: dict[str, Callable[[], Model]] = {
        "scikit-learn SGDClassifier(log_loss)": lambda: SGDClassifier(
            loss="log_loss", alpha=LAMBDA, fit_intercept=False, random_state=0).fit(D.x, D.y).coef_.T,
        "scikit-learn LogisticRegression(saga)": lambda: LogisticRegression(solver="saga", **shared).fit(D.x, D.y).coef_.T,
        "scikit-learn LogisticRegression(lbfgs)": lambda: LogisticRegression(solver="lbfgs", **shared).fit(D.x, D.y).coef_.T,
        "scikit-learn LinearSVC": lambda: LinearSVC(random_state=0, **shared).fit(D.x, D.y).coef_.T,
    }  # fmt: skip
    try:
        from diffprivlib.models import LogisticRegression as Private
    except Exception:
        return found
    return found | {
        "diffprivlib LogisticRegression": lambda: Private(
            epsilon=EPS, data_norm=1.0, C=C, fit_intercept=False, random_state=0).fit(D.x, D.y).coef_.T,
    }  # fmt: skip


def plain(D: Dataset) -> dict[str, Callable[[], Model]]:
    return {
        "SoftmaxReg-SGD as printed, b = 20": lambda: softmax_reg_sgd(D, xi(D, PASSES, BATCH)),
        "SVM-SGD as printed, b = 20": lambda: svm_sgd(D, xi(D, PASSES, BATCH)),
    }


def measured(D: Dataset, tests: Dataset, passes: int) -> tuple[dict[str, float], dict[str, float]]:
    """Median CPU seconds and test accuracy of all learners, in turn."""
    mine = {OURS: lambda: ours(D, passes), LONGER: lambda: ours(D, 3 * passes), PRIVATE: lambda: private(D)}
    runs = mine | peers(D) | plain(D)
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    scores = {}
    for turn in range(ROUNDS):
        for name, run in runs.items():
            if turn and name in ONCE:
                continue
            start = time.process_time()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # saga says that its default number of rounds was not enough
                f = run()
            seconds[name].append(time.process_time() - start)
            scores[name] = accuracy(f.astype(np.float64), tests)
    return {name: statistics.median(times) for name, times in seconds.items()}, scores


def report(page: Page, title: str, D: Dataset, tests: Dataset, passes: int, required: bool = True) -> None:
    """The table, and the requirements; a thousand records are too few for numpy to pay, and are only reported."""
    median, scores = measured(D, tests, passes)
    rows = [[name, f"{median[name] / median[OURS]:.1f}", f"{100 * scores[name]:.1f}"] for name in median]
    page.section(f"{title}: {len(D)} records, {D.x.shape[1]} entries, {passes} passes in mini-batches of {BATCH}",
                 ["learner", "CPU time over ours", "test accuracy"], rows)  # fmt: skip
    if not required:
        return
    for name, mine, factor in NEEDED:
        if name not in median:
            page.require(f"{title}: {name}", "not installed", f"{factor}x", None)
            continue
        ratio = median[name] / median[mine]
        met = ratio >= factor and scores[mine] >= scores[name] - 0.005
        what = f"{ratio:.1f}x, accuracy {100 * scores[mine]:.1f} against {100 * scores[name]:.1f}"
        page.require(f"{title}: time of {name} over ours", what, f"{factor}x at equal accuracy", met)


def main() -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    about = (
        f"Made by `python benchmarks/learners.py`. Λ = {LAMBDA:g}, records of norm 1; one core, {ROUNDS} interleaved rounds,\n"
        "medians of CPU time. Our passes are the fewest tried whose accuracy is at most half a point below the peer's.\n"
        f"The private ones spend eps = {EPS:g}: diffprivlib with delta = 0, ours with delta = 1e-5 and replaced records."
    )
    page = Page("Learners side by side", about)
    with threadpool_limits(1):
        report(page, *images(), passes=PASSES)
        report(page, "digits", *digits(seed=0), passes=30, required=False)
    met = page.verdicts()
    (HERE / "learners.md").write_text(page.text, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
