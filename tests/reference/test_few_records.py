"""Learners in combinations of their records are the learners."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.fast.few_records import summed_models
from reference.fast.many_settings import trained_settings
from reference.notation import Xi


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(
    st.sampled_from(("svm", "softmax")),
    st.tuples(st.integers(1, 4), st.integers(1, 8), st.integers(1, 9), st.integers(2, 4)),
    st.tuples(st.integers(1, 8), st.integers(1, 60), st.integers(0, 2**32)),
    st.lists(st.tuples(st.floats(1e-3, 50), st.floats(1e-2, 20)), min_size=1, max_size=3),
    st.floats(1e-2, 1e2),
)
def test_their_sum_is_that_of_the_models(learner, shape, schedule, hyper, scale):
    """Users, records, entries, classes; batch, steps; Λ, R; the size of the records against c = 1."""
    (users, n, d, K), (b, M, seed) = shape, schedule
    rng = np.random.default_rng(seed)
    x, y = scale * rng.normal(size=(users * n, d)), rng.integers(0, K, users * n)
    held = rng.permutation(users * n).reshape(users, n)
    xis = [Xi(K=K, c=1.0, M=M, Lambda=Lambda, R=R, h=0.5, b=min(b, n)) for Lambda, R in hyper]
    wanted = trained_settings(learner, x[held], y[held], xis).sum(axis=0)
    np.testing.assert_allclose(summed_models(learner, x, y, held, xis), wanted, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("learner", ["svm", "softmax"])
def test_single_precision_and_blocks_of_users(learner, monkeypatch):
    """On the sphere for many steps, where the scale shrinks with each of them."""
    monkeypatch.setattr("reference.fast.few_records.BLOCK", 1)
    rng = np.random.default_rng(0)
    x, y, held = rng.normal(size=(60, 30)), rng.integers(0, 3, 60), np.arange(60).reshape(3, 20)
    xis = [Xi(K=3, c=1.0, M=400, Lambda=L, R=R, h=0.5, b=5) for L in (1e-3, 1.0) for R in (0.05, 5.0)]
    wanted = trained_settings(learner, x[held], y[held], xis).sum(axis=0)
    found = summed_models(learner, x, y, held, xis, dtype=np.float32)
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-4)
