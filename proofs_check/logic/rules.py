"""The rules of a small logic over z3. Only this file makes theorems.

    Theorem     where & given |- shows. `given` are named premises, `where` definitions (they can always be met).
    axiom       a textbook rule with its side conditions.   leaf   a fact that another tool has shown.
    lemma       from premises, instances of theorems (their premises must follow first) and intermediate steps.
    induct      for every whole k >= 0, with ONE formula P: P(0), and P(k) => P(k + 1). No premise may speak of k.
    discharge   a premise becomes the condition of the conclusion.
    forget      definitions that neither premises nor conclusion speak of are dropped.

What a theorem means. A structure gives each sort a set that is not empty, each array sort all functions, numbers their
arithmetic with x/0 = 0, and the symbols that axioms and leaves fix one meaning, in which these are true. A theorem says:
whatever the OTHER symbols mean (numbers, vectors, functions, whole runs), where all definitions and premises hold, the
conclusion holds. Each rule says why it keeps this true. Besides, no denominator of a statement is zero where it is evaluated.
Trusted: z3, this file and `obligations`. Not trusted: everything else; it only chooses what to cite.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import wraps
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar

import z3

from proofs_check.logic import obligations
from proofs_check.logic.obligations import (
    FEW,
    Facts,
    Formula,
    Sort,
    Symbol,
    Term,
    _Node,
    _node,
    limited,
    whole_power,
)

Value = TypeVar("Value")
Arguments = ParamSpec("Arguments")
Change = Callable[[Term], Term]


class Rejected(Exception):
    """Why a theorem could not be made. `theorem`, `missing`: the theorem that was used, its premise that is not known."""

    def __init__(self, message: str, theorem: str = "", missing: str = "") -> None:
        super().__init__(message)
        self.theorem, self.missing = theorem, missing


class Table(Mapping[str, Value], Generic[Value]):
    """A read-only view. (A `MappingProxyType` hands its dict to whatever object it is compared with.)"""

    def __init__(self, entries: dict[str, Value]) -> None:
        self.__entries = entries

    def __getitem__(self, key: str) -> Value:
        return self.__entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.__entries)

    def __len__(self) -> int:
        return len(self.__entries)

    def __repr__(self) -> str:
        return repr(self.__entries)


Premises = Mapping[str, Formula]
NONE: Premises = Table({})


@dataclass(frozen=True, eq=False)
class Definition:
    symbol: Symbol
    says: tuple[Formula, ...]


@dataclass(frozen=True, eq=False)
class Theorem:
    name: str
    given: Premises
    where: tuple[Definition, ...]
    shows: Formula
    kind: str  # axiom, leaf, proved
    rests: frozenset[str] = frozenset()  # the axioms and leaves below
    uses: tuple[str, ...] = ()  # the theorems cited directly
    why: str = ""
    proof: tuple[Any, ...] = field(default=(), repr=False)  # what was cited; nothing here reads it

    def at(self, **values: Any) -> Use:
        """The theorem with terms for its variables: x=term, or f=lambda a, b: term for a function."""
        return Use(self, values)


@dataclass(frozen=True, eq=False)
class Use:
    theorem: Theorem
    values: Mapping[str, Any]
    over: tuple[Term, ...] = ()

    def every(self, *variables: Term) -> Use:
        """The conclusion for all values of these variables; no premise of the instance may speak of them."""
        return Use(self.theorem, self.values, variables)


class at:  # noqa: N801
    """A premise or definition `for all ...`, by its name, at these terms: at("steps", t)."""

    def __init__(self, of: str, *terms: Any) -> None:
        self.of, self.terms = of, terms


# --- what was made here ------------------------------------------------------------------------------------------------

_fixed: dict[str, str] = {}  # symbols that an axiom or a leaf speaks about -> its name; they are no variables
_meant: dict[str, Symbol] = {}  # the same symbols -> their declaration
_varied: dict[str, str] = {}  # variables of theorems -> the first such theorem
_ledger: dict[str, Theorem] = {}
_made: dict[int, tuple[Any, Any]] = {}  # id -> what was handed out, our own copy of it
FIXED: Mapping[str, str] = Table(_fixed)
LEDGER: Mapping[str, Theorem] = Table(
    _ledger
)  # every theorem by name, in the order in which they were proved
_busy = False


def _alone(rule: Callable[Arguments, Theorem]) -> Callable[Arguments, Theorem]:
    """No rule runs inside another: a value or a generator cannot change what is fixed while a proof runs."""

    @wraps(rule)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Theorem:
        global _busy
        if _busy:
            raise Rejected("a rule is used inside another rule")
        _busy = True
        try:
            return rule(*args, **kwargs)
        finally:
            _busy = False

    del run.__wrapped__  # the rule without its lock
    return run


def genuine(theorem: Theorem) -> Theorem:
    """The same theorem. Raises if it was not made here or was changed since."""
    _ours(theorem)
    return theorem


def _ours(thing: Any) -> Any:
    """Our own copy of a theorem or definition, by identity. It never leaves this file, so nobody can change it."""
    handed_out, ours = _made.get(id(thing), (_made, None))
    if handed_out is not thing:
        raise TypeError(
            f"theorems and definitions are made by the rules, this {type(thing).__name__} was not"
        )
    if _marks(thing) != _marks(ours):
        raise TypeError(f"this was changed after it was made: {ours}")
    return ours


def _hand_out(ours: Value, copy: Value) -> Value:
    """The copy goes out. A z3 term in Python is a handle that can be pointed elsewhere, so it has handles of its own."""
    _made[id(copy)] = (copy, ours)
    return copy


def _marks(thing: Any) -> tuple[Any, ...]:
    """What must not change. Our copy keeps its terms alive, so equal ids mean equal terms."""
    if type(thing) is Definition:
        return (thing.symbol.get_id(), *(formula.get_id() for formula in thing.says))
    given = tuple((slug, premise.get_id()) for slug, premise in thing.given.items())
    where = tuple(_marks(definition) for definition in thing.where)
    return (thing.name, given, where, thing.shows.get_id(), thing.kind, thing.rests, thing.uses, thing.why)


def _own(term: Any) -> Term:
    if not isinstance(term, z3.ExprRef) or term.ctx_ref() != z3.main_ctx().ref():
        raise Rejected(f"{term!r} is no term of z3's main context")
    return z3.z3._to_expr_ref(term.as_ast(), z3.main_ctx())


def _own_symbol(symbol: Any) -> Symbol:
    """Refuses interpreted ones: a definition of + or of 0 would be a new axiom."""
    if not isinstance(symbol, z3.FuncDeclRef) or symbol.ctx_ref() != z3.main_ctx().ref():
        raise Rejected(f"{symbol!r} is no symbol of z3's main context")
    own = z3.FuncDeclRef(symbol.as_ast(), z3.main_ctx())
    if own.kind() != z3.Z3_OP_UNINTERPRETED:
        raise Rejected(f"{own} has a meaning already")
    return own


def _text(name: Any) -> str:
    if type(name) is not str or not name or not name.isprintable():
        raise Rejected(f"a name is a text in one line, not {name!r}")
    return name


# --- symbols, terms and substitution -------------------------------------------------------------------------------------

_READ = {
    *(z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_TRUE, z3.Z3_OP_FALSE, z3.Z3_OP_AND, z3.Z3_OP_OR, z3.Z3_OP_NOT),
    *(z3.Z3_OP_IMPLIES, z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT, z3.Z3_OP_ITE, z3.Z3_OP_LE, z3.Z3_OP_LT, z3.Z3_OP_GE),
    *(z3.Z3_OP_GT, z3.Z3_OP_ANUM, z3.Z3_OP_ADD, z3.Z3_OP_SUB, z3.Z3_OP_UMINUS, z3.Z3_OP_MUL, z3.Z3_OP_DIV),
    *(z3.Z3_OP_POWER, z3.Z3_OP_TO_REAL, z3.Z3_OP_TO_INT, z3.Z3_OP_SELECT),
}
_SORTS = {z3.Z3_BOOL_SORT: "Bool", z3.Z3_INT_SORT: "Int", z3.Z3_REAL_SORT: "Real"}
_NAME = re.compile(r"[^\W\d][\w']*", re.ASCII)  # no two letters look alike
_numbers = itertools.count()


Named = tuple[str, int, Symbol]  # a symbol with its name and its id
_walked: dict[_Node, tuple[Named, ...]] = {}
_named: dict[_Node, Named] = {}  # uninterpreted terms: the symbol in front
_proper: dict[int, Symbol] = {}  # symbols by id whose names and sorts were read; these handles stay here


def symbols(*formulas: Term, fresh: Sequence[Term] = ()) -> dict[str, Symbol]:
    """The uninterpreted symbols by name, without the `fresh` ones. Refuses what the logic does not read. One
    name, one symbol.
    """
    found = _names(*formulas, fresh=fresh)
    return {
        name: z3.FuncDeclRef(_proper[number].as_func_decl(), z3.main_ctx()) for name, number in found.items()
    }


def _names(*formulas: Term, fresh: Sequence[Term] = ()) -> dict[str, int]:
    """The same symbols, by name and id only."""
    found: dict[str, int] = {}
    ours = {constant.decl().name() for constant in fresh}
    for formula in formulas:
        for name, number, symbol in _symbols_in(formula):
            if name not in ours and found.get(name) != number:
                _read_symbol(name, number, symbol, name in found)
                found[name] = number
    return found


def _symbols_in(formula: Term) -> tuple[Named, ...]:
    """Each term is walked once: it does not change.

    What the logic does not know could hide a symbol (z3's recursive functions, arrays of functions), a sort with an axiom
    of its own (enumerations), or a loose variable.
    """
    top = _node(formula)
    if top in _walked:
        return _walked[top]
    found: dict[int, Named] = {}
    seen, queue = set(), [(top, ())]
    while queue:
        part, bound = queue.pop()
        if (part, bound) in seen:
            continue
        seen.add((part, bound))
        term = part.term
        if z3.is_quantifier(term) and not term.is_lambda():
            sorts = tuple(term.var_sort(i) for i in range(term.num_vars()))
            for sort in sorts:
                _read_sort(sort)
            queue.append((part.inside[0], (*bound, *sorts)))
        elif part.kind is None and z3.is_var(term) and _stands_for(term, bound):
            continue
        elif part.kind not in _READ or (part.kind == z3.Z3_OP_POWER and not whole_power(term)):
            raise Rejected(f"the logic does not read {term}")
        else:
            if part.kind == z3.Z3_OP_UNINTERPRETED:
                named = _named.get(part) or _named.setdefault(part, _symbol_of(term))
                found[named[1]] = named
            queue += [(inner, bound) for inner in part.inside]
    return _walked.setdefault(top, tuple(found.values()))


def _stands_for(variable: Term, bound: tuple[Sort, ...]) -> bool:
    """A bound variable counts binders from the inside. One of another sort than its binder would be two things at once."""
    place = z3.get_var_index(variable)
    return place < len(bound) and bool(bound[-1 - place] == variable.sort())


def _symbol_of(term: Term) -> Named:
    symbol = term.decl()
    return symbol.name(), symbol.get_id(), symbol


def _read_symbol(name: str, number: int, symbol: Symbol, twice: bool) -> None:
    """Name and sorts are read once: a symbol does not change. What an axiom fixes meanwhile is asked again."""
    if number not in _proper or _proper[number].as_ast().value != symbol.as_ast().value:
        if not _NAME.fullmatch(name):
            raise Rejected(f"{name!r} is no name: a letter, then letters, digits, _ and '")
        if _plain(symbol) != symbol:
            raise Rejected(f"two symbols are called {name}")
        for sort in (*_domain(symbol), symbol.range()):
            _read_sort(sort)
        _proper[number] = symbol
    if twice or (name in _meant and _meant[name].get_id() != number):
        raise Rejected(f"two symbols are called {name}")


def _plain(symbol: Symbol) -> Symbol:
    """The symbol that a user gets by this name and these sorts. z3 has others that look the same (for propagators)."""
    sorts = _domain(symbol)
    name, values = symbol.name(), symbol.range()
    return z3.Function(name, *sorts, values) if sorts else z3.Const(name, values).decl()


def _read_sort(sort: Sort) -> None:
    if sort.kind() == z3.Z3_ARRAY_SORT and z3.ArraySort(sort.domain(), sort.range()) == sort:
        _read_sort(sort.domain())
        _read_sort(sort.range())
    elif sort.kind() == z3.Z3_UNINTERPRETED_SORT:
        if not _NAME.fullmatch(sort.name()) or sort.name() in _SORTS.values():
            raise Rejected(f"{sort.name()!r} is no name for a sort")
    elif sort.kind() not in _SORTS:
        raise Rejected(f"the logic does not read the sort {sort}")


def _formula(formula: Any) -> Formula:
    return _value(formula, z3.BoolSort())


def _value(value: Any, sort: Sort, fresh: Sequence[Term] = ()) -> Term:
    """Our own handle of a term of this sort. Python's whole numbers and fractions are numbers; floats are not exact."""
    if type(value) is bool and sort == z3.BoolSort():
        value = z3.BoolVal(value)
    elif type(value) is int and sort == z3.IntSort():
        value = z3.IntVal(value)
    elif type(value) in (int, Fraction) and sort == z3.RealSort():
        value = z3.RealVal(value)
    term = _own(value)
    if term.sort() != sort:
        raise Rejected(f"{term} is of sort {term.sort()}, not {sort}")
    _names(term, fresh=fresh)
    return term


def _variable(v: Any, sort: Sort | None = None) -> Term:
    """Our own handle of an uninterpreted constant that nothing fixes."""
    term = _own(v)
    if (
        not z3.is_const(term)
        or term.decl().kind() != z3.Z3_OP_UNINTERPRETED
        or sort not in (None, term.sort())
    ):
        raise Rejected(f"{term} is not a variable")
    _free(next(iter(_names(term))))
    return term


def _free(symbol: str) -> str:
    if symbol in _fixed:
        raise Rejected(f"{symbol} is fixed by {_fixed[symbol]!r}, not a variable", _fixed[symbol])
    return symbol


def _fresh(sorts: Iterable[Sort], letter: str = "x", numbers: Iterator[int] = _numbers) -> list[Term]:
    """Constants that nobody else can have: no name that is read has a space, and none that z3 makes inside its solver."""
    return [z3.Const(f"{letter} {next(numbers)}", sort) for sort in sorts]


def _domain(symbol: Symbol) -> list[Sort]:
    return [symbol.domain(i) for i in range(symbol.arity())]


def substitution(known: Mapping[str, Symbol], values: Mapping[str, Any], name: str) -> Change:
    """Puts values for variables, all at once: symbols inside the values stay as they are.

    Functions first get a fresh name, then constants get their values, then the fresh names get their bodies. Each callable is
    called once, with fresh arguments. z3 counts bound variables by number, so no value is captured.
    """
    constants, functions = [], []
    for symbol, value in values.items():
        if _free(_text(symbol)) not in known:
            raise Rejected(f"{name!r} has no variable {symbol}", name)
        decl, sorts = known[symbol], _domain(known[symbol])
        if not sorts:
            constants.append((decl(), _value(value, decl.range())))
            continue
        if not callable(value):
            raise Rejected(f"{name!r}: {symbol} is a function, {value!r} is not", name)
        args, places = _fresh(sorts), [z3.Var(i, sort) for i, sort in enumerate(sorts)]
        body = z3.substitute(
            _value(value(*map(_own, args)), decl.range(), args), *zip(args, places, strict=True)
        )
        away = z3.Function(f"f {next(_numbers)}", *sorts, decl.range())
        functions.append((decl, away, away(*places), body))

    def change(term: Term) -> Term:
        for decl, _, renamed, _ in functions:
            term = z3.substitute_funs(term, (decl, renamed))
        term = z3.substitute(term, *constants) if constants else term
        for _, away, _, body in functions:
            term = z3.substitute_funs(term, (away, body))
        return term

    return change


# --- a proof ---------------------------------------------------------------------------------------------------------------


class _Proof:
    """A statement and its proof so far. Everything in `facts` follows from its premises and definitions."""

    def __init__(self, name: Any, given: Premises, where: Iterable[Any], shows: Any) -> None:
        self.name = _text(name)
        if self.name in _ledger:
            raise Rejected(f"two theorems are called {self.name!r}", self.name)
        self.given = {_text(slug): _formula(premise) for slug, premise in dict(given).items()}
        self.handed_out = tuple(where)
        self.where = [_ours(definition) for definition in self.handed_out]
        self.shows = _formula(shows)
        self._well_formed()
        self.named = {slug: (premise,) for slug, premise in self.given.items()}
        self.named |= {definition.symbol.name(): definition.says for definition in self.where}
        self.facts = Facts(fact for facts in self.named.values() for fact in facts)
        self.plain = [premise for premise in self.given.values() if not _node(premise).quantified]
        if self.plain and self._quickly(self.plain):
            self.refuse("nothing meets the premises", missing="premises that can be met")
        self.uses: dict[str, None] = {}
        self.rests: set[str] = set()
        self.divided: set[_Node] = set()  # formulas in which no denominator is zero

    def formulas(self) -> list[Formula]:
        return [self.shows, *self.given.values(), *(formula for d in self.where for formula in d.says)]

    def _well_formed(self) -> None:
        """Each symbol is defined once and from earlier ones."""
        _names(*self.formulas())
        defined = [definition.symbol.name() for definition in self.where]
        for place, definition in enumerate(self.where):
            if defined[place] in _fixed or defined[place] in [*defined[:place], *self.given]:
                self.refuse(f"{defined[place]} is defined twice, or fixed, or the name of a premise")
            if set(defined[place + 1 :]) & set(_names(*definition.says)):
                self.refuse(f"{defined[place]} is defined by what is defined after it")

    def _quickly(self, formulas: Sequence[Formula]) -> bool:
        """Is it plain that these have no solution?"""
        with limited(min(FEW, obligations.STEPS)):
            return self.facts.unsat(formulas)

    def refuse(self, why: str, theorem: str = "", missing: str = "") -> NoReturn:
        raise Rejected(f"{self.name}: {why}", theorem or self.name, missing)

    def take(self, items: Iterable[Any]) -> None:
        for item in items:
            if type(item) is Theorem:
                self._cite(Use(item, {}))
            elif type(item) is Use:
                self._cite(item)
            elif type(item) is at:
                self._specialise(_text(item.of), tuple(item.terms))
            else:
                step = _formula(item)
                self.reach(step, "the step")
                self.facts.add(step)

    def _cite(self, use: Use) -> None:
        """Each premise and each definition of the theorem must follow here; then its conclusion is known.

        Sound: the theorem holds for all meanings of its variables, so for the values. `every(v)`: the premises at the values
        do not speak of v, so they stay true whatever v means, and the theorem gives the conclusion for each meaning of v.
        No denominator of the theorem is zero at the values, so none of a formula that the values do not change.
        """
        fact = _ours(use.theorem)
        needed = [*fact.given.items(), *((f"where {d.symbol.name()}", f) for d in fact.where for f in d.says)]
        known = symbols(fact.shows, *(formula for _, formula in needed))
        change = substitution(known, dict(use.values), fact.name)
        variables = [_variable(v) for v in tuple(use.over)]
        over = {v.decl().name() for v in variables}
        for slug, formula in needed:
            premise = change(formula)
            if over and over & set(_names(premise)):
                why = f"the premise {slug!r} of {fact.name!r} speaks of {', '.join(sorted(over))}: {premise}"
                self.refuse(why, fact.name, slug)
            if not self.facts.give(premise):
                why = f"{fact.name!r} is used where its premise {slug!r} is not known: {premise}"
                self.refuse(why, fact.name, slug)
            if _node(premise) is _node(formula):
                self.divided.add(_node(formula))
        shown = change(fact.shows)
        self.facts.add(z3.ForAll(variables, shown) if variables else shown)
        self.uses[fact.name] = None
        self.rests |= fact.rests

    def _specialise(self, of: str, terms: tuple[Any, ...]) -> None:
        """The premise or definition at these terms; if it is an implication with a known condition, its conclusion, too."""
        universal = [f for f in self.named.get(of, ()) if z3.is_quantifier(f) and f.is_forall()]
        matching = [f for f in universal if f.num_vars() == len(terms)]
        if not matching:
            self.refuse(f"{of!r} is not known for all {len(terms)} values", missing=of)
        for formula in matching:
            values = [_value(term, formula.var_sort(i)) for i, term in enumerate(terms)]
            fact = z3.substitute_vars(formula.body(), *reversed(values))
            self.facts.add(fact)
            if z3.is_implies(fact) and self.facts.plainly(fact.arg(0)):
                self.facts.add(fact.arg(1))

    def reach(self, goal: Formula, what: str) -> None:
        if not self.facts.give(goal):
            self.refuse(f"{what} does not follow: {goal}", missing=what)

    def divides_by_no_zero(self) -> None:
        """The premises that speak of the same are asked first: a small question."""
        premises = [(formula, set(_symbols_in(formula))) for formula in self.plain]
        for formula in self.formulas():
            for nonzero in () if _node(formula) in self.divided else divisors(formula):
                spoken = set(_symbols_in(nonzero))
                near = [premise for premise, speaks in premises if speaks & spoken]
                if not self._quickly([*near, z3.Not(nonzero)]) and not self.facts.give(nonzero):
                    why = f"a denominator may be zero: {nonzero} is not known in {formula}"
                    self.refuse(why, missing=str(nonzero.arg(1) if z3.is_implies(nonzero) else nonzero))

    def theorem(self, kind: str, shows: Formula, why: str = "", proof: tuple[Any, ...] = ()) -> Theorem:
        """Enters the ledger. A theorem about every s stays one: no axiom can fix s afterwards."""
        for symbol in _names(*self.formulas()):
            if symbol not in _fixed:
                _varied.setdefault(symbol, self.name)
        rests, uses = frozenset(self.rests), tuple(self.uses)
        ours = Theorem(self.name, Table(self.given), tuple(self.where), shows, kind, rests, uses, why)
        given = Table({slug: _own(premise) for slug, premise in self.given.items()})
        copy = replace(ours, given=given, where=self.handed_out, shows=_own(shows), proof=proof)
        return _ledger.setdefault(self.name, _hand_out(ours, copy))


_divided: dict[_Node, list[Formula]] = {}


def divisors(formula: Formula) -> list[Formula]:
    """`guards => t != 0` for every .../t: conditions around it are guards, bound variables become fresh constants.

    They are found once for each formula: no fact of a proof speaks of these constants.
    """
    top = _node(formula)
    if top not in _divided:
        _divided[top] = _divisors(top.term)
    return [_own(nonzero) for nonzero in _divided[top]]


def _divisors(formula: Formula) -> list[Formula]:
    found: dict[tuple[int, ...], Formula] = {}
    seen: dict[tuple[int, ...], Any] = {}  # holds the terms, so that their ids stay theirs
    numbers = itertools.count()  # from 0 for each formula: these constants stand in goals, never in facts

    def walk(term: Term, guards: tuple[Formula, ...]) -> None:
        place = (term.get_id(), *(guard.get_id() for guard in guards))
        if place in seen:
            return
        seen[place] = (term, guards)
        if not _node(term).divides:
            return
        if z3.is_quantifier(term):
            fresh = _fresh((term.var_sort(i) for i in range(term.num_vars())), "d", numbers)
            return walk(z3.substitute_vars(term.body(), *reversed(fresh)), guards)
        kind, args = term.decl().kind(), term.children()
        if kind == z3.Z3_OP_DIV and not z3.is_true(z3.simplify(args[1] != 0)):
            found[place] = z3.Implies(z3.And(*guards), args[1] != 0) if guards else args[1] != 0
        for number, arg in enumerate(args):
            guarded = number and kind in (z3.Z3_OP_IMPLIES, z3.Z3_OP_ITE)
            walk(arg, (*guards, args[0] if number == 1 else z3.Not(args[0])) if guarded else guards)

    walk(formula, ())
    return list(found.values())


# --- the rules ---------------------------------------------------------------------------------------------------------------


@_alone
def axiom(
    name: str,
    shows: Formula,
    over: Iterable[str],
    why: str,
    given: Premises = NONE,
    knowing: Iterable[Any] = (),
) -> Theorem:
    """A textbook rule about fixed symbols, for all values of the variables named in `over`."""
    return _assumed(_Proof(name, given, (), shows), set(map(_text, over)), "axiom", _text(why), knowing)


@_alone
def leaf(
    name: str,
    shows: Formula,
    over: Iterable[str],
    by: str,
    given: Premises = NONE,
    knowing: Iterable[Any] = (),
) -> Theorem:
    """What another tool has shown for all values of `over`; `by` names the check. All other symbols are fixed."""
    return _assumed(_Proof(name, given, (), shows), set(map(_text, over)), "leaf", _text(by), knowing)


def _assumed(proof: _Proof, over: set[str], kind: str, why: str, knowing: Iterable[Any]) -> Theorem:
    """Nothing is proved but that no denominator is zero (`knowing` may help). A symbol that was a variable before stays one."""
    found = symbols(*proof.formulas())
    if over - set(found) or over & set(_fixed):
        wrong = sorted((over - set(found)) | (over & set(_fixed)))
        proof.refuse(f"it does not speak of {', '.join(wrong)}, or they are fixed already")
    for symbol in set(found) - over - set(_fixed):
        if symbol in _varied:
            why = f"it fixes {symbol}, but {_varied[symbol]!r} holds for every {symbol}: use another name"
            proof.refuse(why, missing=symbol)
    proof.take(_items(knowing))
    proof.divides_by_no_zero()
    proof.rests |= {proof.name}
    for symbol in set(found) - over:
        _fixed.setdefault(symbol, proof.name)
        _meant.setdefault(symbol, found[symbol])
    return proof.theorem(kind, proof.shows, why)


@_alone
def lemma(
    name: str, given: Premises, shows: Formula, by: Iterable[Any] = (), where: Iterable[Definition] = ()
) -> Theorem:
    """From the premises, by citing theorems (`by`: theorems, uses, instances of premises, intermediate steps).

    Sound: only what follows from premises and definitions is added to the facts, and the conclusion follows from them.
    """
    proof, items = _Proof(name, given, where, shows), _items(by)
    proof.take(items)
    proof.reach(proof.shows, "the conclusion")
    proof.divides_by_no_zero()
    return proof.theorem("proved", proof.shows, proof=("lemma", items))


@_alone
def induct(
    name: str,
    k: Term,
    given: Premises,
    shows: Formula,
    base: Iterable[Any] = (),
    step: Iterable[Any] = (),
    where: Iterable[Definition] = (),
) -> Theorem:
    """For every whole k >= 0. `step` proves P(k + 1) from P(k); it may use k.

    Sound: premises and definitions do not speak of k and nothing fixes it, so base and step hold in one structure for every k.
    """
    variable, first = _variable(k, z3.IntSort()), _Proof(name, given, where, shows)
    later = _Proof(first.name, first.given, first.handed_out, first.shows)
    starts, steps = _items(base), _items(step)
    for slug, formulas in first.named.items():
        if variable.decl().name() in _names(*formulas):
            first.refuse(f"{slug!r} speaks of the induction variable {variable}", missing=slug)
    first.take(starts)
    first.reach(z3.substitute(first.shows, (variable, z3.IntVal(0))), "the base case")
    later.facts.add(z3.And(variable >= 0, later.shows))
    later.take(steps)
    later.reach(z3.substitute(later.shows, (variable, variable + 1)), "the step")
    later.divides_by_no_zero()
    later.uses, later.rests = first.uses | later.uses, first.rests | later.rests
    shown = z3.Implies(variable >= 0, later.shows)
    return later.theorem("proved", shown, proof=("induct", variable, first.shows, starts, steps))


@_alone
def discharge(name: str, theorem: Theorem, *slugs: str) -> Theorem:
    """p & q |- shows becomes q |- p => shows. What remains must not divide by what only p kept from being zero."""
    fact = _ours(theorem)
    slugs = tuple(map(_text, slugs))
    if not slugs or set(slugs) - set(fact.given):
        raise Rejected(f"{fact.name!r} has no premises {slugs}", fact.name)
    shows = fact.shows
    for slug in reversed(slugs):
        shows = z3.Implies(fact.given[slug], shows)
    rest = {slug: premise for slug, premise in fact.given.items() if slug not in slugs}
    proof = _Proof(name, rest, _definitions(theorem, fact), shows)
    proof.facts.add(shows)
    proof.divides_by_no_zero()
    proof.uses, proof.rests = {fact.name: None}, set(fact.rests)
    return proof.theorem("proved", shows, proof=("discharge", theorem, slugs))


@_alone
def forget(name: str, theorem: Theorem, *defined: str) -> Theorem:
    """The theorem without definitions that nothing else in it speaks of.

    Sound: in every structure a symbol can be given the meaning that its definition asks for, and nothing else changes with it.
    So no denominator of what remains is zero, as before.
    """
    fact, defined = _ours(theorem), tuple(map(_text, defined))
    kept = [d for d in _definitions(theorem, fact) if _ours(d).symbol.name() not in defined]
    if not defined or len(fact.where) - len(kept) != len(set(defined)):
        raise Rejected(f"{fact.name!r} does not define {defined}", fact.name)
    proof = _Proof(name, fact.given, kept, fact.shows)
    left = set(_names(*proof.formulas())) & set(defined)
    if left:
        proof.refuse(f"it still speaks of {', '.join(sorted(left))}", missing=sorted(left)[0])
    proof.uses, proof.rests = {fact.name: None}, set(fact.rests)
    return proof.theorem("proved", proof.shows, proof=("forget", theorem, defined))


def _definitions(theorem: Theorem, fact: Theorem) -> tuple[Definition, ...]:
    """The definitions of a theorem as they were handed out. An object in their place may differ each time it is read."""
    where = tuple(theorem.where)
    if tuple(map(_ours, where)) != fact.where:
        raise TypeError(f"this was changed after it was made: {fact}")
    return where


def _items(by: Iterable[Any]) -> tuple[Any, ...]:
    """One flat tuple, so that a list inside cannot grow while the proof runs."""
    flat: list[Any] = []
    for item in by:
        flat += _items(item) if isinstance(item, (list, tuple)) else [item]
    return tuple(flat)


# --- definitions -----------------------------------------------------------------------------------------------------------


def equal_to(symbol: Symbol, body: Callable[..., Any]) -> Definition:
    """symbol(x, ...) = body(x, ...). A constant that is a function (an array) is defined by its values.

    Conservative: the body does not speak of the symbol, so exactly one function (or array) has these values.
    """
    symbol = _own_symbol(symbol)
    args = _fresh(_domain(symbol))
    applied = symbol(*args)
    while z3.is_array(applied):
        args += _fresh([applied.sort().domain()])
        applied = applied[args[-1]]
    value = _value(body(*map(_own, args)), applied.sort(), args)
    return _defined(symbol, args, [value], z3.ForAll(args, applied == value) if args else applied == value)


def recursive(symbol: Symbol, start: Callable[..., Any], following: Callable[..., Any]) -> Definition:
    """symbol(..., 0) = start(...), symbol(..., k+1) = following(..., k, symbol(..., k)) for k >= 0; the last argument counts.

    Conservative: neither body speaks of the symbol, so its values at 0, 1, 2, ... follow one by one. Below 0 all are free.
    """
    symbol = _own_symbol(symbol)
    if not symbol.arity() or _domain(symbol)[-1] != z3.IntSort():
        raise Rejected(f"{symbol} is not counted by whole numbers")
    *args, k, before = _fresh([*_domain(symbol), symbol.range()])
    begin = _value(start(*map(_own, args)), symbol.range(), args)
    after = _value(following(*map(_own, [*args, k, before])), symbol.range(), [*args, k, before])
    first = symbol(*args, 0) == begin
    later = z3.Implies(k >= 0, symbol(*args, k + 1) == z3.substitute(after, (before, symbol(*args, k))))
    says = (z3.ForAll(args, first) if args else first, z3.ForAll([*args, k], later))
    return _defined(symbol, [*args, k, before], [begin, after], *says)


def _defined(symbol: Symbol, fresh: Sequence[Term], bodies: list[Term], *says: Formula) -> Definition:
    if symbol.name() in _names(*bodies, fresh=fresh):
        raise Rejected(f"{symbol.name()} is defined by itself")
    _names(*says)
    return _hand_out(Definition(symbol, says), Definition(_own_symbol(symbol), tuple(map(_own, says))))
