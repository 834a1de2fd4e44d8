"""One-shot noisy ridge: users send the sums of x x' and x (e_y - 1/K)' over their records through one secure sum, with noise.

A rival that the paper leaves out: one round like blind averaging, but d(d+1)/2 + dK numbers a user. Least squares needs no
more than the two sums, so that the number of users does not matter to it. `balance` weighs the second sum against the first
before noise is added. Everything after the noise is free.
"""

from __future__ import annotations

import math

import numpy as np

from reference import formulas
from reference.learners.losses import Labels
from reference.notation import Array

BASE = 1e-5  # of the number of records: what is added to every eigenvalue without noise


def moments(x: Array, y: Labels, K: int) -> tuple[Array, Array]:
    """The sums of x x' (entries, entries) and of x (e_y - 1/K)' (entries, K)."""
    targets = (y[:, None] == np.arange(K)).astype(x.dtype) - x.dtype.type(1 / K)
    return np.asarray(x.T @ x, dtype=np.float64), np.asarray(x.T @ targets, dtype=np.float64)


def numbers_sent(d: int, K: int) -> int:
    """By one user: a symmetric matrix and K columns."""
    return d * (d + 1) // 2 + d * K


def moments_sensitivity(c: float, K: int, balance: float) -> float:
    """How far replacing a record of norm at most c moves (X'X, balance X'Y) in Frobenius norm."""
    return math.sqrt(formulas.moments_move(c, 1 - 1 / K, balance))


def noisy_ridge(
    sums: tuple[Array, Array],
    records: int,
    deviation: float,
    balance: float,
    factor: float,
    rng: np.random.Generator,
) -> Array:
    """The model (entries, K) from the sums with noise of this deviation; ridge penalty `factor` times the noise's own size.

    The noise of X'X is symmetric: deviation on the diagonal, deviation/sqrt(2) beside it, so that a matrix and the list of its
    entries (those beside the diagonal once, times sqrt(2)) have the same norm. Its largest eigenvalue is about
    deviation sqrt(2d): penalties that know the noise only, not the data.
    """
    products, targets = sums
    d = len(products)
    noise = rng.standard_normal(products.shape)
    noisy = products + deviation * (noise + noise.T) / 2
    right = targets + deviation / balance * rng.standard_normal(targets.shape)
    penalty = BASE * records + factor * deviation * math.sqrt(2 * d)
    return np.asarray(np.linalg.solve(noisy + penalty * np.eye(d), right))
