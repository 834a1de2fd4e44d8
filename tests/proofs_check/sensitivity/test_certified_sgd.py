"""The learners in balls are the learners of `reference/`: on random data they enclose what floats compute."""

from __future__ import annotations

import numpy as np
import pytest

from accountant.numbers.balls import precision
from accountant.sensitivity import trained_in_balls as balls
from reference.learners import projections
from reference.learners.hinge_svm import hinge_svm_sgdwa
from reference.learners.schedule import fixed_divisor, own_size
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import label_times_one_vs_rest, one_vs_rest, svm_sgd
from reference.notation import Dataset, Xi

PROJECTIONS = [
    (balls.onto_ball, projections.onto_ball),
    (balls.onto_sphere, projections.onto_sphere),
]


def random_data(seed: int) -> Dataset:
    rng = np.random.default_rng(seed)
    return Dataset.of_features(2 * rng.normal(size=(7, 2)), rng.integers(0, 3, 7))


def as_floats(model: balls.Model) -> np.ndarray:
    return np.array([[float(entry) for entry in column] for column in model]).T


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("in_balls", "in_floats"), PROJECTIONS)
@pytest.mark.parametrize("divisor", [fixed_divisor, own_size])
@pytest.mark.parametrize("R", [0.05, 3.0])
def test_balls_follow_the_reference_learners(seed, in_balls, in_floats, divisor, R):
    D, xi = random_data(seed), Xi(K=3, c=1.5, M=23, Lambda=0.3, R=R, h=0.4, b=3)
    with precision(balls.BITS):
        softmax = balls.softmax_in_balls(D, xi, in_balls, divisor)
    np.testing.assert_allclose(as_floats(softmax), softmax_reg_sgd(D, xi, in_floats, divisor), rtol=1e-9)
    for label in (one_vs_rest, label_times_one_vs_rest):
        with precision(balls.BITS):
            svm = balls.svm_in_balls(D, xi, in_balls, divisor, label)
        np.testing.assert_allclose(
            as_floats(svm), svm_sgd(D, xi, in_floats, divisor, label), rtol=1e-9, atol=1e-12
        )


@pytest.mark.parametrize("R", [0.05, 3.0])
def test_hinge_in_balls_follows_the_reference_learner(R):
    D, xi = random_data(3), Xi(K=2, c=1.5, M=23, Lambda=0.3, R=R, b=3)
    D = Dataset(D.x, np.where(D.y == 0, -1, 1))
    with precision(balls.BITS):
        found = balls.hinge_in_balls(D, xi)
    plain = hinge_svm_sgdwa(Dataset(projections.clipped(D.x, xi.c), D.y), xi.Lambda, R, xi.M, xi.b)
    np.testing.assert_allclose(as_floats(found)[:, 0], plain, rtol=1e-9)


def test_gap_of_a_dataset_to_itself_is_tiny_and_to_a_neighbour_is_not():
    D, xi = random_data(0), Xi(K=3, c=1.5, M=14, Lambda=0.3, R=1.0, h=0.4)
    train = lambda data: balls.softmax_in_balls(data, xi)  # noqa: E731
    assert balls.measured_gap(train, D, D).upper() < 1e-25
    other = D.replaced(2, [1.0, 5.0, -5.0], 1)
    gap = balls.measured_gap(train, D, other)
    expected = np.linalg.norm(softmax_reg_sgd(D, xi) - softmax_reg_sgd(other, xi))
    assert gap.lower() > 1e-3
    assert float(gap.hi) == pytest.approx(expected, rel=1e-9)


def test_only_the_asked_columns_are_trained():
    D, xi = random_data(1), Xi(K=3, c=1.5, M=14, Lambda=0.3, R=1.0, h=0.4)
    with precision(balls.BITS):
        assert str(balls.svm_in_balls(D, xi, classes=[2])) == str(balls.svm_in_balls(D, xi)[2:])


def test_near_the_rim_both_cases_are_covered():
    with precision(balls.BITS):
        wide = balls.exact(1).union(balls.exact(3))
        scaled = balls.onto_ball([[wide]], balls.exact(2))[0][0]
        assert scaled.contains(balls.exact(1))
        assert scaled.contains(balls.exact(2))
