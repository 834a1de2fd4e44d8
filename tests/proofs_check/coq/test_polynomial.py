"""An obligation as a lemma about real numbers: what is printed says no more than what z3 was asked."""

from __future__ import annotations

import pytest
import z3

from proofs_check.coq.polynomial import FEW_PARTS, Lemma, NotStated, lemma
from proofs_check.method.engines import smtlib

x, y = z3.Reals("x y")
n, m = z3.Ints("n m")
p, q = z3.Bools("p q")
f = z3.Function("f", z3.IntSort(), z3.RealSort())


@pytest.mark.parametrize(
    ("formulas", "says", "linear"),
    [
        ([x > 1, y > 5, x < 1], "forall (x0 : R), 1 < x0 -> 1 > x0 -> False", True),
        ([z3.Not(x <= y / 2), 2 * x < y], "forall (x0 x1 : R), (x0 * (1 / 2)) < x1 -> (2 * x1) < x0 -> False", True),
        ([x * y < 1, y * x > 1], "forall (x0 x1 : R), 1 > (x0 * x1) -> 1 < (x1 * x0) -> False", True),
        ([x > 1, x * x < 1], "forall (x0 : R), 1 < x0 -> 1 > (x0 * x0) -> False", False),
        ([n > 0, n < 1], "forall (x0 : R), 1 <= x0 -> 1 >= (x0 + 1) -> False", True),
        ([f(n) > 1, f(n) < 1, f(m) > 1], "forall (x0 : R), 1 < x0 -> 1 > x0 -> False", True),
        ([z3.Implies(p, x > 0), p, x < 0], "forall (x0 : R) (p0 : Prop), (~ p0 \\/ 0 < x0) -> p0 -> 0 > x0 -> False", True),
        ([p == q, p, z3.Not(q)], "forall (p0 p1 : Prop), (~ p0 \\/ p1) -> p0 -> ~ p1 -> False", True),
        ([z3.ForAll([n], f(n) > 1), f(m) < 1], "forall (x0 : R), 1 > x0 -> 1 < x0 -> False", True),
    ],
)  # fmt: skip
def test_an_obligation_is_printed(formulas: list[z3.BoolRef], says: str, linear: bool) -> None:
    assert lemma(smtlib(formulas), z3.Context()) == Lemma(says, linear)


def test_a_quotient_is_a_product_with_an_inverse() -> None:
    says = lemma(smtlib([x / y > 1, x > 0, y > x]), z3.Context()).says
    assert "= 0 \\/" in says
    assert "= 1)" in says


@pytest.mark.parametrize("formulas", [[f(n) > f(m), n == m], [2 * n == 1]])
def test_what_needs_more_than_the_reading_keeps_all_conjuncts(formulas: list[z3.BoolRef]) -> None:
    """Congruence, whole numbers: the lemma has all conjuncts, and Coq will not prove it."""
    assert not lemma(smtlib(formulas), z3.Context()).linear


def test_what_z3_does_not_narrow_down_is_not_stated() -> None:
    many = [z3.Real(f"y{i}") > i for i in range(FEW_PARTS + 1)]
    with pytest.raises(NotStated):
        lemma(smtlib(many), z3.Context())
