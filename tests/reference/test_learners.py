"""Learners: the printed algorithm boxes, their readings, and known solutions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import z3

from reference.formulas import learning_rate, smoothness_softmax
from reference.learners.hinge_svm import hinge_svm, hinge_svm_sgdwa
from reference.learners.losses import J_hinge, grad_J_softmax
from reference.learners.prediction import accuracy, predict
from reference.learners.projections import clipped, onto_ball, onto_sphere
from reference.learners.schedule import batches, fixed_divisor, own_size
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import label_times_one_vs_rest, one_vs_rest, svm_sgd
from reference.notation import Dataset, Xi

LEARNERS = {"svm": svm_sgd, "softmax": softmax_reg_sgd}


def xi(**changes: float) -> Xi:
    return Xi.of({"K": 3, "c": 2.0, "M": 30, "Lambda": 0.1, "R": 1.5, "h": 0.1} | changes)


@pytest.fixture
def D() -> Dataset:
    """Three separated clouds."""
    rng = np.random.default_rng(1)
    y = np.arange(12) % 3
    centres = np.array([[2.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]])
    return Dataset.of_features(centres[y] + 0.2 * rng.normal(size=(12, 2)), y)


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_learns_separated_classes(learner, D: Dataset) -> None:
    assert accuracy(learner(D, xi(M=1200, Lambda=0.01, R=20)), D) == 1.0


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_same_input_same_output_and_no_change_of_the_data(learner, D: Dataset) -> None:
    before = D.x.copy(), D.y.copy()
    assert np.array_equal(learner(D, xi()), learner(D, xi()))
    assert np.array_equal(before[0], D.x)
    assert np.array_equal(before[1], D.y)


def test_softmax_steps_by_hand(D: Dataset) -> None:
    """Three steps of the box, record j = m mod n, written out."""
    settings = xi(M=3)
    x, beta = clipped(D.x, settings.c), smoothness_softmax(settings.Lambda, settings.c, 2, 3)
    f = np.zeros((3, 3))
    for m in (1, 2, 3):
        f = f - learning_rate(beta, settings.Lambda, m) * grad_J_softmax(
            f, x[[m]], D.y[[m]], settings.Lambda, 1
        )
        f = onto_ball(f, settings.R)
    assert np.array_equal(f, softmax_reg_sgd(D, settings))


def test_models_stay_in_their_ball(D: Dataset) -> None:
    tight = xi(R=0.05)
    assert np.linalg.norm(softmax_reg_sgd(D, tight)) <= 0.05 * (1 + 1e-12)
    assert (np.linalg.norm(svm_sgd(D, tight), axis=0) <= 0.05 * (1 + 1e-12)).all()
    on_sphere = softmax_reg_sgd(D, tight, project=onto_sphere)
    assert np.linalg.norm(on_sphere) == pytest.approx(0.05)


def test_projections_differ_only_inside_the_ball() -> None:
    outside, inside = np.array([3.0, 4.0]), np.array([0.3, 0.4])
    assert np.allclose(onto_ball(outside, 1.0), onto_sphere(outside, 1.0))
    assert np.array_equal(onto_ball(inside, 1.0), inside)
    assert np.allclose(onto_sphere(inside, 1.0), [0.6, 0.8])


def test_clipping_scales_the_whole_vector_with_its_intercept() -> None:
    rows = clipped(np.array([[1.0, 2.0, 2.0], [1.0, 0.0, 0.0]]), 1.5)
    assert np.allclose(rows, [[0.5, 1.0, 1.0], [1.0, 0.0, 0.0]])


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_divisor_readings_agree_iff_the_batch_size_divides_n(learner, D: Dataset) -> None:
    for b, same in ((4, True), (5, False)):
        pair = [learner(D, xi(b=b), divisor=divisor) for divisor in (fixed_divisor, own_size)]
        assert np.allclose(*pair) == same


def test_label_readings(D: Dataset) -> None:
    y = np.array([0, 1, 2])
    assert one_vs_rest(y, 1).tolist() == [-1, 1, -1]
    assert label_times_one_vs_rest(y, 1).tolist() == [-1, 2, -3]
    assert not np.allclose(svm_sgd(D, xi()), svm_sgd(D, xi(), label=label_times_one_vs_rest))


class TestBatches:
    def test_printed_order(self) -> None:
        assert [int(j[0]) for j in batches(3, 7)] == [m % 3 for m in range(1, 8)]

    def test_a_pass_visits_every_record_once(self) -> None:
        steps = list(batches(7, 3, b=3))
        assert [len(j) for j in steps] == [3, 3, 1]
        assert sorted(np.concatenate(steps).tolist()) == list(range(7))

    def test_any_order(self) -> None:
        assert [j.tolist() for j in batches(4, 3, b=2, order=[3, 1, 0, 2])] == [[3, 1], [0, 2], [3, 1]]
        assert [j.tolist() for j in batches(4, 2, b=3, order=[[0, 1, 2], [3]])] == [[0, 1, 2], [3]]

    def test_relabelling_records_and_order_together_changes_nothing(self, D: Dataset) -> None:
        order = np.random.default_rng(3).permutation(len(D))
        moved = Dataset(D.x[order], D.y[order])
        a = softmax_reg_sgd(D, xi(b=5), order=order)
        assert np.allclose(a, softmax_reg_sgd(moved, xi(b=5), order=np.arange(len(D))))


def test_clipping_does_not_overflow() -> None:
    assert np.allclose(clipped(np.array([[1.0, 1e200], [1e300, 1e300]]), 1.0), [[0, 1], [0.5**0.5] * 2])
    assert np.array_equal(clipped(np.array([[1.0, 1e10]]), 1e40), [[1.0, 1e10]])
    assert np.array_equal(clipped(np.zeros((1, 2)), 1.0), np.zeros((1, 2)))


def test_prediction_of_two_shapes() -> None:
    x = np.array([[1.0, 2.0], [1.0, -2.0]])
    assert predict(np.array([0.0, 1.0]), x).tolist() == [1, -1]
    assert predict(np.array([[0.0, 0.5], [1.0, 0.0]]), x).tolist() == [0, 1]


class TestHingeSvm:
    def random(self, seed: int, n: int) -> Dataset:
        rng = np.random.default_rng(seed)
        return Dataset.of_features(rng.integers(-3, 4, size=(n, 2)), rng.choice([-1, 1], size=n))

    @pytest.mark.parametrize("seed", range(12))
    def test_exact_solution_meets_the_optimality_conditions(self, seed: int) -> None:
        D, Lambda = self.random(seed, 8), Fraction(1, 3 + seed)
        assert hinge_svm(D, Lambda).is_optimal(D, Lambda)

    @pytest.mark.parametrize("seed", range(4))
    def test_z3_finds_the_same_model_from_the_conditions(self, seed: int) -> None:
        """The optimality conditions solved by another program, which knows nothing of pivots."""
        D, Lambda = self.random(seed, 6), Fraction(1, 10)
        theta = z3.Reals(" ".join(f"t{j}" for j in range(6)))
        rows = [[int(y) * int(v) for v in x] for x, y in zip(D.x, D.y, strict=True)]
        f = [
            z3.Sum([t * r[k] for t, r in zip(theta, rows, strict=True)]) / z3.RealVal(str(2 * Lambda * 6))
            for k in range(3)
        ]
        solver = z3.Solver()
        for t, row in zip(theta, rows, strict=True):
            margin = z3.Sum([row[k] * f[k] for k in range(3)])
            solver.add(0 <= t, t <= 1, z3.Or(margin >= 1, t == 1), z3.Or(margin <= 1, t == 0))
        assert solver.check() == z3.sat
        values = [Fraction(str(solver.model().eval(entry, model_completion=True))) for entry in f]
        assert tuple(values) == hinge_svm(D, Lambda).f

    def test_one_record(self) -> None:
        """x = 1, y = +1: the minimum of (1-f)_+ + Λf^2 is 1/(2Λ) while that is at most 1, then 1."""
        D = Dataset([[1.0]], [1])
        assert hinge_svm(D, Fraction(2)).f == (Fraction(1, 4),)
        assert hinge_svm(D, Fraction(1, 10)).f == (Fraction(1),)

    def test_certificate_rejects_another_model(self) -> None:
        D = self.random(0, 8)
        model = hinge_svm(D, Fraction(1, 3))
        assert not model.is_optimal(D, Fraction(1, 2))

    def test_sgdwa_batches(self) -> None:
        D = self.random(1, 9)
        whole = hinge_svm_sgdwa(D, 0.5, 5.0, 1, b=9)
        assert np.allclose(whole, 2 / 3 * (D.x * D.y[:, None]).mean(axis=0) / (2 * 0.5)), (
            "one full step from 0"
        )
        pair = [
            hinge_svm_sgdwa(D, 0.5, 5.0, 12, b=4, divisor=divisor) for divisor in (fixed_divisor, own_size)
        ]
        assert not np.allclose(*pair)

    def test_sgdwa_comes_close_to_the_exact_optimum(self) -> None:
        D, Lambda = self.random(5, 10), 0.25
        exact = np.array([float(v) for v in hinge_svm(D, Lambda).f])
        objective = lambda f: np.mean([J_hinge(f, x, y, Lambda) for x, y in zip(D.x, D.y, strict=True)])  # noqa: E731
        gaps = [
            objective(hinge_svm_sgdwa(D, Lambda, 10.0, M)) - objective(exact) for M in (100, 1000, 10_000)
        ]
        assert 0 <= gaps[2] < gaps[1] / 5 < gaps[0] / 25, "the gap falls about as 1/M"
