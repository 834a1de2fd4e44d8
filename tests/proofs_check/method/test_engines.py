"""A second engine: it reads what is written, one that says unsat to everything is not believed, contradictions are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import z3

from proofs_check.logic import obligations
from proofs_check.logic.rules import lemma
from proofs_check.method import engines, smt
from proofs_check.method.smt import prove


def test_names_are_plain_and_a_sum_of_one_is_that_summand() -> None:
    s, Lambda = z3.Real("s'"), z3.Real("Λ")
    text = engines.smtlib([s > Lambda, Lambda > s, z3.Sum(s) == z3.Sum(z3.RealVal(0), Lambda)])
    assert text.isascii()
    assert "s'" not in text
    assert text.count("declare-fun") == 2


def test_obligations_are_written_once(tmp_path: Path) -> None:
    x, y = z3.Reals("x y")
    with engines.written_to(tmp_path, obligations, smt):
        for name in ("first", "second"):
            assert prove([x > 0, y > 0], x * y > 0).result == "holds"
            lemma(f"a product is positive, {name}", {"both": z3.And(x > 0, y > 0)}, x * y > 0)
    assert prove([x > 1], x > 0).result == "holds"  # outside: not written
    assert len(list(tmp_path.glob("*.smt2"))) == 2


def test_an_engine_that_says_unsat_to_everything_is_caught(tmp_path: Path) -> None:
    (tmp_path / "one.smt2").write_text("(assert false)")
    assert not engines.believed(lambda text: "unsat")
    assert engines.answers(tmp_path, {"liar": lambda text: "unsat"}) == {"one": {}}


def test_contradictions_and_what_one_engine_decides_are_told_apart() -> None:
    found = engines.summary({"a": {"e": "unsat", "f": "unknown"}, "b": {"e": "unknown"}, "c": {"e": "sat"}})
    assert found["z3 alone"] == ["b", "c"]
    assert found["contradicted"] == ["c"]
    assert found["confirmed"] == {"e": 1}


def test_a_question_about_numbers_has_a_solution_where_the_obligation_has_one() -> None:
    """x/0 = 0 included; a quotient, a power and a value of a function are no numbers yet."""
    x, y, f = z3.Real("x"), z3.Real("y"), z3.Function("f", z3.RealSort(), z3.RealSort())
    for formulas in ([x / y > 1, y > 0], [x / y == 0, y == 0, x == 3], [f(x / y) > f(y), x**3 == -8]):
        solver = z3.Solver()
        solver.from_string(engines.in_numbers(engines.smtlib(formulas)))
        assert solver.check() == z3.sat
        assert all(word not in solver.sexpr() for word in ("(/ ", "(^ ", "f("))
    for everywhere, answer in ((f(x) > y, z3.unsat), (f(x) >= 0, z3.sat)):
        solver = z3.Solver()
        solver.from_string(engines.in_numbers(engines.smtlib([z3.ForAll([x], everywhere), f(y) == 0, y > 0])))
        assert solver.check() == answer


def test_what_is_left_open_is_asked_again_about_numbers(tmp_path: Path) -> None:
    """An answer that this question has a solution contradicts nothing: f(x) and f(0) are two numbers there."""
    x, f = z3.Real("x"), z3.Function("f", z3.RealSort(), z3.RealSort())
    (tmp_path / "one.smt2").write_text(engines.smtlib([f(x) > 0, f(x) < 0]))
    found = engines.answers(tmp_path, {"plain": numbers_only})
    assert found == {"one": {"plain": "unsat"}}
    (tmp_path / "one.smt2").write_text(engines.smtlib([f(x) > 0, x == 0, f(0) < 0]))
    found = engines.answers(tmp_path, {"plain": numbers_only})
    assert engines.summary(found)["contradicted"] == []
    assert engines.summary(found)["z3 alone"] == ["one"]


def numbers_only(text: str) -> str:
    """z3 as an engine that knows no functions."""
    if re.search(r"declare-fun \S+ \([A-Z]", text):
        return "unknown"
    solver = z3.Solver()
    solver.from_string(text)
    return str(solver.check())


@pytest.mark.skipif("cvc5" not in engines.installed(), reason="cvc5 is not installed: pip install cvc5")
def test_cvc5_reads_what_is_written(tmp_path: Path) -> None:
    x, y = z3.Reals("x' Λ")
    assert engines.believed(engines.cvc5)
    with engines.written_to(tmp_path, obligations, smt):
        assert prove([x > 0, y > 0], (x + y) / 2 >= z3.If(x < y, x, y)).result == "holds"
    assert engines.answers(tmp_path, {"cvc5": engines.cvc5}).popitem()[1] == {"cvc5": "unsat"}
    assert engines.cvc5(engines.smtlib([x * y > 2])) != "unsat"


@pytest.mark.skipif("cvc5" not in engines.installed(), reason="cvc5 is not installed: pip install cvc5")
def test_coverings_decide_what_linearization_leaves_open() -> None:
    x, y = z3.Reals("x y")
    square = engines.smtlib([x * x + y * y < 2 * x * y])
    assert engines._coverings(square) == "unsat"
    assert engines.cvc5(square) == "unsat"
    assert engines._coverings(engines.smtlib([x * x + y * y < 2 * x * y + 1])) == "sat"


def test_a_covering_that_does_not_stop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(text: str, **options: str) -> str:
        while True:
            pass

    monkeypatch.setattr(engines, "COVERING", 1)
    monkeypatch.setattr(engines, "_cvc5", forever)
    assert engines._coverings("(check-sat)") == "unknown"
