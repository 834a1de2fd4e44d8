"""The rules of a small logic over z3. Only this file makes theorems.

    Theorem     where & given |- shows. Every symbol that no axiom or leaf fixes is universally quantified: numbers,
                vectors, functions, whole runs. `given` are named premises, `where` definitions (they can always be met).
    axiom       a textbook rule with its side conditions.   leaf   a fact that another tool has shown.
                Both are listed with every theorem that rests on them.
    lemma       from premises, instances of theorems (their premises must follow first) and intermediate steps.
    induct      for every k in N, with ONE formula P: P(0), and P(k) => P(k + 1). No premise may speak of k.
    discharge   a premise becomes the condition of the conclusion.

Trusted: z3, this file and `obligations`. Not trusted: everything else; it only chooses what to cite.
Division is read with 1/0 = 0 (see `obligations`); no denominator of a statement may be zero where it is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import z3

from proofs_check.logic.obligations import Facts, unsat

Premises = Mapping[str, z3.BoolRef]
_fixed: dict[str, str] = {}
_ledger: dict[str, Theorem] = {}
_made: dict[int, object] = {}
FIXED = MappingProxyType(
    _fixed
)  # symbols that an axiom or a leaf speaks about -> its name; they are no variables
LEDGER = MappingProxyType(_ledger)  # every theorem by name, in the order in which they were proved


class Rejected(Exception):
    """Why a theorem could not be made. `theorem`, `missing`: the theorem that was used, its premise that is not known."""

    def __init__(self, message: str, theorem: str = "", missing: str = "") -> None:
        super().__init__(message)
        self.theorem, self.missing = theorem, missing


@dataclass(frozen=True)
class Definition:
    symbol: z3.FuncDeclRef
    says: tuple[z3.BoolRef, ...]


@dataclass(frozen=True)
class Theorem:
    name: str
    given: Premises
    where: tuple[Definition, ...]
    shows: z3.BoolRef
    kind: str  # axiom, leaf, proved
    rests: frozenset[str] = frozenset()  # the axioms and leaves below
    uses: tuple[str, ...] = ()  # the theorems cited directly
    why: str = ""
    proof: tuple = field(default=(), repr=False)  # what was cited; nothing here reads it

    def at(self, **values: object) -> Use:
        """The theorem with terms for its variables: x=term, or f=lambda a, b: term for a function."""
        return Use(self, values)


@dataclass(frozen=True)
class Use:
    theorem: Theorem
    values: Mapping[str, object]
    over: tuple = ()

    def every(self, *variables: z3.ExprRef) -> Use:
        """The conclusion for all values of these variables; no premise of the instance may speak of them."""
        return Use(self.theorem, self.values, variables)


class at:  # noqa: N801
    """A premise or definition `for all ...`, by its name, at these terms: at("steps", t)."""

    def __init__(self, of: str, *terms: object) -> None:
        self.of, self.terms = of, terms


def _genuine(thing):
    return _made.setdefault(id(thing), thing)


def _must_be_genuine(*things) -> None:
    """By identity: copies, subclasses and look-alikes are no theorems."""
    if any(_made.get(id(thing)) is not thing for thing in things):
        raise TypeError("theorems and definitions are made by the rules")


# --- symbols and substitution ------------------------------------------------------------------------------------------

_READ = {
    *(z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_TRUE, z3.Z3_OP_FALSE, z3.Z3_OP_AND, z3.Z3_OP_OR, z3.Z3_OP_NOT),
    *(
        z3.Z3_OP_IMPLIES,
        z3.Z3_OP_EQ,
        z3.Z3_OP_DISTINCT,
        z3.Z3_OP_ITE,
        z3.Z3_OP_ANUM,
        z3.Z3_OP_LE,
        z3.Z3_OP_LT,
    ),
    *(z3.Z3_OP_GE, z3.Z3_OP_GT, z3.Z3_OP_ADD, z3.Z3_OP_SUB, z3.Z3_OP_UMINUS, z3.Z3_OP_MUL, z3.Z3_OP_DIV),
    *(z3.Z3_OP_POWER, z3.Z3_OP_TO_REAL, z3.Z3_OP_SELECT),
}


def symbols(*formulas: z3.ExprRef) -> dict[str, z3.FuncDeclRef]:
    """The uninterpreted symbols by name. Refuses whatever the logic does not read: a hidden symbol would escape it."""
    found: dict[str, z3.FuncDeclRef] = {}
    seen, queue = set(), [(formula, 0) for formula in formulas]
    while queue:
        term, depth = queue.pop()
        if (term.get_id(), depth) in seen:
            continue
        seen.add((term.get_id(), depth))
        if z3.is_quantifier(term) and not term.is_lambda():
            queue.append((term.body(), depth + term.num_vars()))
        elif z3.is_var(term) and z3.get_var_index(term) < depth:
            continue
        elif not z3.is_app(term) or not _is_read(term):
            raise Rejected(f"the logic does not read {term}")
        else:
            if (
                term.decl().kind() == z3.Z3_OP_UNINTERPRETED
                and found.setdefault(term.decl().name(), term.decl()) != term.decl()
            ):
                raise Rejected(f"two symbols are called {term.decl().name()}")
            queue += [(part, depth) for part in term.children()]
    return found


def _is_read(term: z3.ExprRef) -> bool:
    kind = term.decl().kind()
    return kind in _READ and (kind != z3.Z3_OP_POWER or str(term.arg(1)) in ("2", "3", "4"))


def _variable(v: z3.ExprRef, sort: z3.SortRef | None = None) -> str:
    """The name of an uninterpreted constant that nothing fixes."""
    if (
        not z3.is_const(v)
        or v.decl().kind() != z3.Z3_OP_UNINTERPRETED
        or (sort is not None and v.sort() != sort)
    ):
        raise Rejected(f"{v} is not a variable")
    return _free(v.decl().name())


def _free(symbol: str) -> str:
    if symbol in _fixed:
        raise Rejected(f"{symbol} is fixed by {_fixed[symbol]!r}, not a variable", _fixed[symbol])
    return symbol


def _of_sort(value: object, sort: z3.SortRef) -> z3.ExprRef:
    if not isinstance(value, z3.ExprRef):
        value = z3.RealVal(value) if sort == z3.RealSort() else z3.IntVal(value)
    if value.sort() != sort:
        raise Rejected(f"{value} is of sort {value.sort()}, not {sort}")
    symbols(value)
    return value


def substitution(known: Mapping[str, z3.FuncDeclRef], values: Mapping[str, object], name: str) -> Callable:
    """All variables at once: symbols inside the values stay as they are."""
    constants, functions = [], []
    for symbol, value in values.items():
        if _free(symbol) not in known:
            raise Rejected(f"{name!r} has no variable {symbol}", name)
        decl = known[symbol]
        sorts = [decl.domain(i) for i in range(decl.arity())]
        if not sorts:
            constants.append((decl(), _of_sort(value, decl.range())))
            continue
        args = [z3.FreshConst(sort, "x") for sort in sorts]
        body = z3.substitute(
            _of_sort(value(*args), decl.range()), *((x, z3.Var(i, x.sort())) for i, x in enumerate(args))
        )
        away = z3.FreshFunction(*sorts, decl.range())
        functions.append((decl, away, away(*(z3.Var(i, sort) for i, sort in enumerate(sorts))), body))

    def change(term: z3.ExprRef) -> z3.ExprRef:
        for decl, _, renamed, _ in functions:
            term = z3.substitute_funs(term, (decl, renamed))
        term = z3.substitute(term, *constants) if constants else term
        for _, away, _, body in functions:
            term = z3.substitute_funs(term, (away, body))
        return term

    return change


# --- what is known at a point of a proof -----------------------------------------------------------------------------------


class _Proof:
    def __init__(self, name: str, given: Premises, where: Sequence[Definition]) -> None:
        self.name = name
        self.named = {slug: (premise,) for slug, premise in given.items()} | {
            d.symbol.name(): d.says for d in where
        }
        self.facts = Facts(fact for facts in self.named.values() for fact in facts)
        self.uses: dict[str, None] = {}
        self.rests: set[str] = set()
        divisors = [pair for facts in self.named.values() for fact in facts for pair in _divisors(fact)]
        self.divisors = [pair for pair in divisors if not self.facts.plainly(pair)]

    def take(self, item: object) -> None:
        if type(item) in (Theorem, Use):
            self._cite(item.at() if type(item) is Theorem else item)
        elif type(item) is at:
            self._specialise(item)
        elif isinstance(item, (list, tuple)):
            for one in item:
                self.take(one)
        else:
            symbols(item)
            self.reach(item, "the step")
            self.facts.add(item)

    def _cite(self, use: Use) -> None:
        """Each premise and each definition of the theorem must follow here; then its conclusion is known."""
        fact, over = use.theorem, {_variable(v) for v in use.over}
        _must_be_genuine(fact)
        needed = [
            *fact.given.items(),
            *((f"where {d.symbol.name()}", formula) for d in fact.where for formula in d.says),
        ]
        change = substitution(symbols(fact.shows, *(formula for _, formula in needed)), use.values, fact.name)
        for slug, formula in needed:
            premise = change(formula)
            if over and over & set(symbols(premise)):
                raise Rejected(
                    f"{self.name}: the premise {slug!r} of {fact.name!r} speaks of {over}", fact.name, slug
                )
            if not self.facts.give(premise):
                message = (
                    f"{self.name}: {fact.name!r} is used where its premise {slug!r} is not known: {premise}"
                )
                raise Rejected(message, fact.name, slug)
        if over and over & set(symbols(*self.facts.all)):
            raise Rejected(f"{self.name}: {over} is not arbitrary here", fact.name)
        shown = change(fact.shows)
        self.facts.add(z3.ForAll(list(use.over), shown) if over else shown)
        self.uses[fact.name] = None
        self.rests |= fact.rests

    def _specialise(self, item: at) -> None:
        """The premise or definition at these terms; if it is an implication with a known condition, its conclusion."""
        universal = [f for f in self.named.get(item.of, ()) if z3.is_quantifier(f) and f.is_forall()]
        matching = [f for f in universal if f.num_vars() == len(item.terms)]
        if not matching:
            raise Rejected(
                f"{self.name}: {item.of!r} is not known for all {len(item.terms)} values", self.name, item.of
            )
        for formula in matching:
            terms = [_of_sort(term, formula.var_sort(i)) for i, term in enumerate(item.terms)]
            fact = z3.substitute_vars(formula.body(), *reversed(terms))
            self.facts.add(fact)
            if z3.is_implies(fact) and self.facts.plainly(fact.arg(0)):
                self.facts.add(fact.arg(1))

    def reach(self, goal: z3.BoolRef, what: str) -> None:
        if not self.facts.give(goal):
            raise Rejected(f"{self.name}: {what} does not follow: {goal}", self.name, what)

    def finish(self, goal: z3.BoolRef, what: str, shows: z3.BoolRef) -> None:
        self.reach(goal, what)
        for nonzero in [*self.divisors, *_divisors(shows)]:
            if not self.facts.give(nonzero):
                raise Rejected(
                    f"{self.name}: a denominator may be zero, {nonzero} is not known",
                    self.name,
                    str(nonzero.arg(1)),
                )


def _divisors(formula: z3.BoolRef) -> list[z3.BoolRef]:
    """`guards => t != 0` for every .../t: conditions around it are guards, bound variables are arbitrary."""
    found: dict[tuple, z3.BoolRef] = {}
    seen: dict[tuple, tuple] = {}  # holds the terms, so that their ids stay theirs

    def walk(term: z3.ExprRef, guards: tuple) -> None:
        place = (term.get_id(), *(guard.get_id() for guard in guards))
        if place in seen:
            return
        seen[place] = (term, guards)
        if z3.is_quantifier(term):
            fresh = [z3.FreshConst(term.var_sort(i), term.var_name(i)) for i in range(term.num_vars())]
            return walk(z3.substitute_vars(term.body(), *reversed(fresh)), guards)
        kind, args = term.decl().kind(), term.children()
        if kind == z3.Z3_OP_DIV and not z3.is_true(z3.simplify(args[1] != 0)):
            found[place] = z3.Implies(z3.And(z3.BoolVal(True), *guards), args[1] != 0)
        for number, arg in enumerate(args):
            guarded = number and kind in (z3.Z3_OP_IMPLIES, z3.Z3_OP_ITE)
            walk(arg, (*guards, args[0] if number == 1 else z3.Not(args[0])) if guarded else guards)

    walk(formula, ())
    return list(found.values())


# --- the rules ---------------------------------------------------------------------------------------------------------------


def _enter(theorem: Theorem) -> Theorem:
    if theorem.name in _ledger:
        raise Rejected(f"two theorems are called {theorem.name!r}", theorem.name)
    return _ledger.setdefault(theorem.name, _genuine(theorem))


def axiom(name: str, shows: z3.BoolRef, over: Iterable[str], why: str, given: Premises = {}) -> Theorem:
    """A textbook rule about fixed symbols, for all values of the variables named in `over`."""
    return _assumed(name, dict(given), shows, set(over), "axiom", why)


def leaf(name: str, shows: z3.BoolRef, over: Iterable[str], by: str, given: Premises = {}) -> Theorem:
    """What another tool has shown for all values of `over`; `by` names the check. All other symbols are fixed."""
    return _assumed(name, dict(given), shows, set(over), "leaf", by)


def _assumed(name: str, given: dict, shows: z3.BoolRef, over: set[str], kind: str, why: str) -> Theorem:
    found = symbols(shows, *given.values())
    if over - set(found) or over & set(_fixed):
        raise Rejected(f"{name} does not speak of {sorted(over)}, or they are fixed already", name)
    made = _enter(Theorem(name, MappingProxyType(given), (), shows, kind, frozenset({name}), (), why))
    for symbol in set(found) - over:
        _fixed.setdefault(symbol, name)
    return made


def lemma(name: str, given: Premises, shows: z3.BoolRef, by: Iterable = (), where: Iterable = ()) -> Theorem:
    """From the premises, by citing theorems (`by`: theorems, uses, instances of premises, intermediate steps)."""
    given, where, by = dict(given), tuple(where), tuple(by)
    _well_formed(name, given, where, shows)
    proof = _Proof(name, given, where)
    for item in by:
        proof.take(item)
    proof.finish(shows, "the conclusion", shows)
    return _proved(name, given, where, shows, [proof], ("lemma", by))


def induct(
    name: str, k: z3.ArithRef, given: Premises, shows: z3.BoolRef, base=(), step=(), where=()
) -> Theorem:
    """For every whole k >= 0. `step` proves P(k + 1) from P(k); it may use k."""
    given, where, base, step = dict(given), tuple(where), tuple(base), tuple(step)
    variable = _variable(k, z3.IntSort())
    _well_formed(name, given, where, shows)
    for slug, formula in [*given.items(), *((d.symbol.name(), f) for d in where for f in d.says)]:
        if variable in symbols(formula):
            raise Rejected(f"{name}: {slug!r} speaks of the induction variable {k}", name, slug)
    first, later = _Proof(name, given, where), _Proof(name, given, where)
    for item in base:
        first.take(item)
    first.reach(z3.substitute(shows, (k, z3.IntVal(0))), "the base case")
    later.facts.add(z3.And(k >= 0, shows))
    for item in step:
        later.take(item)
    later.finish(z3.substitute(shows, (k, k + 1)), "the step", shows)
    return _proved(
        name, given, where, z3.Implies(k >= 0, shows), [first, later], ("induct", k, shows, base, step)
    )


def discharge(name: str, theorem: Theorem, *slugs: str) -> Theorem:
    _must_be_genuine(theorem)
    given = {slug: premise for slug, premise in theorem.given.items() if slug not in slugs}
    shows = z3.Implies(z3.And(*(theorem.given[slug] for slug in slugs)), theorem.shows)
    uses = (theorem.name,)
    return _enter(Theorem(name, MappingProxyType(given), theorem.where, shows, "proved", theorem.rests, uses))


def _proved(name, given, where, shows, proofs: list[_Proof], proof: tuple) -> Theorem:
    rests, uses = (
        frozenset().union(*(p.rests for p in proofs)),
        dict.fromkeys(used for p in proofs for used in p.uses),
    )
    return _enter(
        Theorem(name, MappingProxyType(given), where, shows, "proved", rests, tuple(uses), proof=proof)
    )


def _well_formed(name: str, given: Premises, where: Sequence[Definition], shows: z3.BoolRef) -> None:
    """Each symbol is defined once and from earlier ones. Contradictory premises: only the plain ones are noticed here."""
    _must_be_genuine(*where)
    symbols(shows, *given.values(), *(formula for d in where for formula in d.says))
    defined = [d.symbol.name() for d in where]
    for place, definition in enumerate(where):
        if defined[place] in _fixed or defined[place] in [*defined[:place], *given]:
            raise Rejected(f"{name}: {defined[place]} is defined twice", name)
        if set(defined[place + 1 :]) & set(symbols(*definition.says)):
            raise Rejected(f"{name}: {defined[place]} is defined by what is defined after it", name)
    if unsat([premise for premise in given.values() if not z3.is_quantifier(premise)]):
        raise Rejected(f"{name}: nothing meets the premises", name, "premises that can be met")


# --- definitions ---------------------------------------------------------------------------------------------------------------


def equal_to(symbol: z3.FuncDeclRef, body: Callable) -> Definition:
    """symbol(x, ...) = body(x, ...). A constant that is a function (an array) is defined by its values."""
    args = [z3.FreshConst(symbol.domain(i), "x") for i in range(symbol.arity())]
    applied = symbol(*args)
    while z3.is_array(applied):
        args.append(z3.FreshConst(applied.sort().domain(), "x"))
        applied = applied[args[-1]]
    value = _of_sort(body(*args), applied.sort())
    return _defined(symbol, [value], z3.ForAll(args, applied == value) if args else applied == value)


def recursive(symbol: z3.FuncDeclRef, start: Callable, following: Callable) -> Definition:
    """symbol(..., 0) = start(...), symbol(..., k+1) = following(..., k, symbol(..., k)); the last argument counts."""
    args = [z3.FreshConst(symbol.domain(i), "x") for i in range(symbol.arity() - 1)]
    k, before = z3.FreshInt("k"), z3.FreshConst(symbol.range(), "before")
    begin, after = (_of_sort(body, symbol.range()) for body in (start(*args), following(*args, k, before)))
    if symbol.domain(len(args)) != z3.IntSort():
        raise Rejected(f"{symbol.name()} is not counted by whole numbers")
    first = symbol(*args, 0) == begin
    later = z3.Implies(k >= 0, symbol(*args, k + 1) == z3.substitute(after, (before, symbol(*args, k))))
    return _defined(
        symbol, [begin, after], z3.ForAll(args, first) if args else first, z3.ForAll([*args, k], later)
    )


def _defined(symbol: z3.FuncDeclRef, bodies: list[z3.ExprRef], *says: z3.BoolRef) -> Definition:
    if symbol.name() in symbols(*bodies):
        raise Rejected(f"{symbol.name()} is defined by itself")
    return _genuine(Definition(symbol, says))
