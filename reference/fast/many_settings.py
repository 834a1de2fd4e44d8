"""The learners for many users and many hyperparameters at once: the mini-batches of all go through one matrix product.

Users have equally many records; settings share K, c, M and b and differ in Λ, R and h. The columns of all settings lie side by
side, so that a step is two BLAS products per user, whatever the number of settings. The plain learners are the ones to read; a
test compares. float32 halves the time and agrees to about six digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from reference import formulas
from reference.arithmetic import ARRAYS, Arithmetic
from reference.errors import reject, require_one_of
from reference.learners.losses import Labels, softmax
from reference.learners.projections import clip_factors
from reference.learners.schedule import Divisor, Indices, Order, batches, fixed_divisor
from reference.notation import SYMBOLS, Array, Xi

QUICK: Arithmetic = SimpleNamespace(
    min=np.minimum, max=np.maximum
)  # of two arrays, without the care for more
Slopes = Callable[
    [Array, Array], Array
]  # logits (users, batch, settings, K) and one-hot labels (users, batch, 1, K)


def trained_settings(
    learner: str,
    x: Array,
    y: Labels,
    settings: Sequence[Xi],
    divisor: Divisor = fixed_divisor,
    order: Order = None,
    dtype: Any = np.float64,
) -> Array:
    """SVM-SGD or SoftmaxReg-SGD (alg:dpsvm, alg:dpsoftmax), projected onto the ball: axes (users, settings, entries, K).

    x has the axes (users, records, entries), y (users, records).
    """
    require_one_of("learner", "the learner", learner, LEARNERS)
    K, c, M, b = shared_schedule(settings)
    users, n, d = x.shape
    if y.min() < 0 or y.max() >= K:
        raise reject("y", SYMBOLS["y"], f"must be in 0..{K - 1}", int(y.max()), f"there are K={K} classes")
    scale = clip_factors_of(x, c).astype(dtype)
    x = x.astype(dtype, copy=False)
    is_label = (y[..., None, None] == np.arange(K)).astype(dtype)
    slopes, beta = LEARNERS[learner](settings, d - 1, dtype)
    Lambda = np.array([xi.Lambda for xi in settings])
    R = np.array([xi.R for xi in settings], dtype)[:, None]

    steps = np.arange(1, M + 1)[:, None]
    rates = formulas.learning_rate(beta, Lambda, steps, QUICK).astype(dtype)[:, :, None]
    pull = Lambda.astype(dtype)[:, None]

    f = np.zeros((users, d, len(settings), K), dtype)
    for tau, j in zip(rates, batches(n, M, b, order), strict=True):
        rows = as_slice(j, order)
        batch, factor = x[:, rows], scale[:, rows]
        z = (batch @ f.reshape(users, d, -1)) * factor
        slope = slopes(z.reshape(users, len(j), -1, K), is_label[:, rows])
        weighted = slope.reshape(users, len(j), -1) * (factor / dtype(divisor(len(j), b)))
        over_batch = (batch.swapaxes(1, 2) @ weighted).reshape(f.shape)
        f = formulas.sgd_step(f, tau, formulas.gradient_entry(pull, f, over_batch))
        f *= formulas.shrink_factor(R, _norms(f, learner), QUICK)
    return np.ascontiguousarray(f.transpose(0, 2, 1, 3))


def shared_schedule(settings: Sequence[Xi]) -> tuple[int, float, int, int]:
    if not settings:
        raise reject("settings", "the hyperparameters", "must not be empty", settings, "something is trained")
    shared = {(xi.K, xi.c, xi.M, xi.b) for xi in settings}
    if len(shared) > 1:
        why = "one schedule serves all of them"
        raise reject("settings", "the hyperparameters", "must share K, c, M and b", sorted(shared), why)
    return shared.pop()


def _softmax(settings: Sequence[Xi], p: int, dtype: Any) -> tuple[Slopes, Array]:
    def slopes(z: Array, is_label: Array) -> Array:
        return np.asarray(formulas.softmax_slope(softmax(z), is_label))

    return slopes, np.array([formulas.smoothness_softmax(xi.Lambda, xi.c, p, xi.K) for xi in settings])


def _svm(settings: Sequence[Xi], p: int, dtype: Any) -> tuple[Slopes, Array]:
    h = np.array([xi.relaxation() for xi in settings], dtype)[:, None]

    def slopes(z: Array, is_label: Array) -> Array:
        sign = 2 * is_label - 1
        return np.asarray(sign * formulas.huber_slope(h, sign * z, ARRAYS))

    return slopes, np.array([formulas.smoothness_svm(xi.Lambda, xi.c, xi.relaxation(), p) for xi in settings])


LEARNERS = {"svm": _svm, "softmax": _softmax}


def clip_factors_of(x: Array, c: float) -> Array:
    """`projections.clip_factors`; without its care for overflow where no square can overflow."""
    norm = np.sqrt(np.einsum("und,und->un", x, x))[..., None]
    safe = 1e-100 < float(norm.min()) and float(norm.max()) < 1e100
    return np.asarray(formulas.shrink_factor(c, norm, QUICK)) if safe else clip_factors(x, c)


def _norms(f: Array, learner: str) -> Array:
    """Of the whole model, or of the model of each class for the one-vs-rest SVM; the axes stay."""
    squares = np.einsum("udsk,udsk->usk", f, f)[:, None]
    return np.asarray(np.sqrt(squares if learner == "svm" else squares.sum(axis=-1, keepdims=True)))


def as_slice(j: Indices, order: Order) -> Any:
    """A batch as a slice, which is not copied: the default order is 1, ..., n-1, 0, so that only its last batch wraps."""
    return slice(int(j[0]), int(j[-1]) + 1) if order is None and j[0] <= j[-1] else j
