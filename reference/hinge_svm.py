"""HingeSVM: the exact minimiser in rational numbers, and HingeSVM-SGDWA (sec:noninteractive).

Objective: (1/n) sum_j (1 - y_j<f, x_j>)_+ + Λ<f, f>, labels -1 and +1, no clipping. It is 2Λ-strongly convex.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reference.complementarity import solve_complementarity
from reference.errors import reject, require_positive, require_whole
from reference.formulas import averaging_weight, sgd_step, subgradient_step
from reference.losses import subgrad_J_hinge
from reference.notation import SYMBOLS, Array, Dataset, require_signs
from reference.projections import onto_ball
from reference.schedule import Divisor, Order, batches, fixed_divisor

LARGEST_EXACT = 30  # records; the pivots are exact, and their numerators grow


@dataclass(frozen=True)
class ExactSvm:
    """The minimiser f = (1/(2Λn)) sum_j theta_j y_j x_j with theta in [0, 1], all rational."""

    f: tuple[Fraction, ...]
    theta: tuple[Fraction, ...]

    def margins(self, D: Dataset) -> list[Fraction]:
        """y_j<f, x_j>, exactly."""
        return [int(y) * _dot(self.f, _exact(x)) for x, y in zip(D.x, D.y, strict=True)]

    def is_optimal(self, D: Dataset, Lambda: float | Fraction) -> bool:
        """The optimality conditions, checked from scratch: f from theta, and theta against every margin."""
        require_positive("Lambda", SYMBOLS["Lambda"], Lambda, because="the minimiser divides by it")
        if len(self.theta) != len(D) or len(self.f) != D.x.shape[1]:
            raise reject("x", SYMBOLS["x"], "must be the data of this model", D.x.shape, "sizes differ")
        scale = 2 * Fraction(Lambda) * len(D)
        rows = [[int(y) * v for v in _exact(x)] for x, y in zip(D.x, D.y, strict=True)]
        rebuilt = tuple(_dot(self.theta, column) / scale for column in zip(*rows, strict=True))
        settled = all(
            0 <= t <= 1 and (z >= 1 or t == 1) and (z <= 1 or t == 0)
            for t, z in zip(self.theta, self.margins(D), strict=True)
        )
        return rebuilt == self.f and settled


def hinge_svm(D: Dataset, Lambda: float | Fraction) -> ExactSvm:
    """HingeSVM(D), exactly: floats are taken as the rationals they are.

    The dual in theta is a quadratic program with bounds 0 <= theta <= 1; its optimality conditions are a
    linear complementarity problem with a positive semidefinite matrix, solved by exact pivoting.
    """
    require_positive("Lambda", SYMBOLS["Lambda"], Lambda, because="without it the minimiser is not unique")
    require_signs(D)
    n = len(D)
    if n > LARGEST_EXACT:
        why = "exact pivoting is meant for small problems; use hinge_svm_sgdwa beyond them"
        raise reject("x", SYMBOLS["x"], f"must have at most {LARGEST_EXACT} records", n, why)

    yx = [[int(y) * v for v in _exact(x)] for x, y in zip(D.x, D.y, strict=True)]
    scale = 2 * Fraction(Lambda) * n
    margin = [[_dot(yx[i], yx[j]) / scale for j in range(n)] for i in range(n)]
    one, zero = Fraction(1), Fraction(0)
    identity = [[one if i == j else zero for j in range(n)] for i in range(n)]
    matrix = [margin[i] + identity[i] for i in range(n)]
    matrix += [[-v for v in identity[i]] + [zero] * n for i in range(n)]
    theta = solve_complementarity(matrix, [-one] * n + [one] * n)[:n]
    f = tuple(_dot(theta, column) / scale for column in zip(*yx, strict=True))
    return ExactSvm(f, tuple(theta))


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
        average = average + averaging_weight(m) * (f - average)
    return average


def _exact(values: Array) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]


def _dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))
