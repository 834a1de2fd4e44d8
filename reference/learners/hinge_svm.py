"""HingeSVM: the exact minimiser in rational numbers, and HingeSVM-SGDWA (sec:noninteractive).

Objective: (1/n) sum_j (1 - y_j<f, x_j>)_+ + Λ<f, f>, labels -1 and +1, no clipping. It is 2Λ-strongly convex.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from reference.errors import require_positive, require_whole
from reference.exact.svm import ExactSvm, hinge_loss, solved
from reference.formulas import averaging_step, averaging_weight, sgd_step, subgradient_step
from reference.learners.losses import subgrad_J_hinge
from reference.learners.projections import onto_ball
from reference.learners.schedule import Divisor, Order, batches, fixed_divisor
from reference.notation import SYMBOLS, Array, Dataset, require_signs


def hinge_svm(D: Dataset, Lambda: float | Fraction) -> ExactSvm:
    """HingeSVM(D), exactly: floats are taken as the rationals they are. Not clipped."""
    return solved(D, hinge_loss(), Lambda)


def hinge_svm_sgdwa(
    D: Dataset,
    Lambda: float,
    R: float,
    M: int,
    b: int = 1,
    divisor: Divisor = fixed_divisor,
    order: Order = None,
) -> Array:
    """HingeSVM-SGDWA: projected subgradient descent with the weighted average of Lacoste-Julien et al.

    The rate O(1/M) that the paper cites is an expectation over records drawn at random; the default order here
    is cyclic, as in the other learners. Pass `order` for drawn records.
    """
    require_positive("Lambda", SYMBOLS["Lambda"], Lambda, because="the step size divides by it")
    require_positive("R", SYMBOLS["R"], R, because="the model is projected onto the ball of radius R")
    require_whole("M", SYMBOLS["M"], M, at_least=1, because="without a step the model ignores the data")
    require_signs(D)
    y = D.y.astype(np.float64)
    n, d = D.x.shape

    f, average = np.zeros(d), np.zeros(d)
    for m, j in enumerate(batches(n, M, b, order), start=1):
        tau = subgradient_step(Lambda, m)
        f = onto_ball(sgd_step(f, tau, subgrad_J_hinge(f, D.x[j], y[j], Lambda, divisor(len(j), b))), R)
        average = averaging_step(average, averaging_weight(m), f)
    return average
