"""Joint models: the guard against theorems that say nothing.

    model(theorem, sorts, meaning)    every sort is read as numbers or as a finite set, every symbol (constants, functions, defined
                                      ones) gets a meaning, and z3 confirms all premises, all definitions and the conclusion.
                                      The axioms and leaves that the theorem rests on are read in the same model, too.

Premises that contradict each other have no model, so they are refused. A `Model` is a record, not a theorem: nothing is derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import z3

from proofs_check.logic.rules import FIXED, LEDGER, Rejected, Theorem, symbols

STEPS = 6_000_000


@dataclass(frozen=True)
class Model:
    theorem: str
    premises: int
    definitions: int
    confirmed: tuple[str, ...]  # axioms and leaves that hold in the model
    open: tuple[str, ...]  # those that z3 does not decide there
    conclusion: bool

    def __str__(self) -> str:
        unknown = f", not decided: {', '.join(self.open)}" if self.open else ""
        says = "conclusion holds" if self.conclusion else "CONCLUSION FAILS"
        return f"{self.theorem}: {self.premises} premises, {self.definitions} definitions, {len(self.confirmed)} axioms and leaves hold{unknown}; {says}"


class Reading:
    """The formulas of a theorem in one structure. Quantifiers over finite sorts are written out."""

    def __init__(
        self, sorts: Mapping[str, object], meaning: Mapping[str, object], free: Sequence[str] = ()
    ) -> None:
        self.elements = {
            s: [z3.BoolVal(True), z3.BoolVal(False)]
            for s, to in sorts.items()
            if isinstance(to, z3.SortRef) and to == z3.BoolSort()
        }
        self.elements |= {s: list(to[1]) for s, to in sorts.items() if isinstance(to, tuple)}
        self.sorts = {s: to[0] if isinstance(to, tuple) else to for s, to in sorts.items()}
        self.meaning, self.free, self.facts = meaning, set(free), []

    def sort(self, sort: z3.SortRef) -> z3.SortRef:
        if sort.kind() == z3.Z3_ARRAY_SORT:
            return z3.ArraySort(self.sort(sort.domain()), self.sort(sort.range()))
        if sort.kind() == z3.Z3_UNINTERPRETED_SORT and sort.name() not in self.sorts:
            raise Rejected(f"no meaning for the sort {sort.name()}", missing=sort.name())
        return self.sorts.get(sort.name(), sort) if sort.kind() == z3.Z3_UNINTERPRETED_SORT else sort

    def __call__(self, term: z3.ExprRef, bound: tuple = ()) -> z3.ExprRef:
        if z3.is_var(term):
            return bound[-1 - z3.get_var_index(term)]
        if z3.is_quantifier(term):
            return self._quantifier(term, bound)
        args, kind = [self(part, bound) for part in term.children()], term.decl().kind()
        if kind == z3.Z3_OP_UNINTERPRETED:
            return self._symbol(term.decl(), args)
        if kind == z3.Z3_OP_EQ:
            return args[0] == args[1]
        if kind == z3.Z3_OP_DISTINCT:
            return z3.Distinct(*args)
        if kind == z3.Z3_OP_ITE:
            return z3.If(*args)
        if kind == z3.Z3_OP_SELECT:
            return args[0][args[1]]
        return term.decl()(*args) if args else term

    def _quantifier(self, term, bound):
        choices = [()]
        names = []
        for i in range(term.num_vars()):
            finite = (
                self.elements.get(term.var_sort(i).name())
                if term.var_sort(i).kind() == z3.Z3_UNINTERPRETED_SORT
                else None
            )
            if finite is None:
                names.append(z3.FreshConst(self.sort(term.var_sort(i)), "b"))
            choices = [(*choice, value) for choice in choices for value in (finite or [names[-1]])]
        before = len(self.facts)
        bodies = [self(term.body(), (*bound, *choice)) for choice in choices]
        if names and len(self.facts) > before:
            raise Rejected("a number that is given by facts may not depend on a bound variable")
        body = z3.And(*bodies) if term.is_forall() else z3.Or(*bodies)
        return body if not names else z3.ForAll(names, body) if term.is_forall() else z3.Exists(names, body)

    def _symbol(self, decl, args):
        name, sort = decl.name(), self.sort(decl.range())
        if name not in self.meaning:
            if name not in self.free:
                raise Rejected(f"no meaning for the symbol {name}", missing=name)
            return z3.Function(name, *(a.sort() for a in args), sort)(*args) if args else z3.Const(name, sort)
        value = self.meaning[name]
        value = value(*args) if isinstance(value, Callable) and not z3.is_expr(value) else value
        if isinstance(value, tuple):  # a number given by facts: (value, facts)
            value, facts = value
            self.facts += facts
        if not z3.is_expr(value):
            value = (
                z3.BoolVal(value)
                if isinstance(value, bool)
                else z3.IntVal(value)
                if sort == z3.IntSort()
                else z3.RealVal(str(value))
            )
        return value

    def decides(self, formula: z3.BoolRef) -> bool | None:
        """True: it holds in the structure for all values of the free symbols. False: there are values at which it fails."""
        self.facts.clear()
        said = self(formula)
        solver = z3.Solver()
        solver.set("rlimit", STEPS)
        solver.add(*self.facts, z3.Not(said))
        answer = solver.check()
        return True if answer == z3.unsat else False if answer == z3.sat else None


def root(value: z3.ArithRef) -> object:
    """The root of a number: exact for squares, else a number r with r >= 0 and r * r = value."""
    number = z3.simplify(value)
    if z3.is_rational_value(number) and number.as_fraction() >= 0:
        fraction = Fraction(number.as_fraction())
        top, bottom = isqrt(fraction.numerator), isqrt(fraction.denominator)
        if top * top == fraction.numerator and bottom * bottom == fraction.denominator:
            return Fraction(top, bottom)
    r = z3.Real(f"root of {number}")
    return r, [z3.Implies(value >= 0, z3.And(r >= 0, r * r == value))]


def assumed(theorem: Theorem) -> z3.BoolRef:
    return z3.Implies(z3.And(*theorem.given.values()), theorem.shows)


def model(
    theorem: Theorem,
    sorts: Mapping[str, object],
    meaning: Mapping[str, object],
    free: Sequence[str] = (),
    violated: Sequence[str] = (),
) -> Model:
    """Raises Rejected unless every premise and definition holds. `violated` premises must be FALSE here; then the conclusion may fail."""
    reading = Reading(sorts, meaning, free)
    definitions = [(f"where {d.symbol.name()}", formula) for d in theorem.where for formula in d.says]
    for slug, formula in [*theorem.given.items(), *definitions]:
        if (answer := reading.decides(formula)) is not (slug not in violated):
            raise Rejected(
                f"{theorem.name}: {slug!r} is {answer} in the model, not {slug not in violated}",
                theorem.name,
                slug,
            )
    conclusion = reading.decides(theorem.shows)
    if conclusion is None or (not violated and not conclusion):
        raise Rejected(
            f"{theorem.name}: the conclusion is {conclusion} in the model", theorem.name, "conclusion"
        )
    confirmed, undecided = [], []
    for name in sorted(theorem.rests):
        formula = assumed(LEDGER[name])
        general = Reading(
            sorts,
            {s: m for s, m in meaning.items() if s in FIXED},
            [s for s in symbols(formula) if s not in FIXED],
        )
        answer = general.decides(formula)
        if answer is False:
            raise Rejected(f"{theorem.name}: {name!r} is false in the model", theorem.name, name)
        (confirmed if answer else undecided).append(name)
    return Model(
        theorem.name, len(theorem.given), len(definitions), tuple(confirmed), tuple(undecided), conclusion
    )
