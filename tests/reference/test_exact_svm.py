"""Exact SVMs: the certificate decides, whoever found the model; theta need not be unique; averages side by side."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from reference.errors import InvalidInput
from reference.exact.side_by_side import class_mean, side_by_side, union
from reference.exact.svm import huber_svm, linear_relations
from reference.learners.hinge_svm import hinge_svm
from reference.learners.losses import J_huber
from reference.notation import Dataset

H = Fraction(1, 5)


def random(seed: int, n: int = 6) -> Dataset:
    rng = np.random.default_rng(seed)
    return Dataset(rng.integers(-4, 5, size=(n, 2)) / 4, rng.choice([-1, 1], size=n))


@pytest.mark.parametrize("seed", range(8))
def test_huber_certificate(seed: int) -> None:
    D, Lambda = random(seed), Fraction(1, 2 + seed)
    model = huber_svm(D, H, Lambda)
    assert model.is_optimal(D, Lambda)
    assert not model.is_optimal(D, Lambda * 2) or not any(model.f)
    moved = replace(model, f=(model.f[0] + Fraction(1, 10**9), model.f[1]))
    assert not moved.is_optimal(D, Lambda)


def test_huber_optimum_beats_its_surroundings() -> None:
    """The objective of the learner, on floats, is smallest at the exact solution."""
    D, Lambda = random(3), 0.3
    best = np.array([float(v) for v in huber_svm(D, H, Lambda).f])

    def objective(f: np.ndarray) -> float:
        return float(
            np.mean([J_huber(f, x, int(y), float(H), Lambda) for x, y in zip(D.x, D.y, strict=True)])
        )

    steps = [0.01 * np.array([np.cos(a), np.sin(a)]) for a in np.linspace(0, 6, 12)]
    assert all(objective(best) < objective(best + step) for step in steps)


def test_huber_one_record() -> None:
    """x = 1: f = 1/Λ up to the margin 1 - h, then the linear slope meets Λf."""
    D = Dataset([[1.0]], [1])
    assert huber_svm(D, H, 2).f == (Fraction(1, 2),)
    assert huber_svm(D, H, Fraction(5, 4)).f == (Fraction(4, 5),)
    ((f,),) = (huber_svm(D, H, Fraction(1, 2)).f,)
    assert f / 2 == (1 + H - f) / (2 * H)


def test_coefficients_need_not_be_unique() -> None:
    """Two copies of a record on the margin share its coefficient in any way."""
    D = Dataset([[1.0], [1.0]], [1, 1])
    model = hinge_svm(D, Fraction(1, 4))
    other = model.another_certificate(D)
    assert other is not None
    assert other.theta != model.theta
    assert other.f == model.f
    assert other.is_optimal(D, Fraction(1, 4))
    inside = hinge_svm(D, Fraction(1))
    assert inside.another_certificate(D) is None, "inside the margin theta = 1"
    assert huber_svm(D, H, Fraction(1, 4)).another_certificate(D) is None, "the Huber slope is a function"


def test_linear_relations() -> None:
    vectors = [[Fraction(v) for v in row] for row in ([1, 2], [2, 4], [0, 1], [1, 1])]
    relations = linear_relations(vectors)
    assert len(relations) == 2
    for relation in relations:
        assert all(sum(r * v[k] for r, v in zip(relation, vectors, strict=True)) == 0 for k in range(2))
        assert any(relation)


def test_side_by_side() -> None:
    """A user with one record and one with two: averaged 7/6, central 1, as computed by hand for n = 1."""
    one, half = Dataset([[1.0]], [1]), Dataset([[0.5]], [1])
    Lambda = Fraction(3, 16)
    both = side_by_side([one, half], lambda D: hinge_svm(D, Lambda))
    assert both.is_certified(Lambda)
    assert not both.is_certified(2 * Lambda)
    assert both.average == both.weighted == (Fraction(7, 6),)
    assert both.central.f == (Fraction(1),)
    assert both.distance_squared(both.average) == Fraction(1, 36)
    assert both.theta() == [Fraction(3, 8), Fraction(1)]


def test_weights_are_the_local_sizes() -> None:
    users = [Dataset([[1.0]], [1]), Dataset([[0.5], [0.25]], [1, -1])]
    sides = side_by_side(users, lambda D: hinge_svm(D, 4))
    assert sides.weighted == sides.central.f == class_mean(union(users), Fraction(8))
    assert sides.average != sides.central.f


def test_bad_input() -> None:
    with pytest.raises(InvalidInput, match="must not be empty"):
        union([])
    with pytest.raises(InvalidInput, match="must have the same entries"):
        union([Dataset([[1.0]], [1]), Dataset([[1.0, 2.0]], [1])])
    with pytest.raises(InvalidInput, match=r"h .* must be > 0"):
        huber_svm(random(0), 0, 1)
    with pytest.raises(InvalidInput, match=r"Lambda .* must be > 0"):
        huber_svm(random(0), H, 0)
