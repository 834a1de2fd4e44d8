"""Terms taken apart once, for what reads theorems: each question to z3 about a term takes as long as ten lines of Python."""

from __future__ import annotations

from dataclasses import dataclass

import z3

from proofs_check.logic.obligations import Symbol, Term


@dataclass(frozen=True, slots=True)
class Shape:
    """`inside`: the arguments, or the body of a quantifier. `kind`, `symbol`, `name`: of an application, else empty."""

    term: Term  # alive, so that its id stays its own
    inside: tuple[Term, ...]
    kind: int | None = None
    symbol: Symbol = None
    name: str = ""


_shapes: dict[int, Shape] = {}  # by address: terms of two contexts may have one id


def shape(term: Term) -> Shape:
    found = _shapes.get(term.as_ast().value)
    if found is None:
        symbol = term.decl() if z3.is_app(term) else None
        said = (symbol.kind(), symbol, symbol.name()) if symbol is not None else ()
        found = _shapes[term.as_ast().value] = Shape(term, tuple(term.children()), *said)
    return found


def names_in(term: Term) -> set[str]:
    """The names of its uninterpreted symbols."""
    seen: dict[int, Shape] = {}
    queue = [term]
    while queue:
        part = queue.pop()
        if part.get_id() not in seen:
            seen[part.get_id()] = found = shape(part)
            queue += found.inside
    return {found.name for found in seen.values() if found.kind == z3.Z3_OP_UNINTERPRETED}
