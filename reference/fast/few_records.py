"""The learners for many users with few records each: every model is a combination of its n records, so n numbers replace d.

SGD starts at 0 and adds multiples of records, so that f = X'a, and what a step needs is in the n x n products of records:
the logits v = (XX')a and the norm a'v, which a step changes by what its b records add. A step costs n b instead of d b
products, and what shrinks the model is one number. Only the sum of the users' models is returned, by one BLAS product. Equal
to `many_settings` by test, which is equal to the plain learners.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference import formulas
from reference.fast.many_settings import LEARNERS, QUICK, as_slice, clip_factors_of, shared_schedule
from reference.learners.losses import Labels
from reference.learners.schedule import Divisor, batches, fixed_divisor
from reference.notation import Array, Xi

SMALL = 1e-3  # a scale below this is multiplied in: on the sphere it shrinks with every step
BLOCK = 4_000_000  # numbers held at once for the logits of a block of users


def summed_models(
    learner: str,
    x: Array,
    y: Labels,
    users: NDArray[np.int64],
    settings: Sequence[Xi],
    divisor: Divisor = fixed_divisor,
    dtype: Any = np.float64,
) -> Array:
    """The sum over users of SVM-SGD or SoftmaxReg-SGD, projected onto the ball: axes (settings, entries, K).

    `users` has the axes (users, records): the rows of x and y that each user holds.
    """
    K = settings[0].K
    total = np.zeros((len(settings), x.shape[1], K))
    many = max(1, BLOCK // (users.shape[1] * len(settings) * K))
    for start in range(0, len(users), many):
        block = users[start : start + many]
        rows = x[block].astype(dtype, copy=False)
        scale = clip_factors_of(rows, settings[0].c)
        if scale.min() < 1:
            rows = rows * scale.astype(dtype)
        a = coefficients(learner, rows, y[block], settings, divisor, dtype)
        flat = rows.reshape(-1, x.shape[1])
        total += (flat.T @ a.reshape(len(flat), -1)).reshape(x.shape[1], len(settings), K).transpose(1, 0, 2)
    return total


def coefficients(
    learner: str,
    x: Array,
    y: Labels,
    settings: Sequence[Xi],
    divisor: Divisor = fixed_divisor,
    dtype: Any = np.float64,
) -> Array:
    """The combination a of each user's records, of norm at most c, that is its model: axes (users, records, settings, K)."""
    K, _, M, b = shared_schedule(settings)
    users, n, d = x.shape
    x = x.astype(dtype, copy=False)
    products = x @ x.swapaxes(1, 2)
    is_label = (y[..., None, None] == np.arange(K)).astype(dtype)
    slopes, beta = LEARNERS[learner](settings, d - 1, dtype)
    Lambda, R = (np.array([getattr(xi, name) for xi in settings]) for name in ("Lambda", "R"))
    rates = formulas.learning_rate(beta, Lambda, np.arange(1, M + 1)[:, None], QUICK).astype(dtype)[
        :, :, None
    ]
    pull, radius = Lambda.astype(dtype)[:, None], R.astype(dtype)[:, None]

    a, v = np.zeros(
        (2, users, n, len(settings), K), dtype
    )  # of the model over `scale`: what shrinks it is one number
    scale = np.ones((users, 1, len(settings), K if learner == "svm" else 1), dtype)
    square = np.zeros_like(scale)
    for tau, j in zip(rates, batches(n, M, b), strict=True):
        rows = as_slice(j, None)
        slope = slopes(scale * v[:, rows], is_label[:, rows]) / dtype(divisor(len(j), b))
        scale = scale * formulas.sgd_step(1, tau, formulas.gradient_entry(pull, 1, 0))
        more = formulas.sgd_step(0, tau, formulas.gradient_entry(pull, 0, slope)) / scale
        before = v[:, rows].copy()
        v += (products[:, :, rows] @ more.reshape(users, len(j), -1)).reshape(v.shape)
        a[:, rows] += more
        gained = np.einsum("ubsk,ubsk->usk", more, before + v[:, rows])[:, None]
        square = square + (gained if learner == "svm" else gained.sum(axis=-1, keepdims=True))
        scale = scale * formulas.shrink_factor(radius, scale * np.sqrt(np.maximum(square, 0)), QUICK)
        if scale.min() < SMALL:
            a, v, square, scale = scale * a, scale * v, scale**2 * square, np.ones_like(scale)
    return np.asarray(scale * a)
