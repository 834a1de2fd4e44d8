"""Shorthands over the rules. Nothing here is trusted: every theorem goes through `lemma` or `induct`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import z3

from proofs_check.logic import rules
from proofs_check.logic.rules import (
    LEDGER,
    Definition,
    Rejected,
    Theorem,
    equal_to,
    induct,
    lemma,
    recursive,
    substitution,
    symbols,
)


def running(
    total: z3.FuncDeclRef, summand: Callable, nothing: z3.ExprRef, plus: Callable = lambda a, b: a + b
) -> Definition:
    """total(..., k) = the sum of summand(..., i) for i < k."""
    return recursive(total, lambda *args: nothing, lambda *args: plus(args[-1], summand(*args[:-1])))


def instance(
    name: str,
    theorem: Theorem,
    meets: Iterable[str] = (),
    by: Iterable = (),
    given: Mapping[str, z3.BoolRef] = {},
    where: Iterable[Definition] = (),
    **values: object,
) -> Theorem:
    """The theorem at these values. Premises that `by` meets are gone, all others are carried over; `given` adds new ones.

    A definition whose body the values change is made anew, from its own recursion or equation at these values.
    """
    says = [formula for d in theorem.where for formula in d.says]
    known = symbols(theorem.shows, *theorem.given.values(), *says)
    defined = {d.symbol.name() for d in theorem.where}
    if defined & {*values, *_inside(values, known)}:
        raise Rejected(
            f"{name}: {sorted(defined)} are defined in {theorem.name!r}, no value may replace or use them",
            name,
        )
    change = substitution(known, values, theorem.name)
    kept = {slug: change(premise) for slug, premise in theorem.given.items() if slug not in meets}
    where = [*where, *(changed(d, change) for d in theorem.where)]
    return lemma(name, {**kept, **given}, change(theorem.shows), [*by, theorem.at(**values)], where)


def _inside(values: Mapping[str, object], known: Mapping[str, z3.FuncDeclRef]) -> set[str]:
    """The symbols inside the values."""
    bodies = []
    for symbol, value in values.items():
        if symbol in known and callable(value) and not z3.is_expr(value):
            value = value(
                *(z3.FreshConst(known[symbol].domain(i), "x") for i in range(known[symbol].arity()))
            )
        bodies += [value] if z3.is_expr(value) else []
    return set(symbols(*bodies))


def changed(definition: Definition, change: Callable) -> Definition:
    """The definition with other values in its body, made by the rule that made it."""
    symbol, says = definition.symbol, [_body(change(formula)) for formula in definition.says]
    if len(says) == 1:
        return equal_to(
            symbol, lambda *args: _with(says[0], args).arg(1 if _applies(says[0].arg(0), symbol) else 0)
        )
    first, later = says

    def start(*args):
        both = _with(first, args)
        return both.arg(1) if _applies(both.arg(0), symbol) else both.arg(0)

    def following(*args):
        *outer, k, before = args
        equation = _with(later, (*outer, k)).arg(1)
        return z3.substitute(equation.arg(1), (symbol(*outer, k), before))

    return recursive(symbol, start, following)


def _body(formula: z3.BoolRef) -> z3.BoolRef:
    return formula.body() if z3.is_quantifier(formula) else formula


def _applies(term: z3.ExprRef, symbol: z3.FuncDeclRef) -> bool:
    while z3.is_select(term):
        term = term.arg(0)
    return z3.is_app(term) and term.decl() == symbol


def _with(body: z3.ExprRef, args: tuple) -> z3.ExprRef:
    return z3.substitute_vars(body, *reversed(args)) if args else body


def without(theorem: Theorem, slug: str) -> Theorem:
    """The same proof without this premise: raises Rejected if the premise is needed."""
    given = {s: p for s, p in theorem.given.items() if s != slug}
    name = f"{theorem.name} without {slug}"
    if theorem.proof[0] == "lemma":
        return lemma(name, given, theorem.shows, theorem.proof[1], theorem.where)
    _, k, shows, base, step = theorem.proof
    return induct(name, k, given, shows, base, step, theorem.where)


@dataclass(frozen=True)
class Refutation:
    """Not a theorem: a record that the premises hold at the example and the conclusion fails, both by evaluation."""

    name: str
    given: Mapping[str, z3.BoolRef]
    shows: z3.BoolRef
    example: Mapping[str, object]


def refute(
    name: str, given: Mapping[str, z3.BoolRef], shows: z3.BoolRef, example: Mapping[str, object]
) -> Refutation:
    change = substitution(symbols(shows, *given.values()), example, name)
    for formula in [*given.values(), shows]:
        for nonzero in rules._divisors(formula):
            if not z3.is_true(z3.simplify(change(nonzero))):
                raise Rejected(f"{name}: the example divides by zero in {formula}", name)
    for slug, formula in given.items():
        if not z3.is_true(z3.simplify(change(formula))):
            raise Rejected(f"{name}: the example does not meet {slug!r}", name, slug)
    if not z3.is_false(z3.simplify(change(shows))):
        raise Rejected(f"{name}: the conclusion holds at the example", name)
    return Refutation(name, dict(given), shows, dict(example))


def below(theorem: Theorem) -> set[str]:
    """All theorems that this one uses, directly or not."""
    found, queue = set(), list(theorem.uses)
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += LEDGER[name].uses
    return found


def tier(theorem: Theorem) -> str:
    """composed: from axioms alone. with leaves: some part is another tool's word."""
    leaves = [name for name in theorem.rests if LEDGER[name].kind == "leaf"]
    return f"composed with {len(leaves)} leaves" if leaves else "composed"
