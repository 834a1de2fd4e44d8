"""Joint models: the guard against theorems that say nothing.

    model(theorem, sorts, meaning)    every sort is read as numbers, as truth values or as a finite set, and every symbol
                                      (constants, functions, defined ones) gets a meaning. z3 confirms all premises, all
                                      definitions and the conclusion. Axioms and leaves below are read in the same model.

Premises that contradict each other have no model, so they are refused. A `Model` is a record: nothing is derived from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

import z3

from proofs_check.logic.obligations import ALONE, FEW, Formula, Sort, Symbol, Term, parts
from proofs_check.logic.rules import FIXED, LEDGER, Rejected, Theorem, genuine, symbols
from proofs_check.logic.shapes import names_in, shape

STEPS = 6_000_000
TWO = z3.RealVal(2)


@dataclass(frozen=True)
class Model:
    theorem: str
    premises: int
    definitions: int
    confirmed: tuple[str, ...]  # axioms and leaves that hold in the model
    open: tuple[str, ...]  # those that z3 does not decide there
    conclusion: bool
    violated: tuple[str, ...] = ()  # premises that are false in it: it shows what goes wrong without them

    def __str__(self) -> str:
        others = f", not decided: {', '.join(self.open)}" if self.open else ""
        others += f", false: {', '.join(self.violated)}" if self.violated else ""
        says = "conclusion holds" if self.conclusion else "CONCLUSION FAILS"
        counts = f"{self.premises - len(self.violated)} premises, {self.definitions} definitions"
        return f"{self.theorem}: {counts}, {len(self.confirmed)} axioms and leaves hold{others}; {says}"


_made: dict[int, Model] = {}  # by identity: a model that was not checked here is none


def confirms(found: object, theorem: Theorem) -> bool:
    """Is this a joint model of the theorem that `model` has checked, and does everything hold in it?"""
    checked = _made.get(id(found))
    ours = checked is not None and checked is found and checked.theorem == theorem.name
    return ours and checked.conclusion and not checked.violated  # type: ignore[union-attr]


_decided: dict[
    tuple[object, ...], tuple[object, tuple[Formula, ...], bool | None]
] = {}  # holds what its keys name: ids stay theirs


class Undecided(Exception):
    """The model says nothing about a term, such as a logarithm of something that is no number."""


class Reading:
    """The formulas of a theorem in one structure. Quantifiers over finite sorts are written out.

    `sorts`: name -> a z3 sort, or (z3 sort, elements) for a finite set. `meaning`: name -> term, number, callable, or the
    pair (value, facts) for a number that is given by facts (`root`). `free` symbols stay variables.
    """

    def __init__(
        self, sorts: Mapping[str, Any], meaning: Mapping[str, Any], free: Sequence[str] = ()
    ) -> None:
        self.sorts = {name: to[0] if isinstance(to, tuple) else to for name, to in sorts.items()}
        self.elements = {name: list(to[1]) for name, to in sorts.items() if isinstance(to, tuple)}
        truths = [z3.BoolVal(True), z3.BoolVal(False)]
        self.elements |= {name: truths for name, to in self.sorts.items() if to == z3.BoolSort()}
        if empty := [name for name, elements in self.elements.items() if not elements]:
            raise Rejected(f"the sort {empty[0]} has no element", missing=empty[0])
        self.meaning, self.free, self._given = meaning, set(free), sorts
        self.facts: list[Formula] = []
        self.met: dict[Formula, None] = {}  # the facts of all formulas so far: one number meets all of them
        self._read: dict[tuple[int, int], tuple[Term, tuple[Term, ...], Term]] = {}  # holds what the ids name

    def sort(self, sort: Sort) -> Sort:
        if sort.kind() == z3.Z3_ARRAY_SORT:
            if (elements := self.finite(sort.domain())) and len(elements) != _size(self.sort(sort.domain())):
                raise Rejected(
                    f"an array over {sort.domain()} has places outside this finite set", missing=str(sort)
                )
            if self.finite(sort.range()) and self.sort(sort.range()) != z3.BoolSort():
                raise Rejected(
                    f"an array into the finite set {sort.range()} might leave it", missing=str(sort)
                )
            return z3.ArraySort(self.sort(sort.domain()), self.sort(sort.range()))
        if sort.kind() != z3.Z3_UNINTERPRETED_SORT:
            return sort
        if sort.name() not in self.sorts:
            raise Rejected(f"no meaning for the sort {sort.name()}", missing=sort.name())
        return self.sorts[sort.name()]

    def finite(self, sort: Sort) -> list[Term] | None:
        """The elements of a sort that is read as a finite set."""
        return self.elements.get(sort.name()) if sort.kind() == z3.Z3_UNINTERPRETED_SORT else None

    def __call__(self, term: Term, bound: tuple[Term, ...] = ()) -> Term:
        """Each part is read once under the same bound variables."""
        place = (term.get_id(), id(bound))
        if place not in self._read:
            self._read[place] = (term, bound, self._reading(term, bound))
        return self._read[place][2]

    def _start(self) -> None:
        """Facts come with the parts that need them, so both start anew."""
        self.facts.clear()
        self._read.clear()

    def _reading(self, term: Term, bound: tuple[Term, ...]) -> Term:
        found = shape(term)
        kind = found.kind
        if kind is None:
            return bound[-1 - z3.get_var_index(term)] if z3.is_var(term) else self._quantifier(term, bound)
        args = [self(part, bound) for part in found.inside]
        if kind == z3.Z3_OP_UNINTERPRETED:
            return self._symbol(found.symbol, args)
        if kind in (z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT):
            return args[0] == args[1] if kind == z3.Z3_OP_EQ else z3.Distinct(*args)
        if kind in (z3.Z3_OP_ITE, z3.Z3_OP_SELECT):
            return z3.If(*args) if kind == z3.Z3_OP_ITE else args[0][args[1]]
        return found.symbol(*args) if args else term

    def _quantifier(self, term: Term, bound: tuple[Term, ...]) -> Formula:
        names: list[Term] = []
        choices: list[list[Term]] = []
        for i in range(term.num_vars()):
            elements = self.finite(term.var_sort(i))
            if elements is None:
                names.append(z3.FreshConst(self.sort(term.var_sort(i)), "bound"))  # no meaning speaks of it
            choices.append(elements if elements is not None else [names[-1]])
        before = len(self.facts)
        bodies = [self(term.body(), (*bound, *choice)) for choice in product(*choices)]
        bound_here = {name.get_id() for name in names}
        if any(part.get_id() in bound_here for fact in self.facts[before:] for part in parts(fact)):
            raise Rejected("a number that is given by facts may not depend on a bound variable")
        body = z3.And(*bodies) if term.is_forall() else z3.Or(*bodies)
        if not names:
            return body
        return z3.ForAll(names, body) if term.is_forall() else z3.Exists(names, body)

    def _symbol(self, symbol: Symbol, args: list[Term]) -> Term:
        name, sort = symbol.name(), self.sort(symbol.range())
        if name not in self.meaning:
            if name not in self.free:
                raise Rejected(f"no meaning for the symbol {name}", missing=name)
            return z3.Function(name, *(a.sort() for a in args), sort)(*args) if args else z3.Const(name, sort)
        value, facts = self._value(name, args)
        self.facts += facts
        if isinstance(value, bool):
            value = z3.BoolVal(value)
        elif not z3.is_expr(value):
            value = z3.IntVal(value) if sort == z3.IntSort() else z3.RealVal(str(value))
        if value.sort() != sort:
            raise Rejected(f"{name} means {value} of sort {value.sort()}, not {sort}", missing=name)
        return value

    def _value(self, name: str, args: list[Term]) -> tuple[Any, list[Formula]]:
        """What a symbol means there, and the facts that give it. Its meaning must be a function: two calls agree."""
        meaning = self.meaning[name]
        asked = callable(meaning) and not z3.is_expr(meaning)
        first, again = [meaning(*args), meaning(*args)] if asked else [meaning, meaning]
        value, facts = first if isinstance(first, tuple) else (first, [])
        said = [value, *facts], [again[0], *again[1]] if isinstance(again, tuple) else [again]
        if not all(a.eq(b) if z3.is_expr(a) else a == b for a, b in zip(*said, strict=True)):
            raise Rejected(f"{name} has two values at one place", missing=name)
        if z3.is_expr(value) and any(map(_recursive, parts(value))):
            raise Rejected(f"{name} means a recursion, which need not have a solution", missing=name)
        return value, facts

    def closed(self, symbol: Symbol) -> bool:
        """Does a symbol with values in a finite set stay inside, for all arguments?"""
        elements = self.finite(symbol.range())
        if elements is None or symbol.name() not in self.meaning:
            return True
        domain = [symbol.domain(i) for i in range(symbol.arity())]
        places = [self.finite(sort) or [z3.FreshConst(self.sort(sort), "b")] for sort in domain]
        self._start()
        values = [self._symbol(symbol, list(args)) for args in product(*places)]
        return self._holds(z3.And(*(z3.Or(*(value == one for one in elements)) for value in values))) is True

    def decides(self, formula: Formula) -> bool | None:
        """True: it holds in the structure for all values of the free symbols. False: there are values at which it fails.

        Asked once where the very same objects give its sorts and symbols their meaning.
        """
        names = sorted(names_in(formula))
        parts = [formula, *(self.meaning.get(name) for name in names), *self._given.values()]
        free = [name for name in names if name in self.free and name not in self.meaning]
        key = (*free, "", *self._given, *map(id, parts[1:]), formula.get_id())
        if key not in _decided:
            self._start()
            try:
                answer = self._holds(self(formula))
            except Undecided:
                answer = None
            _decided[key] = (parts, tuple(self.facts), answer)
        _, facts, answer = _decided[key]
        self._meet(facts)
        return answer

    def _meet(self, facts: Sequence[Formula]) -> None:
        """Whatever was decided before: here all facts are met together."""
        if not set(facts) <= set(self.met):
            self.met |= dict.fromkeys(facts)
            if _answer(list(self.met)) != z3.sat:
                raise Rejected(f"no number meets the facts {list(self.met)}")

    def _holds(self, said: Formula) -> bool | None:
        self._meet(self.facts)
        if z3.is_true(z3.simplify(said)):
            return True
        answer = _answer([*self.facts, z3.Not(said)])
        return True if answer == z3.unsat else False if answer == z3.sat else None


def _recursive(term: Term) -> bool:
    return bool(z3.is_app(term) and term.decl().kind() == z3.Z3_OP_RECURSIVE)


def _size(sort: Sort) -> int:
    """How many elements z3's own sort has; 0 for infinitely many."""
    if sort.kind() != z3.Z3_DATATYPE_SORT:
        return 2 if sort == z3.BoolSort() else 0
    return (
        0
        if any(sort.constructor(i).arity() for i in range(sort.num_constructors()))
        else sort.num_constructors()
    )


_answers: dict[tuple[int, ...], tuple[Sequence[Formula], Any]] = {}  # holds what its keys name


def _answer(formulas: Sequence[Formula]) -> Any:
    """Theorems share premises, and models share meanings, so many questions come again."""
    question = tuple(formula.get_id() for formula in formulas)
    if question not in _answers:
        _answers[question] = (formulas, _asked(formulas))
    return _answers[question][1]


def _asked(formulas: Sequence[Formula]) -> Any:
    """As for obligations: a first try without z3's tactics."""
    for solver, steps in ((z3.SimpleSolver(), FEW), (z3.Solver(), STEPS)):
        solver.set(rlimit=steps, **ALONE)
        solver.add(*formulas)
        if (answer := solver.check()) != z3.unknown:
            break
    return answer


def root(value: Term) -> Any:
    """The root of a number: exact for squares, else a number r with r >= 0 and r * r = value."""
    number = z3.simplify(value)
    summands = value.children() if z3.is_add(value) else [value]
    squares = [part for part in summands if not z3.is_true(z3.simplify(part == 0))]
    if len(squares) == 1 and squares[0].decl().kind() == z3.Z3_OP_POWER and squares[0].arg(1).eq(TWO):
        base = squares[0].arg(0)
        return z3.If(base >= 0, base, -base)
    if z3.is_rational_value(number) and number.as_fraction() >= 0:
        fraction = Fraction(number.as_fraction())
        top, bottom = isqrt(fraction.numerator), isqrt(fraction.denominator)
        if top * top == fraction.numerator and bottom * bottom == fraction.denominator:
            return Fraction(top, bottom)
    r = z3.Real(f"root of {number.sexpr()}")  # in full: what z3 prints is cut where it is deep
    return r, [z3.Implies(value >= 0, z3.And(r >= 0, r * r == value))]


def model(
    theorem: Theorem,
    sorts: Mapping[str, Any],
    meaning: Mapping[str, Any],
    free: Sequence[str] = (),
    violated: Sequence[str] = (),
) -> Model:
    """Raises Rejected unless every premise and definition holds, and the conclusion.

    `violated` premises must be FALSE here; then the conclusion may fail.
    """
    theorem = genuine(theorem)
    reading = Reading(sorts, meaning, free)
    definitions = [(f"where {d.symbol.name()}", formula) for d in theorem.where for formula in d.says]
    for symbol in symbols(theorem.shows, *theorem.given.values(), *(f for _, f in definitions)).values():
        if not reading.closed(symbol):
            message = f"{theorem.name}: {symbol.name()} leaves the finite set {symbol.range()} in the model"
            raise Rejected(message, theorem.name, symbol.name())
    for slug, formula in [*theorem.given.items(), *definitions]:
        if (answer := reading.decides(formula)) is not (slug not in violated):
            message = (
                f"{theorem.name}: {slug!r} is {answer} in the model, not {slug not in violated}: {formula}"
            )
            raise Rejected(message, theorem.name, slug)
    conclusion = reading.decides(theorem.shows)
    if conclusion is None or (not violated and not conclusion):
        message = f"{theorem.name}: the conclusion is {conclusion} in the model: {theorem.shows}"
        raise Rejected(message, theorem.name, "conclusion")
    confirmed, undecided = _below(theorem, sorts, meaning)
    counts = (len(theorem.given), len(definitions))
    found = Model(theorem.name, *counts, confirmed, undecided, conclusion, tuple(violated))
    return _made.setdefault(id(found), found)


def _below(
    theorem: Theorem, sorts: Mapping[str, Any], meaning: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The axioms and leaves below the theorem that hold in the model, and those that z3 does not decide."""
    confirmed: list[str] = []
    undecided: list[str] = []
    for name in sorted(theorem.rests):
        answer = _holds_in(genuine(LEDGER[name]), sorts, meaning)
        if answer is False:
            raise Rejected(f"{theorem.name}: {name!r} is false in the model", theorem.name, name)
        (confirmed if answer else undecided).append(name)
    return tuple(confirmed), tuple(undecided)


def _holds_in(assumed: Theorem, sorts: Mapping[str, Any], meaning: Mapping[str, Any]) -> bool | None:
    """Does the axiom or leaf hold there?"""
    formula = z3.Implies(z3.And(*assumed.given.values()), assumed.shows)
    found = symbols(formula)
    fixed = {symbol: meaning[symbol] for symbol in found if symbol in FIXED and symbol in meaning}
    general = Reading(sorts, fixed, [symbol for symbol in found if symbol not in FIXED])
    return general.decides(formula) if all(map(general.closed, found.values())) else False
