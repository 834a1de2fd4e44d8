"""What the averaging proofs are about, on the learners and the exact solver: weights, the kink, the bound by slopes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from reference import formulas
from reference.exact.side_by_side import side_by_side, union
from reference.exact.svm import dot, exact, signed_rows
from reference.learners.hinge_svm import hinge_svm, hinge_svm_sgdwa
from reference.notation import Dataset


def record_weights(M: int) -> list[Fraction]:
    """What the k-th drawn record counts in HingeSVM-SGDWA's average: 4k (1/k + ... + 1/M)/((M+1)(M+2))."""
    tails = [sum((Fraction(1, i) for i in range(k, M + 1)), Fraction(0)) for k in range(1, M + 1)]
    return [4 * k * tail / ((M + 1) * (M + 2)) for k, tail in enumerate(tails, start=1)]


@pytest.mark.parametrize("M", [1, 2, 3, 7, 20])
def test_closed_forms_of_the_weights(M: int) -> None:
    weights = record_weights(M)
    harmonic = sum(Fraction(1, k) for k in range(1, M + 1))
    assert sum(weights) == 1 - formulas.sgdwa_bias(Fraction(M))
    assert sum(v**2 for v in weights) == formulas.sgdwa_variance(Fraction(M), harmonic)
    assert formulas.sgdwa_variance(Fraction(M), harmonic) < Fraction(32, 27 * M)


def test_learner_returns_that_weighted_sum() -> None:
    rng = np.random.default_rng(4)
    D = Dataset(rng.uniform(-0.5, 0.5, (5, 2)), rng.choice([-1, 1], 5))
    M, Lambda = 30, 1.0
    drawn = rng.integers(0, 5, M)
    model = hinge_svm_sgdwa(D, Lambda, R=5.0, M=M, order=[[int(j)] for j in drawn])
    u = D.y[:, None] * D.x / (2 * Lambda)
    assert np.allclose(model, np.array([float(v) for v in record_weights(M)]) @ u[drawn])


def test_the_threshold_must_be_exceeded_for_the_rate() -> None:
    """At Λ = c^2/2 a margin can be exactly 1, where the learner's subgradient is 0 and the model moves away."""
    D = Dataset([[1.0]], [1])
    weights = sum(record_weights(10))
    for Lambda, active in ((0.5, False), (0.51, True)):
        model = hinge_svm_sgdwa(D, Lambda, R=5.0, M=10)
        assert np.isclose(model[0], float(weights) / (2 * Lambda)) == active


@pytest.mark.parametrize("seed", range(15))
def test_slopes_that_change_bound_the_distance(seed: int) -> None:
    """ours:dual_coefficient_bound in fractions; at a kink the slope nearest to the local coefficient is taken."""
    rng = np.random.default_rng(seed)
    users = [Dataset(rng.integers(-4, 5, (2, 2)) / 4, rng.choice([-1, 1], 2)) for _ in range(3)]
    everyone = union(users)
    c_squared = max(dot(row, row) for row in map(exact, everyone.x))
    for Lambda in (Fraction(1, 50), Fraction(1, 5), c_squared / 2 if c_squared else Fraction(1)):
        sides = side_by_side(users, lambda D, at=Lambda: hinge_svm(D, at))
        margins = [dot(sides.average, row) for row in signed_rows(everyone)]
        change = sum(
            abs(theta - (1 if z < 1 else 0)) if z != 1 else 0
            for theta, z in zip(sides.theta(), margins, strict=True)
        )
        bound = formulas.dual_distance(Fraction(1), Lambda, Fraction(len(everyone)), Fraction(change))
        assert sides.distance_squared(sides.average) <= c_squared * bound**2
