"""Theorem R in balls: against its recursion run step by step, closed forms, caps and the paper's settings."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest

from accountant.sensitivity import Sensitivity, sensitivity
from reference.errors import InvalidInput
from reference.schedule import batches, fixed_divisor, own_size

SVM: dict[str, Any] = {
    "c": 1,
    "Lambda": Fraction(1, 2),
    "R": 100,
    "h": Fraction(1, 4),
    "smoothness": "spectral",
}
SOFTMAX: dict[str, Any] = {"c": "1.5", "Lambda": "0.2", "R": 3, "K": 4, "p": 5}


def step_by_step(n: int, M: int, b: int, divisor: Any) -> Fraction:
    """The recursion of Theorem R for the SVM settings, for each record, from the learner's own schedule."""
    Lambda, G, beta = Fraction(1, 2), Fraction(1), Fraction(1, 2) + 2
    gaps = [Fraction(0)] * n
    for m, visited in enumerate(batches(n, M, b), start=1):
        a = Lambda * min(1 / beta, 1 / (Lambda * m))
        gaps = [(1 - a) * gap for gap in gaps]
        for j in visited:
            gaps[j] += 2 * G / Lambda * a / divisor(len(visited), b)
    return max(gaps)


@pytest.mark.parametrize("divisor", [fixed_divisor, own_size])
@pytest.mark.parametrize(
    ("n", "M", "b"), [(5, 15, 1), (5, 7, 1), (7, 9, 3), (6, 4, 3), (4, 1, 2), (3, 40, 3)]
)
def test_recursion_is_exact_for_rational_inputs(n: int, M: int, b: int, divisor: Any) -> None:
    box = sensitivity("svm", n=n, M=M, b=b, divisor=divisor, **SVM)
    assert box.recursion.lo == box.recursion.hi == step_by_step(n, M, b, divisor)


def test_balls_contain_the_exact_recursion() -> None:
    exact = sensitivity("svm", n=7, M=400, b=3, **SVM).recursion
    inexact = sensitivity("svm", n=7, M=401, b=3, **SVM).recursion
    assert inexact.hi - inexact.lo < Fraction(1, 10**30)
    assert abs(inexact.hi - exact.hi) < Fraction(1, 10)


def test_whole_passes_give_2G_over_Lambda_n() -> None:
    box = sensitivity("svm", n=10, M=30, **SVM)
    assert box.closed_form.lo == box.closed_form.hi == Fraction(2, 5)
    assert box.recursion <= box.closed_form
    assert box.cap.hi == 200


@pytest.mark.parametrize("settings", [("svm", SVM), ("softmax", SOFTMAX)])
def test_recursion_never_exceeds_the_closed_form(settings: tuple[str, dict[str, Any]]) -> None:
    learner, values = settings
    for n, M, b in ((9, 50, 2), (20, 13, 1), (8, 64, 8)):
        box = sensitivity(learner, n=n, M=M, b=b, **values)
        assert box.recursion.lo <= box.closed_form.hi, "equal where w_m = 1/M, up to the width of a ball"


def test_the_best_bound_is_the_smallest_proved_one() -> None:
    tight = sensitivity("svm", n=10, M=30, **(SVM | {"R": Fraction(1, 100)}))
    assert tight.best.hi == Fraction(1, 50)
    loose = sensitivity("svm", n=10, M=30, **SVM)
    assert loose.best.hi == loose.recursion.hi


def test_the_gap_of_the_svm_is_twice_the_clipping_bound() -> None:
    assert sensitivity("svm", n=5, M=5, **SVM).gradient_gap.hi == 2


def test_a_repeated_softmax_setting_is_fast() -> None:
    sensitivity("softmax", n=9, M=50, b=2, **SOFTMAX)
    start = time.perf_counter()
    sensitivity("softmax", n=9, M=51, b=2, **SOFTMAX)
    assert time.perf_counter() - start < 0.2


class TestPaperSettings:
    """The paper's own hyperparameters; numbers are ratios to the printed bound."""

    def emnist(self) -> Sensitivity:
        values = {"c": "34.854", "Lambda": "0.03", "R": 6, "K": 62, "p": 6144}
        return sensitivity("softmax", n=220, M=150 * 11, b=20, **values)

    def test_printed_noise_is_far_too_large_for_emnist(self) -> None:
        box = self.emnist()
        assert 17.9 < box.printed.lower() / box.best.upper() < 17.95

    def test_the_gradient_diameter_saves_a_third_for_cifar(self) -> None:
        values = {"c": "34.854", "Lambda": 100, "R": "0.01", "K": 100, "p": 6144}
        box = sensitivity("softmax", n=50, M=1500, **values)
        assert box.gradient_gap.upper() < 0.7045 * 2 * 2**0.5 * 34.854
        assert Fraction(str(box.gradient_gap.hi)) / (100 * 50) in box.closed_form
        assert 1.44 < box.printed.lower() / box.closed_form.upper() < 1.46

    def test_a_short_last_batch_breaks_the_printed_bound_for_cifar(self) -> None:
        values = {"c": "34.854", "Lambda": 100, "R": "0.06", "K": 10, "p": 6144, "h": "0.1"}
        box = sensitivity("svm", n=50, M=1500, b=20, divisor=own_size, **values)
        assert 1.38 < box.recursion.lower() / box.printed.upper() < 1.39
        fixed = sensitivity("svm", n=50, M=1500, b=20, **values)
        assert fixed.recursion < fixed.printed


BAD = {
    "learner": ({"learner": "forest"}, "learner .* must be one of svm, softmax"),
    "Lambda": ({"Lambda": 0}, "Lambda .* must be > 0"),
    "c": ({"c": -1}, "c .* must be > 0"),
    "h": ({"h": None}, "h .* must be > 0"),
    "text": ({"R": "wide"}, "must be a finite number"),
    "n": ({"n": 0}, "n .* must be >= 1"),
    "M": ({"M": 2.5}, "M .* must be a whole number"),
    "batch": ({"b": 6}, "b .* must be <= n = 5"),
    "smoothness": ({"smoothness": "rough"}, "smoothness .* must be one of printed, spectral"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case: str) -> None:
    changes, message = BAD[case]
    settings = {"learner": "svm", "n": 5, "M": 5, "b": 1} | SVM | changes
    with pytest.raises(InvalidInput, match=message):
        sensitivity(**settings)  # type: ignore[arg-type]
