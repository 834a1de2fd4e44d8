"""Joint models of SoftmaxReg in which nothing moves: K logits are K numbers, and e^x and log x are known in balls."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import Any

import z3
from flint import arb

from accountant.numbers.balls import enclosure, exact, precision
from proofs_check.logic.models import Undecided, root


def _ball(term: z3.ExprRef, known: dict[str, arb]) -> arb:
    """The value of a term that is built from numbers and from what is known."""
    if z3.is_rational_value(term) or z3.is_int_value(term):
        return exact(Fraction(str(term)))
    if z3.is_const(term) and term.decl().name() in known:
        return known[term.decl().name()]
    values = [_ball(part, known) for part in term.children()]
    if z3.is_app(term) and term.decl().kind() in _OPERATIONS and values:
        return reduce(_OPERATIONS[term.decl().kind()], values) if len(values) > 1 else -values[0]
    raise Undecided(str(term))


_OPERATIONS: dict[int, Any] = {
    z3.Z3_OP_ADD: operator.add,
    z3.Z3_OP_SUB: operator.sub,
    z3.Z3_OP_UMINUS: operator.neg,
    z3.Z3_OP_MUL: operator.mul,
    z3.Z3_OP_DIV: operator.truediv,
}


def in_balls(name: str, function, known: dict[str, arb]):
    """A function of numbers by its two ends, at each number that balls can evaluate."""

    def meaning(value: z3.ExprRef):
        with precision(128):
            ball = function(_ball(z3.simplify(value), known))
            at = z3.Real(f"{name} of {z3.simplify(value)}")
            known[at.decl().name()] = ball
            ends = enclosure(ball)
        return at, [z3.RealVal(str(ends.lo)) <= at, at <= z3.RealVal(str(ends.hi))]

    return meaning


def _root_in_balls(known: dict[str, arb]):
    def meaning(value: z3.ExprRef):
        found = root(value)
        if isinstance(found, tuple):
            with suppress(Undecided):
                known[found[0].decl().name()] = _ball(z3.simplify(value), known).sqrt()
        return found

    return meaning


def still(
    size: int, sorts: Mapping[str, Any], lone: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Sorts and meanings for `size` classes: every record is 0, every model stays at 0. Nothing else differs from `lone`."""
    sort, make, fields = z3.TupleSort(f"K{size}", [z3.RealSort()] * size)
    listed = lambda v: [field(v) for field in fields]  # noqa: E731
    dot = lambda a, b: z3.Sum(*(p * q for p, q in zip(listed(a), listed(b), strict=True)))  # noqa: E731
    zero = make(*[z3.RealVal(0)] * size)
    vector = {
        "add": lambda a, b: make(*(p + q for p, q in zip(listed(a), listed(b), strict=True))),
        "scale": lambda r, a: make(*(r * p for p in listed(a))),
        "dot": dot,
        "norm": lambda a: root(dot(a, a)),
        "zero": zero,
    }
    unit = lambda k: make(*(z3.If(k == i, z3.RealVal(1), z3.RealVal(0)) for i in range(size)))  # noqa: E731

    def entries(v, k):
        return sum((z3.If(k == i, part, z3.RealVal(0)) for i, part in enumerate(listed(v))), z3.RealVal(0))

    def uniform(v):
        if not z3.is_true(z3.simplify(v == zero)):
            raise Undecided(str(v))
        return make(*[z3.Q(1, size)] * size)

    def products(a, b, k):
        pairs = zip(listed(a), listed(b), strict=True)
        return sum((z3.If(k > i, p * q, z3.RealVal(0)) for i, (p, q) in enumerate(pairs)), z3.RealVal(0))

    known: dict[str, arb] = {}
    meanings = {
        **lone,
        **{name + mark: meaning for name, meaning in vector.items() for mark in ("", "_L")},
        **{name: lambda *_: zero for name in ("f", "f'", "moved", "moved'", "B", "B'", "crossed")},
        **{
            "v": zero,
            "zero": zero,
            "zero_L": zero,
            "classes": size,
            "entry": entries,
            "dots": products,
            "softmax": uniform,
        },
        "outer": lambda x, u: vector["scale"](x, u),
        "logits": lambda f, x: vector["scale"](x, f),
        "index_of": lambda k: z3.If(k, z3.IntVal(1), z3.IntVal(0)),
        "onehot": lambda k: unit(z3.If(k, z3.IntVal(1), z3.IntVal(0))),
        "y": lambda z: unit(z3.If(z >= 0, z3.IntVal(1), z3.IntVal(0))),
        "features": lambda z: z3.RealVal(0),
        "powers": lambda v, k: _undecided(v),
        "root": _root_in_balls(known),
        "expo": in_balls("e to the power", lambda x: x.exp(), known),
        "ln": in_balls("log", lambda x: x.log(), known),
    }
    return {**sorts, "V": sort, "L": sort}, meanings


def _undecided(term: z3.ExprRef):
    raise Undecided(str(term))
