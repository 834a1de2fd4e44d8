"""Obligations about polynomials in Coq: what is printed says what z3 was asked, and what has a solution is not proved."""

from __future__ import annotations

from pathlib import Path

import pytest
import z3

from paper_claims.audit.judging import Audit
from proofs_check.coq import compiler as coq
from proofs_check.coq import polynomial
from proofs_check.method.engines import smtlib

x, y = z3.Reals("x y")
COQ = pytest.mark.skipif(not coq.version(), reason=f"Coq is not installed ({coq.INSTALL})")


@pytest.mark.parametrize(
    ("formulas", "says"),
    [
        ([x > 1, x * x < 1], "forall x0 : R, (x0 > (1)) -> ((x0 * x0) < (1)) -> False"),
        ([z3.Not(x <= y / 2)], "forall x0 x1 : R, (x0 > (x1 * (1 / 2))) -> False"),
        ([x / y > 1], "forall x0 x1 x2 : R, (x0 = 0 \\/ x0 * x1 = 1) -> ((x2 * x1) > (1)) -> False"),
    ],
)
def test_an_obligation_is_printed(formulas: list[z3.BoolRef], says: str) -> None:
    assert polynomial.statement(smtlib(formulas)) == says


def test_quantifiers_are_not_stated() -> None:
    with pytest.raises(polynomial.NotPolynomial):
        polynomial.statement(smtlib([z3.ForAll([x], x > y)]))


@COQ
def test_coq_proves_what_has_no_solution_and_nothing_else() -> None:
    asked = {"right": [x > 1, y > 1, x * y <= 1], "wrong": [x > 1, y > 1, x * y <= 2]}
    found = {name: polynomial.statement(smtlib(formulas)) for name, formulas in asked.items()}
    assert set(polynomial.tried(found)) == {"right"}
    for name, accepted in (("right", True), ("wrong", False)):
        texts = {"One": polynomial.theory({name: found[name]}, {name: "nra"})}
        done = coq.compile_theories(texts, ["One"], coq.cache_folder(), coq.version())["One"]
        assert done.accepted == accepted


@COQ
def test_the_theory_is_about_the_obligations_of_today(obligations: Path, whole_audit: Audit) -> None:
    found = polynomial.confirmed(obligations / "checks")
    assert set(found.values()) == {"unsat"}
    text = (coq.THEORIES / f"{polynomial.THEORY}.v").read_text(encoding="utf-8")
    assert len(found) == len(polynomial.stated(text)), "print it again: python -m proofs_check.coq.polynomial"
