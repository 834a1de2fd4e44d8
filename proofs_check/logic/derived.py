"""Shorthands over the rules. Nothing here is trusted: every theorem goes through `lemma` or `induct`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from proofs_check.logic.obligations import Formula, Symbol, Term
from proofs_check.logic.rules import (
    LEDGER,
    NONE,
    Change,
    Definition,
    Premises,
    Rejected,
    Theorem,
    discharge,
    divisors,
    equal_to,
    forget,
    induct,
    lemma,
    recursive,
    substitution,
    symbols,
)


def running(
    total: Symbol, summand: Callable[..., Term], nothing: Term, plus: Callable[..., Term] = lambda a, b: a + b
) -> Definition:
    """total(..., k) = the sum of summand(..., i) for i < k."""
    return recursive(total, lambda *args: nothing, lambda *args: plus(args[-1], summand(*args[:-1])))


def instance(
    name: str,
    theorem: Theorem,
    meets: Iterable[str] = (),
    by: Iterable[Any] = (),
    given: Premises = NONE,
    where: Iterable[Definition] = (),
    **values: Any,
) -> Theorem:
    """The theorem at these values. Premises that `by` meets are gone, all others are carried over; `given` adds new ones.

    A definition whose body the values change is made anew, from its own recursion or equation at these values.
    """
    meets = set(meets)
    if meets - set(theorem.given):
        raise Rejected(
            f"{name}: {theorem.name!r} has no premise {', '.join(sorted(meets - set(theorem.given)))}", name
        )
    known = symbols(theorem.shows, *theorem.given.values(), *(f for d in theorem.where for f in d.says))
    defined = {definition.symbol.name() for definition in theorem.where}
    if defined & {*values, *_inside(values, known)}:
        message = (
            f"{name}: {sorted(defined)} are defined in {theorem.name!r}, no value may replace or use them"
        )
        raise Rejected(message, name)
    change = substitution(known, values, theorem.name)
    kept = {slug: change(premise) for slug, premise in theorem.given.items() if slug not in meets}
    carried = [*where, *(_changed(definition, change) for definition in theorem.where)]
    return lemma(name, {**kept, **given}, change(theorem.shows), [*by, theorem.at(**values)], carried)


def _inside(values: Mapping[str, Any], known: Mapping[str, Symbol]) -> set[str]:
    """The symbols inside the values."""
    found: set[str] = set()
    for symbol, value in values.items():
        args: list[Term] = []
        if symbol in known and callable(value) and not z3.is_expr(value):
            args = [z3.FreshConst(known[symbol].domain(i), "x") for i in range(known[symbol].arity())]
            value = value(*args)
        if z3.is_expr(value):
            found |= set(symbols(value, fresh=args))
    return found


def _changed(definition: Definition, change: Change) -> Definition:
    """The definition with other values in its body, made by the rule that made it."""
    symbol, says = definition.symbol, [change(formula) for formula in definition.says]
    bodies = [formula.body() if z3.is_quantifier(formula) else formula for formula in says]
    if len(says) == 1:
        return equal_to(symbol, lambda *args: _right_side(bodies[0], args, symbol))

    def following(*args: Term) -> Term:
        *outer, k, before = args
        equation = _at(bodies[1], (*outer, k)).arg(1)
        return z3.substitute(equation.arg(1), (symbol(*outer, k), before))

    return recursive(symbol, lambda *args: _right_side(bodies[0], args, symbol), following)


def _right_side(equation: Formula, args: tuple[Term, ...], symbol: Symbol) -> Term:
    """What the symbol is equal to: z3 turns `f(x) = 0` around."""
    left, right = _at(equation, args).children()
    head = left
    while z3.is_select(head):
        head = head.arg(0)
    return right if z3.is_app(head) and head.decl() == symbol else left


def _at(body: Formula, args: tuple[Term, ...]) -> Formula:
    return z3.substitute_vars(body, *reversed(args)) if args else body


def without(theorem: Theorem, slug: str) -> Theorem:
    """The same proof without this premise: raises Rejected if the premise is needed."""
    if slug not in theorem.given or not theorem.proof:
        raise Rejected(f"{theorem.name!r} has no premise {slug!r}, or no proof", theorem.name, slug)
    return again(theorem, f" without {slug}", [slug])


def again(theorem: Theorem, other_name: str, dropped: Collection[str] = ()) -> Theorem:
    """The same proof under the name with this ending, without the dropped premises."""
    given = {slug: premise for slug, premise in theorem.given.items() if slug not in dropped}
    name, rule = theorem.name + other_name, theorem.proof[0]
    if rule == "lemma":
        return lemma(name, given, theorem.shows, theorem.proof[1], theorem.where)
    if rule == "induct":
        _, k, shows, base, step = theorem.proof
        return induct(name, k, given, shows, base, step, theorem.where)
    after = discharge if rule == "discharge" else forget
    return after(name, again(theorem.proof[1], other_name, dropped), *theorem.proof[2])


@dataclass(frozen=True)
class Refutation:
    """Not a theorem: a record that the premises hold at the example and the conclusion fails, both by evaluation."""

    name: str
    given: Premises
    shows: Formula
    example: Mapping[str, Any]


def refute(name: str, given: Premises, shows: Formula, example: Mapping[str, Any]) -> Refutation:
    """The premises evaluate to true at the example and the conclusion to false; no denominator is zero there."""
    change = substitution(symbols(shows, *given.values()), example, name)
    for formula in [*given.values(), shows]:
        for nonzero in divisors(formula):
            if not z3.is_true(z3.simplify(change(nonzero))):
                raise Rejected(f"{name}: the example divides by zero in {formula}", name)
    for slug, formula in given.items():
        if not z3.is_true(z3.simplify(change(formula))):
            raise Rejected(f"{name}: the example does not meet {slug!r}: {formula}", name, slug)
    if not z3.is_false(z3.simplify(change(shows))):
        raise Rejected(f"{name}: the conclusion holds at the example: {shows}", name)
    return Refutation(name, dict(given), shows, dict(example))


def below(theorem: Theorem) -> set[str]:
    """All theorems that this one uses, directly or not."""
    found: set[str] = set()
    queue = list(theorem.uses)
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += LEDGER[name].uses
    return found


def tier(theorem: Theorem) -> str:
    """composed: from axioms alone. with leaves: some part is another tool's word."""
    leaves = sum(LEDGER[name].kind == "leaf" for name in theorem.rests)
    return f"composed with {leaves} {'leaf' if leaves == 1 else 'leaves'}" if leaves else "composed"


def shown_by(leaf: Theorem) -> tuple[str, str]:
    """What shows a leaf, by its `by`: ("coq", a theorem of Claims.v), ("textbook", where), ("check", the name of a check)."""
    for kind, start in (("coq", "Coq: "), ("textbook", "textbook: ")):
        if leaf.why.startswith(start):
            return kind, leaf.why.removeprefix(start)
    return "check", leaf.why


def row_that_shows(leaf: Theorem) -> str:
    """The row of evidence behind a leaf. A textbook's word has none, or "; computed: " names the part that a check shows."""
    kind, name = shown_by(leaf)
    return {"coq": f"coq.leaf_{name}", "textbook": name.partition("; computed: ")[2], "check": name}[kind]
