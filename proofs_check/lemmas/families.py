"""A theorem about one run, for every value of some parameters: for every order of the records, for every class.

A symbol that may depend on a parameter p gets it as a first argument: f(t) becomes f_r(p, t). A premise that speaks of such a
symbol must then hold for all values of p. Nothing new is proved: the theorem is used at each value.
"""

from __future__ import annotations

import z3

from proofs_check.logic.obligations import parts
from proofs_check.logic.rules import Theorem, at, equal_to, lemma, recursive, symbols


def _name(symbol: str, mark: str) -> str:
    stem = symbol.rstrip("'")
    return f"{stem}_{mark}{symbol[len(stem) :]}"


def _divisors(term) -> list:
    """What is divided by; the rules ask that it is not zero."""
    return [part.arg(1) for part in parts(term) if z3.is_app_of(part, z3.Z3_OP_DIV)]


class Family:
    """`depends`: symbol of the theorem -> the parameters that it may depend on. `mark` ends the new names."""

    def __init__(
        self, name: str, theorem: Theorem, depends: dict, by=(), plain=(), mark="r", **values
    ) -> None:
        self.by = [
            *plain,
            *by,
        ]  # what shows that no denominator is zero; the `plain` theorems need no premise
        self.mark = mark
        self.parameters = list(dict.fromkeys(p for ps in depends.values() for p in ps))
        known = symbols(theorem.shows, *theorem.given.values(), *(f for d in theorem.where for f in d.says))
        self.symbols = {}
        for symbol, parameters in depends.items():
            decl = known[symbol]
            sorts = [*(p.sort() for p in parameters), *map(decl.domain, range(decl.arity())), decl.range()]
            self.symbols[symbol] = z3.Function(_name(symbol, mark), *sorts)
        self._values, self._depends = (
            {**{s: self._value(s, known[s], depends[s]) for s in depends}, **values},
            depends,
        )
        self._functions, self._constants = [], []
        for symbol, value in self._values.items():
            decl = known[symbol]
            if decl.arity():
                places = [z3.Var(i, decl.domain(i)) for i in range(decl.arity())]
                self._functions.append((decl, value(*places)))
            else:
                self._constants.append((decl(), value))
        self.given = {slug: self._every(self._change(premise)) for slug, premise in theorem.given.items()}
        pairs = [(definition, self._define(definition)) for definition in theorem.where]
        self.where = [new for _, new in pairs]
        here = [at(slug, *used) for slug, p in theorem.given.items() if (used := self._used(self._change(p)))]
        by = [
            *self.by,
            *here,
            *(u for old, new in pairs for u in self._at(name, old, new, plain)),
            theorem.at(**self._values),
        ]
        self.theorem = lemma(name, self.given, self._change(theorem.shows), by, self.where)

    def _value(self, symbol, decl, parameters):
        lifted = self.symbols[symbol]
        return (lambda *args: lifted(*parameters, *args)) if decl.arity() else lifted(*parameters)

    def _change(self, formula):
        formula = z3.substitute_funs(formula, *self._functions) if self._functions else formula
        return z3.substitute(formula, *self._constants) if self._constants else formula

    def _used(self, formula) -> list:
        found = symbols(formula)
        return [p for p in self.parameters if p.decl().name() in found]

    def _every(self, formula):
        used = self._used(formula)
        return z3.ForAll(used, formula) if used else formula

    def _define(self, definition):
        """The definition with the parameters as first arguments, by the rule that made it."""
        symbol = definition.symbol
        if symbol.name() not in self._depends:
            return definition
        parameters, lifted = self._depends[symbol.name()], self.symbols[symbol.name()]
        bodies = [f.body() if z3.is_quantifier(f) else f for f in map(self._change, definition.says)]

        def here(body, args):
            outer, inner = args[: len(parameters)], args[len(parameters) :]
            body = z3.substitute_vars(body, *reversed(inner)) if inner else body
            return z3.substitute(body, *zip(parameters, outer, strict=True))

        def right_side(body, args):
            left, right = here(body, args).children()
            head = left
            while z3.is_select(head):
                head = head.arg(0)
            return right if head.decl() == lifted else left

        if len(bodies) == 1:
            return equal_to(lifted, lambda *args: right_side(bodies[0], args))

        def following(*args):
            *outer, before = args
            equation = here(bodies[1], outer).arg(1)
            return z3.substitute(equation.arg(1), (lifted(*outer), before))

        return recursive(lifted, lambda *args: right_side(bodies[0], args), following)

    def _at(self, name, old, new, plain):
        """The lifted definition at the parameters is the definition that the theorem asks for."""
        if new is old:
            return
        divided = [part for f in old.says for d in _divisors(self._change(f)) for part in parts(d)]
        below = {part.decl().name() for part in divided if z3.is_app_of(part, z3.Z3_OP_UNINTERPRETED)}
        given = {slug: p for slug, p in self.given.items() if below & set(symbols(p)) and not _divisors(p)}
        for number, formula in enumerate(map(self._change, old.says)):
            many = formula.num_vars() if z3.is_quantifier(formula) else 0
            args = [z3.Const(f"place_{i}", formula.var_sort(i)) for i in range(many)]
            shows = z3.substitute_vars(formula.body(), *reversed(args)) if args else formula
            place = [*self._depends[old.symbol.name()], *args]
            fact = lemma(
                f"{name}: {new.symbol.name()} {number}",
                given,
                shows,
                [*plain, *([at(new.symbol.name(), *place)] if place else [])],
                [new],
            )
            yield fact.at().every(*args) if args else fact

    def meaning(self, of_one: dict) -> dict:
        """A joint model of the family from one of the theorem: the same for all values of the parameters."""
        kept = {symbol: means for symbol, means in of_one.items() if symbol not in self.symbols}
        return {
            **kept,
            **{
                _name(symbol, self.mark): _ignoring(len(self._depends[symbol]), of_one[symbol])
                for symbol in self.symbols
            },
        }


_ignored: dict = {}  # one function for the same parameters and meaning, which it holds


def _ignoring(first, means):
    if (first, id(means)) not in _ignored:
        new = (lambda *args: means(*args[first:])) if callable(means) else lambda *args: means
        _ignored[first, id(means)] = new
    return _ignored[first, id(means)]
