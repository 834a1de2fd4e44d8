"""The class-mean classifier: what SoftmaxReg amounts to for a large Λ, up to the factor Λ.

At f = 0 every class has probability 1/K, and the minimiser of a heavily regularized objective is minus the gradient there
over Λ: the mean of x (e_y - 1/K). Its column k points from the mean of all records to that of class k, weighted by the
class's share.
"""

from __future__ import annotations

import numpy as np

from reference import formulas
from reference.learners.losses import Labels
from reference.notation import Array


def class_means(x: Array, y: Labels, K: int) -> Array:
    """Mean of x (e_y - 1/K) over the records: shape (entries, K)."""
    slope = formulas.softmax_slope(np.full(K, 1 / K), y[:, None] == np.arange(K))
    return np.asarray(-(x.T @ slope.astype(x.dtype)) / len(x))


def class_means_sensitivity(c: float, K: int, n: int) -> float:
    """Replacing a record of norm at most c moves the mean by 2 c |e_y - 1/K| / n at most, and |e_y - 1/K|^2 = 1 - 1/K."""
    return float(formulas.sensitivity(c * np.sqrt(1 - 1 / K), 1, n))
