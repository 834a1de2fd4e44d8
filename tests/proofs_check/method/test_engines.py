"""A second engine: it reads what is written, one that says unsat to everything is not believed, contradictions are found."""

from __future__ import annotations

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


@pytest.mark.skipif("cvc5" not in engines.installed(), reason="cvc5 is not installed: pip install cvc5")
def test_cvc5_reads_what_is_written(tmp_path: Path) -> None:
    x, y = z3.Reals("x' Λ")
    assert engines.believed(engines.cvc5)
    with engines.written_to(tmp_path, obligations, smt):
        assert prove([x > 0, y > 0], (x + y) / 2 >= z3.If(x < y, x, y)).result == "holds"
    assert engines.answers(tmp_path, {"cvc5": engines.cvc5}).popitem()[1] == {"cvc5": "unsat"}
    assert engines.cvc5(engines.smtlib([x * y > 2])) != "unsat"
