"""Many users and many hyperparameters at once give what the plain learners give one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as settings_of_hypothesis
from hypothesis import strategies as st

from reference.errors import InvalidInput
from reference.fast.many_settings import trained_settings
from reference.learners.schedule import fixed_divisor, own_size
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.notation import Dataset, Xi

PLAIN = {"softmax": softmax_reg_sgd, "svm": svm_sgd}
USERS, N, D, K = 3, 11, 4, 3


def records() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return 2 * rng.normal(size=(USERS, N, D)), rng.integers(0, K, (USERS, N))


def settings(M: int, b: int, c: float = 1.5) -> list[Xi]:
    return [
        Xi(K=K, c=c, M=M, Lambda=Lambda, R=R, h=h, b=b)
        for Lambda, R, h in ((0.01, 5.0, 0.1), (0.3, 0.2, 0.5), (2.0, 0.05, 0.9), (40.0, 1.0, 0.2))
    ]


@pytest.mark.parametrize("learner", PLAIN)
@pytest.mark.parametrize("divisor", [fixed_divisor, own_size])
@pytest.mark.parametrize(("b", "M"), [(1, 25), (4, 9), (11, 5)])
def test_models_are_those_of_the_plain_learners(learner, divisor, b, M):
    x, y = records()
    found = trained_settings(learner, x, y, settings(M, b), divisor)
    rough = trained_settings(learner, x, y, settings(M, b), divisor, dtype=np.float32)
    assert rough.dtype == np.float32
    for i in range(USERS):
        for j, xi in enumerate(settings(M, b)):
            plain = PLAIN[learner](Dataset(x[i], y[i]), xi, divisor=divisor)
            np.testing.assert_allclose(found[i, j], plain, rtol=1e-10, atol=1e-13)
            np.testing.assert_allclose(rough[i, j], plain, rtol=1e-3, atol=1e-5)


@settings_of_hypothesis(max_examples=60, derandomize=True, deadline=None, database=None)
@given(
    st.sampled_from(sorted(PLAIN)),
    st.tuples(st.integers(1, 3), st.integers(1, 9), st.integers(1, 4), st.integers(2, 4)),
    st.tuples(st.integers(1, 9), st.integers(1, 20), st.integers(0, 2**32)),
    st.lists(
        st.tuples(st.floats(1e-3, 50), st.floats(1e-2, 20), st.floats(0.05, 0.95)), min_size=1, max_size=3
    ),
    st.floats(1e-3, 1e3),
)
def test_whatever_the_shapes_and_settings(learner, shape, schedule, hyper, scale):
    """Users, records, entries, classes; batch, steps; Λ, R, h; the size of the records against c = 1."""
    (users, n, d, K), (b, M, seed) = shape, schedule
    rng = np.random.default_rng(seed)
    x, y = scale * rng.normal(size=(users, n, d)), rng.integers(0, K, (users, n))
    xis = [Xi(K=K, c=1.0, M=M, Lambda=Lambda, R=R, h=h, b=min(b, n)) for Lambda, R, h in hyper]
    found = trained_settings(learner, x, y, xis)
    rough = trained_settings(learner, x, y, xis, dtype=np.float32)
    for i, j in np.ndindex(users, len(xis)):
        plain = PLAIN[learner](Dataset(x[i], y[i]), xis[j])
        np.testing.assert_allclose(found[i, j], plain, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(rough[i, j], plain, rtol=1e-2, atol=1e-4 * xis[j].R)


@pytest.mark.parametrize("learner", PLAIN)
def test_any_order_of_the_records(learner):
    x, y = records()
    order = np.random.default_rng(1).permutation(N)
    found = trained_settings(learner, x, y, settings(9, 3), order=order)
    plain = PLAIN[learner](Dataset(x[1], y[1]), settings(9, 3)[1], order=order)
    np.testing.assert_allclose(found[1, 1], plain, rtol=1e-10, atol=1e-13)
    default = trained_settings(learner, x, y, settings(9, 3))
    assert not np.allclose(found, default), "the order matters"


@pytest.mark.parametrize("learner", PLAIN)
def test_records_that_would_overflow_are_clipped(learner):
    x, y = records()
    xi = settings(5, 2)[:1]
    found = trained_settings(learner, 1e300 * x, y, xi)
    np.testing.assert_allclose(found, trained_settings(learner, 1e3 * x, y, xi), rtol=1e-10)


def test_bad_input():
    x, y = records()
    with pytest.raises(InvalidInput, match="must share K, c, M and b"):
        trained_settings("svm", x, y, [settings(5, 1)[0], settings(6, 1)[0]])
    with pytest.raises(InvalidInput, match="must not be empty"):
        trained_settings("svm", x, y, [])
    with pytest.raises(InvalidInput, match=r"must be in 0\.\.2"):
        trained_settings("softmax", x, y + 1, settings(5, 1))
    with pytest.raises(InvalidInput, match="must be one of"):
        trained_settings("hinge", x, y, settings(5, 1))
