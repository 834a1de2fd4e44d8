"""Values, gradients and Hessians are derivatives of each other (the proofs are in proofs_check)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from reference.learners import losses
from reference.notation import Array

STEP = 1e-6


def slope_along(function: Callable[[Array], float], f: Array, direction: Array) -> float:
    return (function(f + STEP * direction) - function(f - STEP * direction)) / (2 * STEP)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_softmax_gradient_and_hessian(rng: np.random.Generator) -> None:
    f, x, V = rng.normal(size=(4, 3)), rng.normal(size=4), rng.normal(size=(4, 3))
    y, Lambda = 1, 0.3
    gradient = losses.grad_J_softmax(f, x[None], np.array([y]), Lambda, 1)
    assert (gradient * V).sum() == pytest.approx(
        slope_along(lambda g: losses.J_softmax(g, x, y, Lambda), f, V), rel=1e-6
    )
    hessian = losses.hessian_J_softmax(f, x, Lambda)
    curvature = np.einsum("lp,lpjq,jq->", V, hessian, V)
    along = slope_along(
        lambda g: float((losses.grad_J_softmax(g, x[None], np.array([y]), Lambda, 1) * V).sum()), f, V
    )
    assert curvature == pytest.approx(along, rel=1e-6)


@pytest.mark.parametrize("margin", [-2.0, 0.95, 1.02, 3.0])
def test_huber_gradient_and_hessian_on_every_piece(margin: float, rng: np.random.Generator) -> None:
    x, V, h, Lambda, y = rng.normal(size=3), rng.normal(size=3), 0.1, 0.4, -1.0
    f = x * (y * margin / (x @ x))
    value = lambda g: losses.J_huber(g, x, y, h, Lambda)  # noqa: E731
    gradient = losses.grad_J_huber(f, x[None], np.array([y]), h, Lambda, 1)
    assert gradient @ V == pytest.approx(slope_along(value, f, V), rel=1e-5)
    along = slope_along(lambda g: losses.grad_J_huber(g, x[None], np.array([y]), h, Lambda, 1) @ V, f, V)
    assert V @ losses.hessian_J_huber(f, x, y, h, Lambda) @ V == pytest.approx(along, rel=1e-5)


@pytest.mark.parametrize("margin", [-1.0, 0.5, 2.0])
def test_hinge_gradient_and_hessian_off_the_kink(margin: float, rng: np.random.Generator) -> None:
    x, V, Lambda, y = rng.normal(size=3), rng.normal(size=3), 0.4, 1.0
    f = x * (y * margin / (x @ x))
    gradient = losses.subgrad_J_hinge(f, x[None], np.array([y]), Lambda, 1)
    assert gradient @ V == pytest.approx(
        slope_along(lambda g: losses.J_hinge(g, x, y, Lambda), f, V), rel=1e-5
    )
    assert np.allclose(losses.hessian_J_hinge(x, Lambda), 2 * Lambda * np.eye(3))


def test_batch_gradient_is_the_sum_over_records(rng: np.random.Generator) -> None:
    f, x, y, Lambda = rng.normal(size=(4, 3)), rng.normal(size=(5, 4)), np.array([0, 1, 2, 1, 0]), 0.3
    single = sum(losses.grad_J_softmax(f, x[[j]], y[[j]], 0.0, 1) for j in range(5))
    assert np.allclose(losses.grad_J_softmax(f, x, y, Lambda, 8), Lambda * f + single / 8)


def test_softmax_does_not_overflow() -> None:
    s = losses.softmax(np.array([[1e4, 0.0, -1e4]]))
    assert np.isfinite(s).all()
    assert s.sum() == pytest.approx(1)
    assert np.isfinite(losses.J_softmax(np.array([[1e4, -1e4]]), np.ones(1), 1, 0.1))
