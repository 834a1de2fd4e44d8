"""One obligation as a lemma about real numbers: what z3 found to have no solution, for Coq's lra and nra to prove again.

An obligation is a list of formulas without a solution. It is read here as conjuncts of comparisons of polynomials, joined by
`and` and `or`. Every step of the reading only forgets facts, so where the reading has no solution, the obligation has none:

- a whole number becomes a real one; x < y of whole numbers is read as x + 1 <= y
- a term that is no sum, product or quotient becomes a variable; so does 1/t, with t = 0 or t (1/t) = 1
- a formula that is no comparison becomes a variable for a statement
- what is said for all values is said of the terms that occur (`engines.instances`)
- of the conjuncts only those stay that z3 needs: a lemma with fewer premises says more
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

import z3

from proofs_check.method import engines

DEGREE = 8  # of a polynomial, at most: beyond, nra proves little
SECONDS = 3  # of computing, since some loops of z3 about products count no steps
FEW_PARTS = 15  # conjuncts that Coq gets all where z3 does not say which are needed
STEPS = 400_000  # z3's resource counter, for finding the conjuncts that are needed
FEW = 50_000  # for finding out that one of them is not
COMPARED = {
    z3.Z3_OP_LE: "<=", z3.Z3_OP_LT: "<", z3.Z3_OP_GE: ">=", z3.Z3_OP_GT: ">", z3.Z3_OP_EQ: "=",
}  # fmt: skip
JOINED = {z3.Z3_OP_ADD: " + ", z3.Z3_OP_SUB: " - ", z3.Z3_OP_MUL: " * "}
CONNECTED = {z3.Z3_OP_AND: " /\\ ", z3.Z3_OP_OR: " \\/ "}
ORDERS = {z3.Z3_OP_LE: (False, False), z3.Z3_OP_LT: (False, True), z3.Z3_OP_GE: (True, False),
          z3.Z3_OP_GT: (True, True)}  # turned round, strict  # fmt: skip


@dataclass(frozen=True)
class Lemma:
    """`forall variables, premise -> ... -> False`; linear if the products in it may be any numbers.

    `choice`: where it is not, the numbers of the formulas and conjuncts that were chosen, to state it again without a search.
    """

    says: str
    linear: bool
    choice: str = field(default="", compare=False)


NONE = "-"  # the choice where nothing is stated


class NotStated(ValueError):
    """z3 does not find in few steps that the reading has no solution, and its conjuncts are many."""


class _Reading:
    """Variables and side conditions, found while the formulas are read."""

    def __init__(self, context: z3.Context) -> None:
        self.context = context
        self.sides: list[Any] = []
        self._variables: dict[object, Any] = {}
        self._numbers: dict[int, Any] = {}
        self._held: list[Any] = []  # keeps terms alive, so that each id stays its own

    def variable(self, key: object, sort: Any) -> Any:
        return self._variables.setdefault(key, z3.Const(f"x{len(self._variables)}", sort))

    def fresh(self, key: object) -> Any:
        return self.variable(key, z3.RealSort(self.context))

    def number(self, term: Any) -> Any:
        if term.get_id() not in self._numbers:
            self._held.append(term)
            self._numbers[term.get_id()] = self._number(term)
        return self._numbers[term.get_id()]

    def _number(self, term: Any) -> Any:
        kind, args = term.decl().kind(), term.children()
        if kind == z3.Z3_OP_ANUM:
            return self._real(Fraction(str(term.as_fraction() if term.is_real() else term.as_long())))
        if kind == z3.Z3_OP_TO_REAL:
            return self.number(args[0])
        if kind == z3.Z3_OP_UMINUS:
            return -self.number(args[0])
        if kind in JOINED:
            return self._joined(kind, [self.number(arg) for arg in args])
        if kind == z3.Z3_OP_POWER and (power := engines.small(args[1])):
            return self._joined(z3.Z3_OP_MUL, [self.number(args[0])] * power)
        if kind == z3.Z3_OP_DIV:
            return self._divided(*map(self.number, args))
        if kind == z3.Z3_OP_ITE:
            chosen = self.fresh(term.get_id())
            for case, arg in ((True, args[1]), (False, args[2])):
                self.sides.append(z3.Or(self.formula(args[0], not case), chosen == self.number(arg)))
            return chosen
        return self.fresh(term.get_id())

    def _real(self, number: Fraction) -> Any:
        return z3.RealVal(str(number), self.context)

    def _joined(self, kind: int, parts: Sequence[Any]) -> Any:
        """Without + 0 and * 1."""
        if kind == z3.Z3_OP_SUB:
            first, *others = parts
            for other in others:
                first = first - other
            return first
        nothing = Fraction(kind == z3.Z3_OP_MUL)
        kept = [part for part in parts if not (z3.is_rational_value(part) and _value(part) == nothing)]
        if len(kept) < 2:
            return kept[0] if kept else self._real(nothing)
        return z3.Product(*kept) if nothing else z3.Sum(*kept)

    def _divided(self, above: Any, below: Any) -> Any:
        if z3.is_rational_value(below) and _value(below):
            return self._joined(z3.Z3_OP_MUL, [above, self._real(1 / _value(below))])
        self._held.append(below)
        known = len(self._variables)
        inverse = self.fresh(("1/", below.get_id()))
        if known < len(self._variables):
            self.sides.append(z3.Or(below == 0, below * inverse == 1))
        return self._joined(z3.Z3_OP_MUL, [above, inverse])

    def formula(self, term: Any, true: bool = True) -> Any:
        """The formula or its negation, without `not` before anything but a variable."""
        if not z3.is_app(term):
            return self._opaque(term, true)
        kind, args = term.decl().kind(), term.children()
        if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
            return z3.BoolVal((kind == z3.Z3_OP_TRUE) == true, self.context)
        if kind == z3.Z3_OP_NOT:
            return self.formula(args[0], not true)
        if kind in CONNECTED:
            return _connected((kind == z3.Z3_OP_AND) == true, [self.formula(arg, true) for arg in args])
        if kind == z3.Z3_OP_IMPLIES:
            return _connected(not true, [self.formula(args[0], not true), self.formula(args[1], true)])
        if kind == z3.Z3_OP_ITE:
            cases = ((self.formula(args[0], not case), self.formula(args[2 - case], true)) for case in (1, 0))
            return z3.And(*(z3.Or(*case) for case in cases))
        if kind in (z3.Z3_OP_EQ, z3.Z3_OP_XOR) and z3.is_bool(args[0]):
            same = true == (kind == z3.Z3_OP_EQ)
            cases = (
                (self.formula(args[0], case), self.formula(args[1], case != same)) for case in (True, False)
            )
            return z3.And(*(z3.Or(*case) for case in cases))
        if kind in (z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT) and z3.is_arith(args[0]):
            equal = true == (kind == z3.Z3_OP_EQ)
            return _connected(true, [self._equal(*pair, equal) for pair in combinations(args, 2)])
        if kind in ORDERS:
            turned, strict = ORDERS[kind]
            left, right = args if turned != true else reversed(args)
            return self._ordered(left, right, strict == true)
        return self._opaque(term, true)

    def _opaque(self, term: Any, true: bool) -> Any:
        self._held.append(term)
        said = self.variable(term.get_id(), z3.BoolSort(self.context))
        return said if true else z3.Not(said)

    def _ordered(self, left: Any, right: Any, strict: bool) -> Any:
        one, other = self.number(left), self.number(right)
        if strict and z3.is_int(left) and z3.is_int(right):
            more = self._real(_value(one) + 1) if z3.is_rational_value(one) else one + 1
            return more <= other
        return one < other if strict else one <= other

    def _equal(self, left: Any, right: Any, equal: bool) -> Any:
        if equal:
            return self.number(left) == self.number(right)
        return z3.Or(self._ordered(left, right, True), self._ordered(right, left, True))


def _value(number: Any) -> Fraction:
    return Fraction(number.numerator_as_long(), number.denominator_as_long())


def _connected(all_of: bool, parts: Sequence[Any]) -> Any:
    return parts[0] if len(parts) == 1 else z3.And(*parts) if all_of else z3.Or(*parts)


def _conjuncts(formula: Any) -> Iterator[Any]:
    if z3.is_and(formula):
        for part in formula.children():
            yield from _conjuncts(part)
    elif not z3.is_true(formula):
        yield formula


def read(formulas: Iterable[Any], context: z3.Context) -> list[Any]:
    """The conjuncts of the reading, each once, in order."""
    reading = _Reading(context)
    found = [part for formula in formulas for part in _conjuncts(reading.formula(formula))]
    found += [part for side in reading.sides for part in _conjuncts(side)]
    return list({part.get_id(): part for part in found}.values())


def needed(formulas: Sequence[Any], context: z3.Context, fewest: bool = True) -> list[int] | None:
    """Which of the formulas have no solution together, none of them left out if z3 notices; None if it finds none."""
    solver = z3.SimpleSolver(ctx=context)
    solver.set("rlimit", STEPS)
    solver.set("arith.nl.nra", False)  # counts no steps, and nra proves little of what only it decides
    marks = [z3.Bool(f"used {number}", context) for number in range(len(formulas))]
    for mark, formula in zip(marks, formulas, strict=True):
        solver.add(z3.Implies(mark, formula))

    def without_solution(chosen: Sequence[int]) -> list[int] | None:
        if solver.check(*(marks[number] for number in chosen)) != z3.unsat:
            return None
        used = {str(mark) for mark in solver.unsat_core()}
        return [number for number in chosen if str(marks[number]) in used]

    found = without_solution(range(len(formulas)))
    if not found or not fewest:
        return found
    solver.set("rlimit", FEW)
    for number in tuple(found):
        if number in found and (fewer := without_solution([other for other in found if other != number])):
            found = fewer
    return found


def in_products(formulas: Sequence[Any], context: z3.Context) -> list[Any]:
    """The formulas with every product multiplied out and replaced by a variable of its own."""
    variables: dict[tuple[int, ...], Any] = {}
    held: list[Any] = []  # keeps factors alive, so that each id stays its own

    def changed(term: Any) -> Any:
        factors = _factors(term)
        if len(factors) > 1:
            held.extend(factors)
            key = tuple(sorted(factor.get_id() for factor in factors))
            return variables.setdefault(key, z3.Real(f"product {len(variables)}", context))
        parts = term.children()
        if not parts:
            return term
        if term.decl().kind() == z3.Z3_OP_MUL:
            numbers = [part for part in parts if z3.is_rational_value(part)]
            others = [part for part in parts if not z3.is_rational_value(part)]
            if len(others) > 1:
                return z3.Product(*numbers, changed(z3.Product(*others)))
        return z3.substitute(term, *((part, changed(part)) for part in parts))

    return [changed(z3.simplify(formula, som=True)) for formula in formulas]


def _factors(term: Any) -> list[Any]:
    """What is multiplied in a product without a number before it; the term itself if it is none."""
    if term.decl().kind() == z3.Z3_OP_MUL and not any(map(z3.is_rational_value, term.children())):
        return [factor for part in term.children() for factor in _factors(part)]
    if term.decl().kind() == z3.Z3_OP_POWER and (power := engines.small(term.arg(1))):
        return _factors(term.arg(0)) * power
    return [term]


def _degree(term: Any) -> int:
    """Of a polynomial, or the highest in a formula."""
    inside = [_degree(part) for part in term.children()]
    if not inside:
        return int(not z3.is_rational_value(term))
    return sum(inside) if term.decl().kind() == z3.Z3_OP_MUL else max(inside)


def lemma(smtlib: str, context: z3.Context, choice: str = "") -> Lemma:
    """What an obligation says for real numbers. z3's search for few conjuncts is not the same in every run, so what it once
    chose about products can be given.
    """
    if choice == NONE:
        raise NotStated(smtlib)
    formulas = list(z3.parse_smt2_string(smtlib, ctx=context))
    known, conjuncts = (_numbers(part) for part in (choice or ";").split(";"))
    if any(map(engines.quantified, formulas)):  # those that are needed keep the instances few
        known = known or engines.apart(partial(needed, formulas, context, fewest=False), SECONDS) or []
        formulas = engines.instances([formulas[number] for number in known] or formulas)
    parts = read(formulas, context)
    if not choice and (found := needed(in_products(parts, context), context)):
        return Lemma(printed([parts[number] for number in found]), True)
    parts = [part for part in parts if _degree(part) <= DEGREE]
    conjuncts = conjuncts or engines.apart(partial(needed, parts, context), SECONDS) or []
    if not conjuncts and len(parts) <= FEW_PARTS:
        conjuncts = [*range(len(parts))]
    if not conjuncts:
        raise NotStated(smtlib)
    chosen = ";".join(" ".join(map(str, numbers)) for numbers in (known, conjuncts))
    return Lemma(printed([parts[number] for number in conjuncts]), False, chosen)


def _numbers(words: str) -> list[int]:
    return [int(word) for word in words.split()]


def printed(premises: Iterable[Any]) -> str:
    """For Coq, with variables named in the order in which they occur."""
    names: dict[str, dict[int, str]] = {"R": {}, "Prop": {}}

    def named(term: Any, sort: str, letter: str) -> str:
        return names[sort].setdefault(term.get_id(), f"{letter}{len(names[sort])}")

    def number(term: Any) -> str:
        kind = term.decl().kind()
        if kind == z3.Z3_OP_ANUM:
            return _fraction(_value(term))
        if kind in JOINED:
            return f"({JOINED[kind].join(map(number, term.children()))})"
        if kind == z3.Z3_OP_UMINUS:
            return f"(- {number(term.arg(0))})"
        return named(term, "R", "x")

    def formula(term: Any) -> str:
        kind = term.decl().kind()
        if kind == z3.Z3_OP_FALSE:
            return "False"
        if kind in CONNECTED:
            return f"({CONNECTED[kind].join(map(formula, term.children()))})"
        if kind == z3.Z3_OP_NOT:
            return f"~ {formula(term.arg(0))}"
        if kind in COMPARED:
            return f"{number(term.arg(0))} {COMPARED[kind]} {number(term.arg(1))}"
        return named(term, "Prop", "p")

    parts = [formula(premise) for premise in premises]
    binders = " ".join(f"({' '.join(found.values())} : {sort})" for sort, found in names.items() if found)
    return (f"forall {binders}, " if binders else "") + " -> ".join([*parts, "False"])


def _fraction(number: Fraction) -> str:
    text = str(number.numerator) if number.denominator == 1 else f"{number.numerator} / {number.denominator}"
    return text if number >= 0 and number.denominator == 1 else f"({text})"
