"""Formulas about numbers as data that a program evaluates: [operation, part, ...], with names as a reader sees them.

The accountant reads them without z3 (accountant.deployment.formula). A formula that speaks of anything else has no such form.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

import z3

from proofs_check.logic.obligations import Formula, Term, whole_power
from proofs_check.logic.printed import shown, sign
from proofs_check.logic.shapes import shape

Exact: TypeAlias = "int | str | list[Exact]"
_OPERATIONS = {
    z3.Z3_OP_AND: "and", z3.Z3_OP_OR: "or", z3.Z3_OP_NOT: "not", z3.Z3_OP_LE: "<=", z3.Z3_OP_GE: ">=", z3.Z3_OP_LT: "<",
    z3.Z3_OP_GT: ">", z3.Z3_OP_EQ: "=", z3.Z3_OP_ADD: "+", z3.Z3_OP_SUB: "-", z3.Z3_OP_UMINUS: "-", z3.Z3_OP_MUL: "*",
    z3.Z3_OP_DIV: "/",
}  # fmt: skip
_NUMBERS = (z3.Z3_INT_SORT, z3.Z3_REAL_SORT, z3.Z3_BOOL_SORT)


class _Other(Exception):
    """The formula is not only about numbers."""


def exactly(formula: Formula) -> Exact | None:
    """The formula without its outer `for all`, or None: a name is then a number, or what a function is at every place.

    A function stands for one number only if all its places are the same, and no bound variable stands for itself. A condition
    on bound variables is dropped: what is left says more.
    """
    while z3.is_quantifier(formula) and formula.is_forall():
        formula = formula.body()
    try:
        return _exactly(formula, {})
    except _Other:
        return exactly(formula.arg(1)) if z3.is_implies(formula) else None


def _exactly(term: Term, places: dict[str, tuple[int, ...]]) -> Exact:
    if not z3.is_app(term) or term.sort().kind() not in _NUMBERS:
        raise _Other
    found = shape(term)
    if found.kind == z3.Z3_OP_ANUM:
        number = Fraction(str(term))
        return number.numerator if number.denominator == 1 else ["/", *number.as_integer_ratio()]
    if found.kind == z3.Z3_OP_TO_REAL:
        return _exactly(found.inside[0], places)
    if found.kind in _OPERATIONS:
        return [_OPERATIONS[found.kind], *(_exactly(part, places) for part in found.inside)]
    if found.kind == z3.Z3_OP_POWER and whole_power(term):
        return ["^", *(_exactly(part, places) for part in found.inside)]
    if sign(term) == "root":
        return ["sqrt", _exactly(found.inside[0], places)]
    if found.kind != z3.Z3_OP_UNINTERPRETED or sign(term) or not all(map(_is_place, found.inside)):
        raise _Other
    place = tuple(part.get_id() for part in found.inside)
    if places.setdefault(found.name, place) != place:
        raise _Other
    return shown(found.name)


def _is_place(term: Term) -> bool:
    """A variable, bound or not."""
    return z3.is_var(term) or (shape(term).kind == z3.Z3_OP_UNINTERPRETED and not term.num_args())
