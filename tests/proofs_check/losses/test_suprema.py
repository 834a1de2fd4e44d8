"""Largest slopes and curvatures: proved constants, places that reach them, and losses that have none."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs_check.losses.suprema import NoConstant, constants, derivative_agrees
from reference.loss_files.file import LossFile, parsed
from reference.loss_files.trees import number, plus, times


def file(formula: str, more: str = "") -> LossFile:
    return parsed(f'loss = "{formula}"\n{more}')


BALL = "[setting]\nR = 2\n"


@pytest.mark.parametrize(
    ("formula", "more", "S", "kappa"),
    [
        ("max(0, 1 - z)^2", BALL, 6, 2),
        ("where(z <= 0, 1/2 - z, where(z < 1, (1 - z)^2/2, 0))", "", 1, 1),
        ("z^4", BALL, 32, 48),
        ("3*z", "", 3, 0),
        ("h*z^2", BALL + "[parameters]\nh = [1, 2]", 8, 4),
        ("log(1 + exp(-z))", "", 1, 0.25),
        ("exp(-z)", BALL, math.exp(2), math.exp(2)),
        ("log(1 + exp(-t*z))/t", BALL + "[parameters]\nt = ['0.5', 2]", 1 / (1 + math.exp(-4)), 0.5),
        ("sqrt(1 + (1 - z)^2)", BALL, 3 / math.sqrt(10), 1),
    ],
)
def test_constants_are_right(formula: str, more: str, S: float, kappa: float) -> None:
    found = constants(file(formula, more))
    assert float(found.S.upper) == pytest.approx(S, rel=1e-4)
    assert float(found.kappa.upper) == pytest.approx(kappa, rel=1e-4, abs=1e-6)
    assert found.S.lower <= found.S.upper
    assert found.kappa.lower <= found.kappa.upper
    assert found.S.upper >= Fraction(S) * (1 - Fraction(1, 10**12))
    assert found.kappa.upper >= Fraction(kappa) * (1 - Fraction(1, 10**12))


@pytest.mark.parametrize(
    ("formula", "more", "kind"),
    [
        ("max(0, 1 - z)", BALL, "kink"),
        ("abs(z)", "", "kink"),
        ("max(0, 1 - z)", "[setting]\nR = '1.5'", "kink"),
        ("where(z < 0, z, 1 - z)", BALL, "not convex"),
        ("-z^2", BALL, "not convex"),
        ("z^3", BALL, "not convex"),
        ("-exp(z)", BALL, "not convex"),
        ("(1 - z)^2", "", "unbounded"),
        ("exp(-z)", "", "unbounded"),
        ("log(z)", BALL, "undecided"),
        ("1/z", BALL, "undecided"),
        ("max(exp(-z), 1)", BALL, "undecided"),
    ],
)
def test_losses_without_constants(formula: str, more: str, kind: str) -> None:
    with pytest.raises(NoConstant) as error:
        constants(file(formula, more))
    assert error.value.kind == kind


def test_a_steep_parabola_is_no_kink() -> None:
    huber = "where(z > 1 + h, 0, where(z < 1 - h, 1 - z, (1 + h - z)^2 / (4*h)))"
    found = constants(file(huber, "[parameters]\nh = '0.00001'\n[setting]\nR = 2"))
    assert found.kappa.upper == 50_000


def test_a_kink_outside_the_ball_does_not_matter() -> None:
    found = constants(file("max(0, 1 - z)", "[setting]\nR = '0.5'"))
    assert (found.S.upper, found.kappa.upper) == (1, 0)


def test_a_wrong_slope_is_noticed() -> None:
    right = file("log(1 + exp(-z))", BALL)
    assert derivative_agrees(right) == (True, True)
    wrong = replace(right, slope=times(number(2), right.slope))
    assert derivative_agrees(wrong) == (False, False)
    bent = replace(right, curvature=plus(right.curvature, number(1)))
    assert derivative_agrees(bent) == (False, True)
