"""Bad input is named, with its symbol, its rule, its value and the reason."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from reference.errors import InvalidInput
from reference.learners.hinge_svm import hinge_svm, hinge_svm_sgdwa
from reference.learners.prediction import accuracy, predict
from reference.learners.projections import clipped, onto_ball, onto_sphere
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.notation import Dataset, Group, Xi

GOOD = {"K": 2, "c": 1.0, "M": 4, "Lambda": 0.5, "R": 1.0, "h": 0.1}
D = Dataset([[1.0, 0.0], [1.0, 1.0]], [0, 1])
SIGNS = Dataset([[1.0, 0.0], [1.0, 1.0]], [-1, 1])


def xi(**changes: object) -> Xi:
    return Xi.of(GOOD | changes)


CASES: dict[str, tuple[Callable[[], object], str]] = {
    "empty data": (lambda: Dataset(np.zeros((0, 2)), []), r"x \(x, the data points\) must not be empty"),
    "no columns": (lambda: Dataset(np.zeros((2, 0)), [0, 1]), "must not be empty"),
    "nan": (lambda: Dataset([[1.0], [np.nan]], [0, 1]), "finite everywhere, got 'nan in record 1, entry 0'"),
    "inf": (lambda: Dataset([[np.inf]], [0]), "finite everywhere"),
    "text": (lambda: Dataset([["a"]], [0]), "must be a matrix of numbers"),
    "ragged": (lambda: Dataset([[1.0], [1.0, 2.0]], [0, 1]), "must be a matrix of numbers"),
    "one axis": (lambda: Dataset([1.0, 2.0], [0, 1]), "must have two axes"),
    "too few labels": (lambda: Dataset([[1.0], [1.0]], [0]), r"must have shape \(2,\)"),
    "half labels": (lambda: Dataset([[1.0]], [0.5]), "y .* must be whole numbers"),
    "text labels": (lambda: Dataset([[1.0]], ["a"]), "must be whole numbers"),
    "nan label": (lambda: Dataset([[1.0]], [np.nan]), "must be whole numbers"),
    "label too large": (lambda: softmax_reg_sgd(Dataset([[1.0]], [2]), xi(M=1)), r"must be in 0\.\.1, got 2"),
    "label negative": (lambda: svm_sgd(SIGNS, xi()), r"must be in 0\.\.1, got -1"),
    "label not a sign": (lambda: hinge_svm(D, 1.0), r"must be -1 or \+1, got 0"),
    "Lambda 0": (
        lambda: xi(Lambda=0),
        r"Lambda \(Λ, the regularization\) must be > 0, got 0: .* divides by it",
    ),
    "Lambda negative": (lambda: xi(Lambda=-0.5), "must be > 0, got -0.5"),
    "Lambda nan": (lambda: xi(Lambda=float("nan")), "must be finite"),
    "Lambda text": (lambda: xi(Lambda="1"), "must be a number"),
    "Lambda missing": (lambda: Xi.of({"K": 2, "c": 1.0, "M": 1, "R": 1.0}), "incomplete: .*Lambda"),
    "h 0": (lambda: xi(h=0.0), "h .* must be > 0"),
    "h missing": (lambda: svm_sgd(D, xi(h=None)), "h .* must be given"),
    "R 0": (lambda: xi(R=0), "R .* must be > 0"),
    "c negative": (lambda: xi(c=-1), "c .* must be > 0"),
    "c 0": (lambda: clipped(np.ones((1, 2)), 0.0), "c .* must be > 0"),
    "M 0": (lambda: xi(M=0), "M .* must be >= 1"),
    "M half": (lambda: xi(M=1.5), "M .* must be a whole number"),
    "M true": (lambda: xi(M=True), "M .* must be a whole number"),
    "K 1": (lambda: xi(K=1), "K .* must be >= 2"),
    "batch 0": (lambda: xi(b=0), "b .* must be >= 1"),
    "batch above n": (lambda: softmax_reg_sgd(D, xi(b=3)), "b .* must be <= n = 2, got 3"),
    "unknown hyperparameter": (lambda: xi(tau=1), "tau .* is not known"),
    "order too short": (lambda: softmax_reg_sgd(D, xi(), order=[0]), "permutation of 0..1"),
    "order outside": (lambda: softmax_reg_sgd(D, xi(), order=[0, 2]), "record indices in 0..1"),
    "wrong number of index sets": (lambda: softmax_reg_sgd(D, xi(), order=[[0], [1]]), "M = 4 index sets"),
    "empty index set": (lambda: softmax_reg_sgd(D, xi(M=1), order=[[]]), "record indices in 0..1"),
    "sphere at 0": (lambda: onto_sphere(np.zeros(2), 1.0), "f .* must not be 0"),
    "group 0": (lambda: Group(0), "Υ, the group size"),
    "replace what is not there": (lambda: D.replaced(2, [1.0, 1.0], 0), "must be < 2"),
    "model of another size": (lambda: predict(np.zeros(3), D.x), "must have 2 rows"),
    "hinge Lambda": (lambda: hinge_svm(SIGNS, 0.0), "Lambda .* must be > 0"),
    "hinge too large": (lambda: hinge_svm(Dataset(np.ones((99, 1)), np.ones(99)), 1.0), "at most 30 records"),
    "text numbers": (lambda: Dataset([["1", "2"]], [0]), "must be a matrix of numbers"),
    "complex": (lambda: Dataset(np.array([[1j]]), [0]), "must be a matrix of numbers"),
    "masked": (lambda: Dataset(np.ma.masked_array([[1.0]], [[True]]), [0]), "must be a matrix of numbers"),
    "beyond float": (lambda: Dataset([[10**400]], [0]), "must be a matrix of numbers"),
    "c none": (lambda: xi(c=None), "c .* must be a number"),
    "Lambda none": (lambda: xi(Lambda=None), "Lambda .* must be a number"),
    "c enormous": (lambda: xi(c=1e200), "c .* between 1e-50 and 1e[+]50"),
    "h tiny": (lambda: xi(h=1e-320), "h .* between"),
    "replace by a number": (lambda: D.replaced(0, 5.0, 0), "must have two axes"),
    "replace by a short record": (lambda: D.replaced(0, [1.0], 0), "must have 2 entries, got 1"),
    "replace by nan": (lambda: D.replaced(0, [1.0, np.nan], 0), "finite everywhere"),
    "replace label": (lambda: D.replaced(0, [1.0, 1.0], 0.7), "must be whole numbers"),
    "remove what is not there": (lambda: D.removed(9), "must be < 2"),
    "remove from the end": (lambda: D.removed(-1), "must be >= 0"),
    "batch beyond b": (
        lambda: softmax_reg_sgd(D, xi(M=1), order=[[0, 1]]),
        "at most b = 1 different records",
    ),
    "record twice in a batch": (
        lambda: softmax_reg_sgd(D, xi(M=1, b=2), order=[[0, 0]]),
        "different records",
    ),
    "nested order": (lambda: softmax_reg_sgd(D, xi(M=1, b=2), order=[[[0, 1]]]), "record indices"),
    "order a number": (lambda: softmax_reg_sgd(D, xi(), order=5), "order .* must be a list"),
    "ball without radius": (lambda: onto_ball(np.ones(2), -1.0), "R .* must be > 0"),
    "model with nan": (lambda: predict(np.array([np.nan, 0.0]), D.x), "must be finite"),
    "model without classes": (lambda: predict(np.zeros((2, 0)), D.x), "must have 2 rows"),
    "sign model on classes": (lambda: accuracy(np.zeros(2), D), r"must be -1 or \+1"),
    "certificate for other data": (
        lambda: hinge_svm(SIGNS, 1.0).is_optimal(Dataset([[1.0, 1.0]], [1]), 1.0),
        "sizes",
    ),
    "certificate without Lambda": (
        lambda: hinge_svm(SIGNS, 1.0).is_optimal(SIGNS, 0.0),
        "Lambda .* must be > 0",
    ),
    "sgdwa M": (lambda: hinge_svm_sgdwa(SIGNS, 1.0, 1.0, 0), "M .* must be >= 1"),
    "sgdwa R": (lambda: hinge_svm_sgdwa(SIGNS, 1.0, -1.0, 5), "R .* must be > 0"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_named(case: str) -> None:
    call, message = CASES[case]
    with pytest.raises(InvalidInput, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
