"""SoftmaxReg-SGD: softmax regression, trained by projected SGD (alg:dpsoftmax)."""

from __future__ import annotations

import numpy as np

from reference.formulas import learning_rate, sgd_step, smoothness_softmax
from reference.learners.losses import grad_J_softmax
from reference.learners.projections import Projection, clipped, onto_ball
from reference.learners.schedule import Divisor, Order, batches, fixed_divisor
from reference.notation import Array, Dataset, Xi, require_labels


def softmax_reg_sgd(
    D: Dataset,
    xi: Xi,
    project: Projection = onto_ball,
    divisor: Divisor = fixed_divisor,
    order: Order = None,
) -> Array:
    """SoftmaxReg-SGD_ξ(D), alg:dpsoftmax: one column of the result per class.

    Where the box is silent: f_0 = 0, records and classes count from 0 (j = m mod n), batches of b records.
    Departure: the paper rescales each iterate to norm exactly R, we project onto the ball of radius R
    (pass `onto_sphere` for the printed line).
    """
    K, c, M, Lambda, R = xi.K, xi.c, xi.M, xi.Lambda, xi.R
    require_labels(D, K)
    x, y, n, d = clipped(D.x, c), D.y, *D.x.shape
    beta = smoothness_softmax(Lambda, c, d - 1, K)

    f = np.zeros((d, K))
    for m, j in enumerate(batches(n, M, xi.b, order), start=1):
        tau = learning_rate(beta, Lambda, m)
        gradient = grad_J_softmax(f, x[j], y[j], Lambda, divisor(len(j), xi.b))
        f = project(sgd_step(f, tau, gradient), R)
    return f
