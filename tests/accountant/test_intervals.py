"""Intervals on arrays contain what balls say, at random and at extreme points."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb

from accountant.numbers.array_intervals import Array, ArrayIntervals, Intervals
from accountant.numbers.balls import exact, precision

EXTREME = [0.0, 5e-324, 1e-308, 1e-300, 0.1, 1 - 2**-53, 1.0, 1 + 2**-52, 3.0, 1e16, 1e150, 1e300]
OPERATIONS: list[Callable[[Any, Any], Any]] = [operator.add, operator.sub, operator.mul, operator.truediv]


def points(seed: int, size: int = 300) -> Array:
    rng = np.random.default_rng(seed)
    spread = rng.normal(size=size) * 10.0 ** rng.integers(-9, 9, size=size)
    return np.concatenate([spread, EXTREME, -np.array(EXTREME)])


def held(box: Intervals, values: list[Any]) -> bool:
    """Each exact value lies between the ends; infinite ends hold everything."""
    with precision(200):
        return all(
            (lo == -np.inf or exact(float(lo)) <= value) and (hi == np.inf or value <= exact(float(hi)))
            for lo, hi, value in zip(box.lo, box.hi, values, strict=True)
        )


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_four_operations_hold_the_exact_result(operation: Any) -> None:
    left, right = points(1), np.roll(points(2), 7)
    if operation is operator.truediv:
        right = np.abs(right) + 1e-30
    with precision(4000):
        values = [operation(exact(float(a)), exact(float(b))) for a, b in zip(left, right, strict=True)]
    assert held(operation(Intervals.of(left), Intervals.of(right)), values)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_wide_operands_hold_every_combination(operation: Any) -> None:
    rng = np.random.default_rng(3)
    low, width = rng.normal(size=200), rng.random(200)
    low2 = rng.random(200) + 0.01 if operation is operator.truediv else rng.normal(size=200)
    box = operation(Intervals(low, low + width), Intervals(low2, low2 + width))
    for s, t in rng.random((20, 2)):
        values = [
            operation(Fraction(float(a)), Fraction(float(b)))
            for a, b in zip(low + s * width, low2 + t * width, strict=True)
        ]
        assert held(box, [exact(v) for v in values])


def test_squares() -> None:
    rng = np.random.default_rng(4)
    low, width = rng.normal(size=200), rng.random(200) * 2
    box = Intervals(low, low + width) ** 2
    assert np.all(box.lo >= 0)
    for s in rng.random(20):
        assert held(box, [exact(Fraction(float(v)) ** 2) for v in low + s * width])
    with pytest.raises(ValueError, match="only squares"):
        Intervals.of(1.0) ** 3


def test_exp_and_log_hold_what_balls_say() -> None:
    num = ArrayIntervals()
    exponents = np.concatenate([np.linspace(-30, 30, 101), [0.0, 1e-300, -1e-17, 700.0, -700.0]])
    positive = np.concatenate([np.exp(np.linspace(-200, 200, 301)), [1.0, 1 + 2**-52, 1 - 2**-53, 1e-300]])
    with precision(200):
        assert held(num.exp(exponents), [arb(float(v)).exp() for v in exponents])
        assert held(num.log(positive), [arb(float(v)).log() for v in positive])
    widths = [np.max(box.hi - box.lo) for box in (num.exp(exponents[:101]) * np.exp(-exponents[:101]),)]
    assert max(widths) < 1e-14
    assert np.max(num.log(positive).hi - num.log(positive).lo) < 4e-6


def test_a_wrong_guess_of_the_logarithm_only_widens(monkeypatch: pytest.MonkeyPatch) -> None:
    right = np.log
    monkeypatch.setattr(np, "log", lambda values: right(values) + 0.4)
    box = ArrayIntervals().log(np.array([0.3, 7.0]))
    with precision(200):
        assert held(box, [arb(0.3).log(), arb(7.0).log()])
    assert np.all(box.hi - box.lo > 0.01)


def test_what_has_no_answer_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        1 / Intervals(np.array([-1.0]), np.array([1.0]))
    with pytest.raises(ZeroDivisionError):
        ArrayIntervals().log(np.array([0.0]))


def test_a_rounding_that_is_not_outward_is_noticed() -> None:
    """The control: plain float64 sums, taken as exact, do not hold the exact sums."""
    left, right = points(5), points(6)
    plain = left + right
    with precision(4000):
        values = [exact(float(a)) + exact(float(b)) for a, b in zip(left, right, strict=True)]
    assert not held(Intervals(plain, plain), values)
