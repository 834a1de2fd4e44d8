"""Many datasets at once give what the plain learners give one by one."""

from __future__ import annotations

import numpy as np
import pytest

from reference.errors import InvalidInput
from reference.fast import many_datasets as batched
from reference.learners.hinge_svm import hinge_svm_sgdwa
from reference.learners.projections import clipped, onto_ball, onto_sphere
from reference.learners.schedule import fixed_divisor, own_size
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.notation import Dataset, Xi

PROJECTIONS = [(batched.each_onto_ball, onto_ball), (batched.each_onto_sphere, onto_sphere)]


def many(seed: int, labels: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = np.concatenate([np.ones((5, 7, 1)), 2 * rng.normal(size=(5, 7, 2))], axis=2)
    return x, rng.choice(labels, size=(5, 7))


@pytest.mark.parametrize(("each", "one"), PROJECTIONS)
@pytest.mark.parametrize("divisor", [fixed_divisor, own_size])
@pytest.mark.parametrize("R", [0.05, 3.0])
def test_batched_learners_follow_the_plain_ones(each, one, divisor, R):
    xi = Xi(K=3, c=1.5, M=23, Lambda=0.3, R=R, h=0.4, b=3)
    x, y = many(1, (0, 1, 2))
    softmax = batched.trained(batched.softmax_recipe(xi, 2), x, y, xi, each, divisor)
    svms = [batched.trained(batched.svm_recipe(xi, 2, k), x, y, xi, each, divisor) for k in range(3)]
    for i in range(len(x)):
        D = Dataset(x[i], y[i])
        np.testing.assert_allclose(softmax[i], softmax_reg_sgd(D, xi, one, divisor), rtol=1e-10)
        together = np.concatenate([f[i] for f in svms], axis=1)
        np.testing.assert_allclose(together, svm_sgd(D, xi, one, divisor), rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("R", [0.05, 3.0])
def test_batched_hinge_follows_the_plain_one(R):
    xi = Xi(K=2, c=1.5, M=23, Lambda=0.3, R=R, b=2)
    x, y = many(2, (-1, 1))
    models = batched.trained(batched.hinge_recipe(xi), x, y, xi)
    for i in range(len(x)):
        plain = hinge_svm_sgdwa(Dataset(clipped(x[i], xi.c), y[i]), xi.Lambda, R, xi.M, xi.b)
        np.testing.assert_allclose(models[i, :, 0], plain, rtol=1e-10)


def test_rescaling_a_zero_model_is_refused():
    with pytest.raises(InvalidInput, match="must not be 0"):
        batched.each_onto_sphere(np.zeros((2, 3, 1)), 1.0)
