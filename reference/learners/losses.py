"""Hinge, Huber and softmax cross-entropy objectives: value, gradient and Hessian.

Every function evaluates `formulas/`, entry by entry through numpy's broadcasting, so that the proved
expression is the one that runs. Gradients are those of a batch: `divisor` is what the sum over its records
is divided by. Values and Hessians are those of a single record.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reference import formulas
from reference.arithmetic import ARRAYS
from reference.notation import Array

Labels = NDArray[np.int64]


# --- linear two-class models: f has shape (d,), labels y are -1 or +1 (any real number scales the margin)


def J_huber(f: Array, x: Array, y: float, h: float, Lambda: float) -> float:
    return float(formulas.regularized(Lambda, f @ f, formulas.huber(h, y * (x @ f), ARRAYS)))


def grad_J_huber(f: Array, x: Array, y: Array, h: float, Lambda: float, divisor: int) -> Array:
    slope = y * formulas.huber_slope(h, y * (x @ f), ARRAYS)
    return _gradient(f, x, slope, Lambda, divisor)


def hessian_J_huber(f: Array, x: Array, y: float, h: float, Lambda: float) -> Array:
    """Away from the two points |1 - z| = h, where the Huber loss has no second derivative."""
    curvature = y**2 * formulas.huber_curvature(h, y * (x @ f), ARRAYS)
    return _hessian(x, curvature, Lambda)


def J_hinge(f: Array, x: Array, y: float, Lambda: float) -> float:
    """Regularized by Λ<f, f>, not Λ/2 <f, f>: the paper's convention for HingeSVM."""
    return float(formulas.regularized(2 * Lambda, f @ f, formulas.hinge(y * (x @ f), ARRAYS)))


def subgrad_J_hinge(f: Array, x: Array, y: Array, Lambda: float, divisor: int) -> Array:
    slope = y * formulas.hinge_slope(y * (x @ f), ARRAYS)
    return _gradient(f, x, slope, 2 * Lambda, divisor)


def hessian_J_hinge(x: Array, Lambda: float) -> Array:
    """Away from the kink z = 1, where the hinge loss has no derivative."""
    return _hessian(x, 0.0, 2 * Lambda)


# --- softmax regression: f has shape (d, K), labels y are 0, ..., K-1


def softmax(z: Array) -> Array:
    """Class probabilities from logits, along the last axis; shifted by the largest logit, which cancels."""
    exp_z = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.asarray(formulas.softmax(exp_z, exp_z.sum(axis=-1, keepdims=True)))


def J_softmax(f: Array, x: Array, y: int, Lambda: float) -> float:
    z = x @ f
    shifted = z - z.max()
    loss = formulas.cross_entropy(shifted[y], np.exp(shifted).sum(), ARRAYS)
    return float(formulas.regularized(Lambda, (f * f).sum(), loss))


def grad_J_softmax(f: Array, x: Array, y: Labels, Lambda: float, divisor: int) -> Array:
    is_label = y[:, None] == np.arange(f.shape[1])
    slope = formulas.softmax_slope(softmax(x @ f), is_label)
    return _gradient(f, x[:, :, None], slope[:, None, :], Lambda, divisor)


def hessian_J_softmax(f: Array, x: Array, Lambda: float) -> Array:
    """Shape (d, K, d, K); it does not depend on the label."""
    d, K = f.shape
    s = softmax(x @ f)
    curvature = formulas.softmax_curvature(s[:, None], s[None, :], np.eye(K))
    same_entry = np.eye(d * K).reshape(d, K, d, K)
    return np.asarray(
        formulas.hessian_entry(
            Lambda, same_entry, x[:, None, None, None], x[None, None, :, None], curvature[None, :, None, :]
        )
    )


def _gradient(f: Array, x: Array, slope: Array, Lambda: float, divisor: int) -> Array:
    if x.ndim == 2:
        slope = slope[:, None]
    over_batch = formulas.loss_gradient_entry(x, slope).sum(axis=0) / divisor
    return np.asarray(formulas.gradient_entry(Lambda, f, over_batch))


def _hessian(x: Array, curvature: float | Array, Lambda: float) -> Array:
    return np.asarray(formulas.hessian_entry(Lambda, np.eye(len(x)), x[:, None], x[None, :], curvature))
