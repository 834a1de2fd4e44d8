"""Every formula gives the same number in every number system."""

from __future__ import annotations

import inspect
import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
import z3

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from proofs_check.method.smt import Terms
from proofs_check.method.symbolic import SYMBOLIC
from reference import formulas
from reference.arithmetic import ARRAYS, FLOATS

# Arguments at which every formula is defined, as exact rationals; the mistake hunted is a number system that
# rounds, takes another branch or misses an operation.
VALUES: dict[str, Fraction] = {
    "target": Fraction(9, 10), "balance": Fraction(3, 2),
    "Lambda": Fraction(3, 10), "R": Fraction(7, 5), "c": Fraction(5, 4), "h": Fraction(1, 10), "p": Fraction(6),
    "n": Fraction(50), "m": Fraction(9), "M": Fraction(75), "z": Fraction(19, 20), "s": Fraction(1, 4),
    "C": Fraction(2, 3), "k": Fraction(3), "eps": Fraction(6, 5), "sigma": Fraction(2), "K_comp": Fraction(10),
    "beta": Fraction(11, 3), "G": Fraction(9, 8), "rho": Fraction(3, 4), "visits": Fraction(2),
    "divisor": Fraction(20), "exp_zp": Fraction(2), "sum_of_exp": Fraction(7), "z_label": Fraction(1, 3),
    "norm_squared": Fraction(8, 7), "loss": Fraction(5, 9), "x_l": Fraction(2, 3), "x_j": Fraction(-4, 5),
    "slope": Fraction(-1, 2), "f_l": Fraction(3, 7), "loss_gradient_l": Fraction(1, 9), "same_entry": Fraction(1),
    "curvature": Fraction(5), "s_p": Fraction(1, 5), "s_q": Fraction(3, 5), "is_label": Fraction(1),
    "same_class": Fraction(0), "norm_x_squared": Fraction(9, 4), "entries": Fraction(70), "sum_s2": Fraction(1, 2),
    "sum_s3": Fraction(1, 3), "bound": Fraction(5, 4), "length": Fraction(7, 3), "tau": Fraction(2, 9),
    "gradient_l": Fraction(-3, 8), "a_m": Fraction(1, 6), "kept": Fraction(4, 7), "top": Fraction(3, 5),
    "second": Fraction(1, 3), "a": Fraction(2, 9), "slow": Fraction(4), "late": Fraction(3),
    "honest": Fraction(3), "shift": Fraction(9, 5),
    "grid": Fraction(1, 64), "users": Fraction(2), "variance": Fraction(1, 8), "pi": Fraction(22, 7),
    "excess": Fraction(1, 20), "alpha": Fraction(5, 2), "delta": Fraction(1, 1000), "deviation": Fraction(3, 2),
    "failure": Fraction(1, 4096),
    "beta_loss": Fraction(9, 4), "change": Fraction(2, 7), "harmonic": Fraction(11, 6), "mean_yx_l": Fraction(-3, 4),
    "mu": Fraction(5, 6), "spread": Fraction(4, 9),
    "kappa": Fraction(1, 8), "r": Fraction(7, 4), "inner": Fraction(9, 10),
    "t": Fraction(2, 5), "two": Fraction(5), "lam": Fraction(3, 10), "norm_of_sum": Fraction(7, 3),
    "norm_of_difference": Fraction(4, 3), "b": Fraction(4, 3), "g": Fraction(2, 3),
    "j": Fraction(3), "w": Fraction(8), "largest": Fraction(17, 3), "B": Fraction(97), "nu": Fraction(1, 9),
    "x": Fraction(3, 5), "q": Fraction(1, 50), "ratio": Fraction(7, 4), "up": Fraction(5, 6), "down": Fraction(-5, 6),
    "y": Fraction(1, 3), "cosine": Fraction(4, 5), "sine": Fraction(3, 5), "share": Fraction(1, 3),
    "norm": Fraction(9, 7), "distance": Fraction(3, 2),
    "spacing": Fraction(1, 2), "last": Fraction(12), "density": Fraction(1, 7),
    "low": Fraction(1, 9), "near": Fraction(2, 3), "before": Fraction(3, 4), "first": Fraction(2),
    "average_l": Fraction(2, 7), "weight": Fraction(2, 11), "gap": Fraction(3, 4), "replaced": Fraction(1, 3),
}  # fmt: skip
SPECIAL: dict[tuple[str, str], Any] = {
    ("loss_gradient_softmax_on_ball", "K"): 5,
    ("step_weights", "M"): 6,
    ("weight_of_visits", "early"): 2,
    ("weight_of_visits", "lag"): 1,
    ("weight_of_visits", "period"): 2,
    ("sensitivity_of_visits", "weights"): [Fraction(1, 4), Fraction(1, 3)],
    ("sensitivity_of_visits", "shares"): [Fraction(1, 20), Fraction(0)],
    ("averaged_delta", "chances"): [Fraction(3, 4), Fraction(1, 4)],
    ("averaged_delta", "deltas"): [Fraction(1, 50), Fraction(1, 5)],
}
NAMES = [  # the others count whole things; `secure_sum.neighbour_graph` compares them with counts
    name
    for name, formula in inspect.getmembers(formulas, inspect.isfunction)
    if "Number" in str(formula.__annotations__)
]


def call(name: str, convert: Any, num: Any) -> list[Any]:
    """The formula with its arguments converted; several results for the one that returns a list."""
    arguments = {}
    for parameter in inspect.signature(getattr(formulas, name)).parameters:
        if parameter == "num":
            arguments["num"] = num
        elif (name, parameter) in SPECIAL:
            value = SPECIAL[name, parameter]
            arguments[parameter] = [convert(v) for v in value] if isinstance(value, list) else value
        else:
            arguments[parameter] = convert(VALUES[parameter] if parameter != "K" else Fraction(10))
    result = getattr(formulas, name)(**arguments)
    return result if isinstance(result, list) else [result]


def certified(name: str) -> list[Any]:
    with precision(128):
        return [enclosure(exact(ball)) for ball in call(name, exact, BALLS)]


def test_there_are_formulas() -> None:
    assert len(NAMES) > 80


@pytest.mark.parametrize("name", NAMES)
def test_floats_and_arrays_agree_with_balls(name: str) -> None:
    floats, arrays = call(name, float, FLOATS), call(name, lambda v: np.full(3, float(v)), ARRAYS)
    for box, number, array in zip(certified(name), floats, arrays, strict=True):
        assert box.hi - box.lo <= Fraction(1, 10**25)
        assert math.isclose(number, float(box.lo), rel_tol=1e-12, abs_tol=1e-15)
        assert np.allclose(array, float(box.lo), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_symbols_agree_with_balls(name: str) -> None:
    for box, expression in zip(certified(name), call(name, sp.Rational, SYMBOLIC), strict=True):
        value = sp.Rational(str(sp.N(sp.sympify(expression), 40)))
        assert box.lo - Fraction(1, 10**30) <= Fraction(str(value)) <= box.hi + Fraction(1, 10**30)


@pytest.mark.parametrize("name", NAMES)
def test_solver_terms_agree_with_balls(name: str) -> None:
    """z3 proves that the term lies in the ball's interval; exponentials stay symbols, so their term is only built."""
    terms = Terms()
    values = call(name, lambda v: z3.RealVal(str(v)), terms)
    for box, term in zip(certified(name), values, strict=True):
        assert z3.is_expr(term) or isinstance(term, int)
        if terms.opaque:
            continue
        solver = z3.Solver()
        solver.add(*terms.facts)
        assert solver.check() == z3.sat
        solver.add(z3.Or(term < z3.RealVal(str(box.lo)), term > z3.RealVal(str(box.hi))))
        assert solver.check() == z3.unsat


@pytest.mark.parametrize(
    "name", [name for name in NAMES if "num" not in inspect.signature(getattr(formulas, name)).parameters]
)
def test_rational_formulas_are_exact(name: str) -> None:
    for box, value in zip(certified(name), call(name, Fraction, None), strict=True):
        assert value in box


class TestRelations:
    """Relations between formulas, instead of copied numbers."""

    def test_kappa_grows_with_the_ball_and_ends_at_root_two(self) -> None:
        for K in (2, 3, 4, 10, 100):
            kappas = [formulas.loss_gradient_softmax_on_ball(rho, K) for rho in (0.01, 0.1, 1.0, 5.0, 30.0)]
            assert kappas == sorted(kappas)
            assert kappas[-1] == pytest.approx(math.sqrt(2), rel=1e-6)
            assert kappas[-1] <= math.sqrt(2)

    def test_kappa_at_a_small_ball_is_the_distance_of_the_uniform_point(self) -> None:
        for K in (2, 3, 7):
            assert formulas.loss_gradient_softmax_on_ball(0.0, K) >= math.sqrt(1 - 1 / K) - 1e-12

    def test_step_weights_stay_below_one_over_M_and_sum_to_at_most_one(self) -> None:
        for beta in (Fraction(1), Fraction(7, 2), Fraction(100)):
            weights = formulas.step_weights(beta, Fraction(1), 40, _RATIONALS)
            assert max(weights) <= Fraction(1, 40)
            assert sum(weights) <= 1

    def test_single_weights_without_the_loop(self) -> None:
        """One visit (a period of M) is one weight; they do not decrease from step to step."""
        for ratio, M in itertools.product(map(Fraction, ("1", "3/2", "4", "9.9", "70")), (1, 2, 7, 30)):
            weights = formulas.step_weights(ratio, Fraction(1), M, _RATIONALS)
            slow = min(M, math.floor(ratio))
            alone = [
                formulas.weight_of_visits(
                    1 / ratio, slow, M, int(m <= slow), int(m > slow), max(0, slow - m), M
                )
                for m in range(1, M + 1)
            ]
            assert weights == alone
            assert weights == sorted(weights)

    def test_closed_form_is_above_the_recursion(self) -> None:
        n, M, G, Lambda = 7, 21, Fraction(3), Fraction(1, 2)
        weights = formulas.step_weights(Fraction(4), Lambda, M, _RATIONALS)
        for j in range(n):
            shares = [Fraction(int(m % n == j)) for m in range(1, M + 1)]
            reached = formulas.sensitivity_of_visits(G, Lambda, weights, shares)
            assert (
                reached
                <= formulas.sensitivity_any_steps(G, Lambda, M, 3, 1)
                == formulas.sensitivity(G, Lambda, n)
            )

    def test_cap(self) -> None:
        assert formulas.capped_by_ball(0.3, 1.0) == 0.3
        assert formulas.capped_by_ball(9.0, 1.0) == 2.0


class _Rationals:
    """Fractions, for formulas without roots."""

    number = staticmethod(Fraction)
    min = staticmethod(min)


_RATIONALS: Any = _Rationals()
