"""Where a proof meets the premises of the theorems that it cites. Only for readers: the rules have checked it already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from proofs_check.logic.obligations import Formula, quantified
from proofs_check.logic.rules import Theorem, Use, at, substitution, symbols

STEPS = 50_000  # of the solver, to see whether one fact alone is enough
IN_THE_PROOF = "several facts together"


def met(theorem: Theorem) -> dict[str, dict[str, str]]:
    """For each theorem that the proof cites: premise by premise, which fact gives it at the place of its (last) use."""
    items = [item for part in _cited(theorem) for item in part]
    parts = [(name, part) for name, fact in _facts(theorem, items) for part in _parts(fact)]
    return {
        use.theorem.name: {
            slug: _source(_at(use, premise), parts) for slug, premise in use.theorem.given.items()
        }
        for use in items
        if isinstance(use, Use)
    }


def known_in(theorem: Theorem) -> list[list[tuple[str, Formula]]]:
    """The facts at the end of a proof, each with its source; of an induction those of the base and those of the step."""
    *base, step = _cited(theorem)
    return [*(list(_facts(theorem, items, later=False)) for items in base), list(_facts(theorem, step))]


def _cited(theorem: Theorem) -> list[list[Any]]:
    """What the proof cites, of an induction in the base and in the step; a theorem cited as it is is a use without values."""
    parts = theorem.proof[3:] if theorem.proof[:1] == ("induct",) else [theorem.proof[1:]]
    return [[Use(item, {}) if isinstance(item, Theorem) else item for item in _flat(part)] for part in parts]


def _flat(proof: tuple[Any, ...]) -> Iterator[Any]:
    for item in proof:
        yield from _flat(item) if isinstance(item, tuple) else [item]


def _facts(theorem: Theorem, items: list[Any], later: bool = True) -> Iterator[tuple[str, Formula]]:
    """The premises, the definitions, their instances that the proof names, its intermediate steps, and what it cites."""
    named = {slug: [premise] for slug, premise in theorem.given.items()}
    named |= {definition.symbol.name(): list(definition.says) for definition in theorem.where}
    for name, formulas in named.items():
        word = f"premise {name}" if name in theorem.given else f"definition of {name}"
        yield from ((word, formula) for formula in formulas)
    if theorem.proof[:1] == ("induct",) and later:
        _, k, shows, *_ = theorem.proof
        yield "the induction hypothesis", z3.And(k >= 0, shows)
    if theorem.proof[:1] == ("discharge",):
        yield from ((f"condition {slug}", theorem.proof[1].given[slug]) for slug in theorem.proof[2])
    for item in items:
        if isinstance(item, at):
            word = f"premise {item.of}" if item.of in theorem.given else f"definition of {item.of}"
            for formula in named.get(item.of, ()):
                if z3.is_quantifier(formula) and formula.num_vars() == len(item.terms):
                    values = [_value(term, formula.var_sort(i)) for i, term in enumerate(item.terms)]
                    yield word, z3.substitute_vars(formula.body(), *reversed(values))
        elif z3.is_expr(item) and z3.is_bool(item):
            yield "a step of the proof", item
    yield from ((item.theorem.name, _at(item, item.theorem.shows)) for item in items if isinstance(item, Use))


def _value(term: Any, sort: z3.SortRef) -> Any:
    if z3.is_expr(term):
        return z3.ToReal(term) if term.sort() == z3.IntSort() and sort == z3.RealSort() else term
    return z3.RealVal(term) if sort == z3.RealSort() else z3.IntVal(term)


def _at(use: Use, formula: Formula) -> Formula:
    fact = use.theorem
    known = symbols(fact.shows, *fact.given.values(), *(f for d in fact.where for f in d.says))
    changed = substitution(known, dict(use.values), fact.name)(formula)
    return z3.ForAll(list(use.over), changed) if use.over and formula is fact.shows else changed


def _parts(fact: Formula) -> Iterator[Formula]:
    yield fact
    if z3.is_and(fact):
        for part in fact.children():
            yield from _parts(part)
    elif z3.is_implies(fact):
        yield from _parts(fact.arg(1))


def _source(premise: Formula, parts: list[tuple[str, Formula]]) -> str:
    """The fact that is the premise, or that implies it alone; several for a conjunction."""
    if z3.is_true(z3.simplify(premise)):
        return "true"
    for name, part in parts:
        if part.eq(premise):
            return name
    if z3.is_and(premise):
        return "; ".join(dict.fromkeys(_source(part, parts) for part in premise.children()))
    if _follows(premise, []):
        return "true"
    speaks = set(symbols(premise))
    for name, part in parts:
        if not quantified(part) and speaks <= set(symbols(part)) and _follows(premise, [part]):
            return name
    return IN_THE_PROOF


def _follows(goal: Formula, facts: list[Formula]) -> bool:
    if quantified(goal):
        return False
    solver = z3.Solver()
    solver.set("rlimit", STEPS)
    solver.add(*facts, z3.Not(goal))
    return bool(solver.check() == z3.unsat)
