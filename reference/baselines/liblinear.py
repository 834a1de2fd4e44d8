"""SVM-SMO: one-vs-rest hinge SVMs at their optimum, by liblinear through scikit-learn's LinearSVC.

The noise is for the exact optimum: 2c/(Λn) per class and K releases. liblinear stops at a tolerance, and a model that
stopped early has no proved sensitivity (app:extended_ablation#smo): `converged` says what the solver reports, which is no
proof either. So this is a baseline for accuracy, not a private mechanism.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from reference.errors import InvalidInput, require_positive
from reference.learners.losses import Labels
from reference.notation import SYMBOLS, Array

TOLERANCE, ROUNDS = (
    1e-5,
    2000,
)  # the paper asks for 2e-12 in at most 10,000; minutes per model here, for the same accuracy


@dataclass(frozen=True)
class Optimum:
    """One column per class, and whether the solver says that all of them converged."""

    f: Array
    converged: bool


def svm_smo(
    x: Array, y: Labels, K: int, Lambda: float, tolerance: float = TOLERANCE, rounds: int = ROUNDS
) -> Optimum:
    """Minimises Λ/2 |f|^2 + mean hinge loss for each class; liblinear's C is 1/(Λn) (app:extended_ablation#rescaling)."""
    try:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.svm import LinearSVC
    except ImportError:
        raise InvalidInput(
            "the learner (SVM-SMO) needs scikit-learn: install the extra `experiments`"
        ) from None
    require_positive("Lambda", SYMBOLS["Lambda"], Lambda, because="C = 1/(Λn) divides by it")
    columns, converged = [], True
    for k in range(K):
        solver = LinearSVC(loss="hinge", C=1 / (Lambda * len(x)), tol=tolerance, max_iter=rounds, fit_intercept=False,
                           random_state=0)  # fmt: skip
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ConvergenceWarning)
            solver.fit(x, np.where(y == k, 1, -1))
        converged &= not any(issubclass(w.category, ConvergenceWarning) for w in caught)
        columns.append(solver.coef_[0])
    return Optimum(np.stack(columns, axis=1), converged)
