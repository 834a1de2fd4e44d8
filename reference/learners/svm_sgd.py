"""SVM-SGD: K one-vs-rest Huber SVMs, trained by projected SGD (alg:dpsvm)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reference.formulas import learning_rate, sgd_step, smoothness_svm
from reference.learners.losses import Labels, grad_J_huber
from reference.learners.projections import Projection, clipped, onto_ball
from reference.learners.schedule import Divisor, Order, batches, fixed_divisor
from reference.notation import Array, Dataset, Xi, require_labels

LabelReading = Callable[[Labels, int], Array]


def one_vs_rest(y: Labels, k: int) -> Array:
    """+1 for class k, -1 for the rest: what a one-vs-rest SVM trains on."""
    return np.where(y == k, 1.0, -1.0)


def label_times_one_vs_rest(y: Labels, k: int) -> Array:
    """The printed objective multiplies this sign by the label itself, which the paper counts from 1."""
    return (y + 1) * one_vs_rest(y, k)


def svm_sgd(
    D: Dataset,
    xi: Xi,
    project: Projection = onto_ball,
    divisor: Divisor = fixed_divisor,
    label: LabelReading = one_vs_rest,
    order: Order = None,
) -> Array:
    """SVM-SGD_ξ(D), alg:dpsvm: one column of the result per class.

    Where the box is silent: f_0 = 0, records and classes count from 0 (j = m mod n), batches of b records.
    Departures: the paper rescales each iterate to norm exactly R, we project onto the ball of radius R
    (pass `onto_sphere` for the printed line); the paper multiplies the margin by the label and by its
    one-vs-rest sign, we take the sign alone (pass `label_times_one_vs_rest` for the printed objective).
    """
    K, c, M, h, Lambda, R = xi.K, xi.c, xi.M, xi.relaxation(), xi.Lambda, xi.R
    require_labels(D, K)
    x, n, d = clipped(D.x, c), *D.x.shape
    beta = smoothness_svm(Lambda, c, h, d - 1)

    f = np.zeros((d, K))
    for k in range(K):
        y = label(D.y, k)
        for m, j in enumerate(batches(n, M, xi.b, order), start=1):
            tau = learning_rate(beta, Lambda, m)
            gradient = grad_J_huber(f[:, k], x[j], y[j], h, Lambda, divisor(len(j), xi.b))
            f[:, k] = project(sgd_step(f[:, k], tau, gradient), R)
    return f
