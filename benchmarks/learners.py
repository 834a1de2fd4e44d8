"""The reference learners beside scikit-learn's SGDClassifier: same records, same number of record visits.

Both run in one process, alternating, and the table shows ratios of the median times. The reference learners are written
to be read, one Python statement per line of the algorithm box; expect them to be slower than compiled code.

    make bench
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
from sklearn.linear_model import SGDClassifier

from reference.notation import Dataset, Xi
from reference.prediction import accuracy
from reference.projections import clipped
from reference.softmax_reg_sgd import softmax_reg_sgd
from reference.svm_sgd import svm_sgd

ROUNDS, PASSES, RECORDS, FEATURES, CLASSES = 5, 3, 2000, 64, 10


def clouds(seed: int) -> Dataset:
    """Overlapping Gaussian clouds, one per class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, CLASSES, RECORDS)
    centres = rng.normal(size=(CLASSES, FEATURES))
    return Dataset.of_features(centres[y] + 2.0 * rng.normal(size=(RECORDS, FEATURES)), y)


def peer(loss: str, D: Dataset, xi: Xi) -> np.ndarray:
    """scikit-learn's SGD on the same clipped records, with the same regularization and number of passes."""
    model = SGDClassifier(
        loss=loss, alpha=xi.Lambda, max_iter=PASSES, tol=None, shuffle=False, fit_intercept=False
    )
    model.fit(clipped(D.x, xi.c), D.y)
    return model.coef_.T


def main() -> None:
    D = clouds(seed=0)
    plain = {"K": CLASSES, "c": 8.0, "Lambda": 0.01, "R": 10.0, "h": 0.1}
    single = Xi.of(plain | {"M": PASSES * RECORDS})
    batched = Xi.of(plain | {"M": PASSES * RECORDS // 20, "b": 20})
    runs: dict[str, Callable[[], np.ndarray]] = {
        "SoftmaxReg-SGD, b = 1": lambda: softmax_reg_sgd(D, single),
        "SoftmaxReg-SGD, b = 20": lambda: softmax_reg_sgd(D, batched),
        "SVM-SGD, b = 1": lambda: svm_sgd(D, single),
        "SVM-SGD, b = 20": lambda: svm_sgd(D, batched),
        "scikit-learn SGDClassifier(log_loss)": lambda: peer("log_loss", D, single),
        "scikit-learn SGDClassifier(hinge)": lambda: peer("hinge", D, single),
    }
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    scores = {}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            start = time.process_time()
            f = run()
            seconds[name].append(time.process_time() - start)
            scores[name] = accuracy(f, D)
    median = {name: statistics.median(times) for name, times in seconds.items()}
    base = median["scikit-learn SGDClassifier(log_loss)"]
    print(
        f"{RECORDS} records, {FEATURES} features, {CLASSES} classes, {PASSES} passes, {ROUNDS} interleaved rounds"
    )
    print(f"{'learner':40s} {'CPU time / log_loss peer':>25s} {'training accuracy':>18s}")
    for name in runs:
        print(f"{name:40s} {median[name] / base:25.2f} {scores[name]:18.3f}")


if __name__ == "__main__":
    main()
