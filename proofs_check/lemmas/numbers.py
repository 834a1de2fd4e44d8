"""Real numbers as the formulas see them, and two small facts that many proofs use.

`NUM` is the arithmetic that reference/formulas/ is run with: what is proved about its terms is proved about what runs.
"""

from __future__ import annotations

from types import SimpleNamespace

import z3

from proofs_check.logic.rules import axiom, lemma

Real, Int = z3.RealSort(), z3.IntSort()
r = z3.Real("r")
root = z3.Function("root", Real, Real)
ROOT = axiom(
    "root",
    z3.And(root(r) >= 0, root(r) * root(r) == r),
    over="r",
    given={"argument": r >= 0},
    why="a number >= 0 has one root >= 0 (Rudin, Principles of Mathematical Analysis, theorem 1.21)",
)


def _number(value: object) -> z3.ExprRef:
    return value if z3.is_expr(value) else z3.RealVal(value)


def _first(better):
    """The first of several values that no later one beats."""

    def chosen(*values):
        best = values[0]
        for value in values[1:]:
            best = z3.If(better(best, value), best, value)
        return best

    return chosen


NUM = SimpleNamespace(
    number=z3.RealVal,
    sqrt=lambda value: root(_number(value)),
    min=_first(lambda one, other: one <= other),
    max=_first(lambda one, other: one >= other),
    if_less=lambda one, other, then, otherwise: z3.If(one < other, _number(then), _number(otherwise)),
)

a, b, c = z3.Reals("a b c")
SCALES = lemma("multiples keep the order", {"factor": a >= 0, "order": b <= c}, a * b <= a * c)
SHORTER = lemma(
    "smaller squares, smaller lengths", {"lengths": z3.And(a >= 0, b >= 0), "squares": a * a <= b * b}, a <= b
)
