"""The learners for many users at once give the models of the plain learners."""

from __future__ import annotations

import numpy as np
import pytest

from reference.errors import InvalidInput
from reference.fast.many_datasets import hinge_recipe, softmax_recipe, svm_recipe
from reference.fast.many_users import trained_in_span
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.notation import Dataset, Xi

USERS, N, P, K = 4, 9, 3, 3


def records(classes: int = K) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = np.concatenate([np.ones((USERS, N, 1)), 2 * rng.normal(size=(USERS, N, P))], axis=2)
    return x, rng.integers(0, classes, (USERS, N))


@pytest.mark.parametrize("R", [0.2, 5.0])  # the projection acts in every step, or never
@pytest.mark.parametrize(("b", "M"), [(1, 30), (2, 25), (4, 7), (9, 5)])
def test_models_are_those_of_the_plain_learners(R: float, b: int, M: int) -> None:
    x, y = records()
    xi = Xi(K=K, c=1.5, M=M, Lambda=0.1, R=R, h=0.2, b=b)
    soft = trained_in_span(softmax_recipe(xi, P), x, y, xi)
    columns = [trained_in_span(svm_recipe(xi, P, k), x, y, xi) for k in range(K)]
    for i in range(USERS):
        D = Dataset(x[i], y[i])
        assert np.allclose(soft[i], softmax_reg_sgd(D, xi), rtol=0, atol=1e-13)
        assert np.allclose(np.hstack([column[i] for column in columns]), svm_sgd(D, xi), rtol=0, atol=1e-13)
    norm = np.linalg.norm(soft, axis=(1, 2))
    assert (norm <= R * (1 + 1e-12)).all()
    assert (norm > 0.99 * R).all() or R > 1


def test_of_two_classes_the_second_model_is_minus_the_first() -> None:
    x, y = records(2)
    xi = Xi(K=2, c=1.0, M=20, Lambda=0.1, R=1.0, h=0.2)
    one, other = (trained_in_span(svm_recipe(xi, P, k), x, y, xi) for k in (0, 1))
    assert (one == -other).all()
    assert np.abs(one).max() > 0.1


def test_a_learner_that_averages_is_refused() -> None:
    x, y = records(2)
    xi = Xi(K=2, c=1.0, M=20, Lambda=0.1, R=1.0)
    with pytest.raises(InvalidInput, match="last iterate"):
        trained_in_span(hinge_recipe(xi), x, 2 * y - 1, xi)
