"""The exact convolution behind the rounding claim, against sums over all outcomes in floats and against known limits."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from accountant.gaussian.functions import delta
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.replay import certified
from proofs_check.secure_sum.rounding import HONEST, SHIFT, divergence, rounded


def probability(k: int, mean: float, grid: float) -> float:
    """Pr[N(mean, 1) rounds to k grid]."""
    below, above = ((k + side) * grid - mean for side in (-0.5, 0.5))
    return (math.erf(above / math.sqrt(2)) - math.erf(below / math.sqrt(2))) / 2


def by_brute_force(grid: float, centre: float, shift: float, users: int) -> float:
    points = range(-9, 10)
    sums: dict[int, list[float]] = {}
    for outcome in product(points, repeat=users):
        rest = math.prod(probability(k, 0, grid) for k in outcome[1:])
        both = sums.setdefault(sum(outcome), [0.0, 0.0])
        for side, sign in enumerate((-1, 1)):
            both[side] += rest * probability(outcome[0], centre + sign * shift / 2, grid)
    return sum(max(p - math.exp(float(EPS)) * q, 0) for p, q in sums.values())


@pytest.mark.parametrize("users", [1, 2, 3])
@pytest.mark.parametrize(("grid", "centre"), [("2", "1"), ("3", "0.7"), ("5", "2.5")])
def test_agrees_with_all_outcomes(users: int, grid: str, centre: str) -> None:
    box = certified(lambda: divergence(Fraction(grid), Fraction(centre), Fraction(3, 2), users))
    assert math.isclose(float(box.lo), by_brute_force(float(grid), float(centre), 1.5, users), abs_tol=1e-12)


def test_probabilities_sum_to_one() -> None:
    points, beyond = rounded(Fraction(1, 3), Fraction(2))
    assert abs(float(sum(points) + beyond) - 1) < 1e-14
    assert float(beyond) < 1e-30


def test_a_fine_grid_is_the_gaussian_mechanism() -> None:
    """One user needs no convolution: as the grid shrinks, delta tends to the curve of the shift."""
    fine = certified(lambda: divergence(Fraction(1, 50), Fraction(0), Fraction(1), 1))
    exact = delta(EPS, 1)
    assert math.isclose(float(fine.lo), float(exact.lo), rel_tol=1e-3)


def test_no_shift_no_loss() -> None:
    box = certified(lambda: divergence(Fraction(4), Fraction(5, 2), Fraction(0)))
    assert float(box.hi) < 1e-25


def test_the_sum_of_all_users_has_the_noise_of_the_claim() -> None:
    assert SHIFT * SIGMA == math.isqrt(HONEST)
