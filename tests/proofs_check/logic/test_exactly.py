"""Formulas as data: what speaks of numbers only, and what does not."""

from __future__ import annotations

import z3

from proofs_check.logic.exactly import exactly

x, sigma = z3.Reals("x sigma")
n, i, j = z3.Ints("n i j")
f = z3.Function("n_i", z3.IntSort(), z3.IntSort())
V = z3.DeclareSort("V")


def test_numbers_are_data() -> None:
    assert exactly(z3.And(sigma > 0, x**2 * z3.Q(1, 3) > 1)) == [
        "and", [">", "σ", 0], [">", ["*", ["^", "x", 2], ["/", 1, 3]], 1]
    ]  # fmt: skip
    assert exactly(z3.Not(x < -sigma)) == ["not", ["<", "x", ["-", "σ"]]]


def test_a_function_at_one_place_is_a_number() -> None:
    assert exactly(z3.ForAll([i], f(i) >= 1)) == [">=", "n_i", 1]
    assert exactly(z3.ForAll([i], z3.Implies(i >= 0, f(i) >= 1))) == [">=", "n_i", 1]  # claims more
    assert exactly(z3.ForAll([i, j], f(i) <= f(j))) is None  # two numbers under one name
    assert exactly(f(n) <= f(n + 1)) is None
    assert exactly(z3.ForAll([i], f(i) >= i)) is None
    assert exactly(z3.ForAll([i], z3.Implies(f(i) >= 1, i >= 0))) is None


def test_nothing_else_has_such_a_form() -> None:
    u, v = z3.Consts("u v", V)
    assert exactly(u == v) is None
    assert exactly(z3.Or(x > 0, z3.ForAll([i], f(i) >= 1))) is None  # not in front
    assert exactly(z3.Exists([i], f(i) >= 1)) is None
    assert exactly(z3.ToInt(x) == 1) is None
    assert exactly(n / 2 == 1) is None  # of whole numbers
    assert exactly(x**sigma > 0) is None
    assert exactly(z3.If(x > 0, x, -x) >= 0) is None
