"""A theorem as a reader sees it: one line a premise, sums as sums, what repeats is named once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import z3

from proofs_check.logic.derived import below, tier
from proofs_check.logic.models import Model, confirms
from proofs_check.logic.obligations import Formula, Sort, Symbol, Term
from proofs_check.logic.rules import FIXED, LEDGER, Definition, Rejected, Theorem, genuine, symbols
from proofs_check.logic.shapes import names_in, shape

_COMPARED = {
    z3.Z3_OP_LE: "<=",
    z3.Z3_OP_GE: ">=",
    z3.Z3_OP_LT: "<",
    z3.Z3_OP_GT: ">",
    z3.Z3_OP_EQ: "=",
    z3.Z3_OP_DISTINCT: "!=",
}
_SMALLER, _LARGER = (z3.Z3_OP_LE, z3.Z3_OP_LT), (z3.Z3_OP_GE, z3.Z3_OP_GT)
_LETTERS = {"Int": "tij", "Real": "xyz", "Coin": "r", "Noise": "η"}  # for bound variables without a name
_GREEK = {
    "Lambda": "Λ", "Omega": "Ω", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "eta": "η",
    "theta": "θ", "nu": "ν", "rho": "ρ", "sigma": "σ", "tau": "τ",
}  # fmt: skip
_LETTER = re.compile(rf"^({'|'.join(_GREEK)})(?![a-z])")
_SIGNS = re.compile(r"(add|scale|dot|norm|zero|root|expo)(_[A-Z])?")  # the same signs in every space
_WORDS = {"root": "sqrt", "expo": "exp"}
_SETS = {"Int": "ℤ", "Real": "ℝ", "Bool": "{true, false}"}
_RESERVED = {
    "min",
    "max",
    "sqrt",
    "exp",
    "floor",
    "true",
    "false",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "for",
}
_LONG = 26  # characters: what is longer and repeats gets a name
_VERY_LONG = 60  # a summand that is longer gets one at its first place
FORMULA, SUM, PRODUCT, FACTOR, BASE = range(5)  # how tightly a text must hold together


def sign(term: Term) -> str:
    """add, scale, dot, norm, zero, root or expo, if the term is made by such a symbol and an axiom fixes it."""
    name = shape(term).name
    found = _SIGNS.fullmatch(name) if name in FIXED else None
    return found[1] if found else ""


def shown(name: str) -> str:
    """A name as a reader sees it."""
    found = _SIGNS.fullmatch(name) if name in FIXED else None
    return _WORDS.get(found[1], found[1]) if found else _letters(name)


def _letters(name: str) -> str:
    """Greek letters as letters, a trailing 2 as a prime: sigma_user is σ_user, theta2 is θ'."""
    name = "r" if name == "coin" else _LETTER.sub(lambda found: _GREEK[found[1]], name)
    return f"{name[:-1]}'" if name[-1:] == "2" and name[:-1].replace("_", "").isalpha() else name


def text(
    term: Term,
    bound: tuple[str, ...] = (),
    tight: int = FORMULA,
    named: Mapping[int, str] | None = None,
    known: dict[tuple[int, int], str] | None = None,
) -> str:
    """The term as mathematics; `bound` are the names of its bound variables, `named` those of parts that have one.

    `known`: the texts of parts so far, with the same names, of a term that is alive.
    """
    named, known = named or {}, {} if known is None else known
    if term.get_id() in named:
        return named[term.get_id()]
    place = (term.get_id(), tight)
    if place not in known:
        known[place] = _text(term, bound, tight, named, known)
    return known[place]


def _text(
    term: Term,
    bound: tuple[str, ...],
    tight: int,
    named: Mapping[int, str],
    known: dict[tuple[int, int], str],
) -> str:
    def say(part: Term, level: int = FORMULA) -> str:
        return text(part, bound, level, named, known)

    def hold(words: str, level: int) -> str:
        return f"({words})" if tight > level else words

    if z3.is_var(term):
        return bound[-1 - int(z3.get_var_index(term))]
    if z3.is_quantifier(term):
        head, inside, body = _head(term, bound)
        return hold(
            head + text(body, inside), FORMULA
        )  # a part that has a name may mean something else inside
    found = shape(term)
    kind, args, name, made = found.kind, list(found.inside), shown(found.name), sign(term)
    if kind == z3.Z3_OP_ANUM:
        return hold(str(term), PRODUCT if set("-/") & set(str(term)) else BASE)
    if kind == z3.Z3_OP_TO_REAL:
        return say(args[0], tight)
    if kind == z3.Z3_OP_TO_INT:
        return f"floor({say(args[0])})"
    if kind == z3.Z3_OP_ITE:
        if word := _smaller_or_larger(args):
            return f"{word}({say(args[1])}, {say(args[2])})"
        *cases, last = _cases(term)
        shown_cases = [f"{say(value)} if {say(condition)}" for condition, value in cases]
        return f"({', '.join(shown_cases)}{',' * (len(cases) > 1)} else {say(last[1])})"
    if kind == z3.Z3_OP_DISTINCT and len(args) > 2:
        return hold(f"{', '.join(say(a, SUM) for a in args)} are different", FORMULA)
    if kind in _COMPARED:
        said = f" {'if and only if' if z3.is_bool(args[0]) else _COMPARED[kind]} ".join(
            say(a, SUM) for a in args
        )
        differ = kind == z3.Z3_OP_DISTINCT and z3.is_bool(args[0])
        return f"not ({said})" if differ else hold(said, FORMULA)
    if kind == z3.Z3_OP_IMPLIES:
        long = z3.is_implies(args[0]) or z3.is_quantifier(args[0]) or _equals(args[0])
        condition, then = (
            say(args[0], SUM if long else FORMULA),
            say(args[1], SUM if _equals(args[1]) else FORMULA),
        )
        return hold(f"if {condition} then {then}", FORMULA)
    if kind == z3.Z3_OP_AND:
        return hold(" and ".join(_conjuncts(_flat(term), say)), FORMULA)
    if kind == z3.Z3_OP_OR:
        return hold(" or ".join(say(a, SUM) if _joins(a) else say(a) for a in args), FORMULA)
    if kind == z3.Z3_OP_NOT:
        return f"not ({say(args[0])})"
    if made == "add" and sign(args[1]) == "scale" and _is_number(args[1].arg(0), "-1"):
        return hold(f"{say(args[0], SUM)} - {say(args[1].arg(1), PRODUCT)}", SUM)
    if made == "add" or kind == z3.Z3_OP_ADD:
        return hold(" + ".join(say(a, SUM) for a in args), SUM)
    if kind == z3.Z3_OP_SUB:
        return hold(" - ".join(say(a, SUM if i == 0 else PRODUCT) for i, a in enumerate(args)), SUM)
    if kind == z3.Z3_OP_UMINUS:
        return hold("-" + say(args[0], FACTOR), SUM)
    if made == "scale" or kind == z3.Z3_OP_MUL:
        if _is_square(term):
            return hold(f"{say(args[0], BASE)}^2", FACTOR)
        every = [a for part in args for a in _factors(part, named)]
        factors = [a for a in every if not _is_number(_number(a), "1")] or args[:1]
        return (
            hold(" ".join(say(a, FACTOR) for a in factors), PRODUCT)
            if factors[1:]
            else say(factors[0], tight)
        )
    if kind == z3.Z3_OP_DIV:
        return hold(f"{say(args[0], PRODUCT)}/{say(args[1], FACTOR)}", PRODUCT)
    if kind == z3.Z3_OP_POWER:
        return hold(f"{say(args[0], BASE)}^{say(args[1], BASE)}", FACTOR)
    if made == "dot" and args[0].eq(args[1]) and z3.is_app(args[0]) and args[0].num_args():
        return hold(f"|{say(args[0])}|^2", FACTOR)
    if made == "dot":
        return f"<{say(args[0])}, {say(args[1])}>"
    if made == "norm":
        return f"|{say(args[0])}|"
    if kind == z3.Z3_OP_SELECT:
        return f"{say(args[0])}({', '.join(map(say, args[1:]))})"
    if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
        return name
    return f"{name}({', '.join(map(say, args))})" if args else name


def _joins(term: Term) -> bool:
    """Does the text need brackets between `and` and `or`?"""
    joined = (z3.Z3_OP_AND, z3.Z3_OP_OR, z3.Z3_OP_IMPLIES)
    return z3.is_quantifier(term) or term.decl().kind() in joined or _equals(term)


def _equals(term: Term) -> bool:
    """Does it say that two formulas are both true or both false?"""
    return bool(z3.is_eq(term) and z3.is_bool(term.arg(0)))


def _flat(term: Formula) -> list[Formula]:
    """What a conjunction of conjunctions joins."""
    parts = term.children()
    return [inner for part in parts for inner in (_flat(part) if z3.is_and(part) else [part])]


def _conjuncts(parts: list[Formula], say: Callable[..., str]) -> Iterator[str]:
    """One text each, but `k >= 0 and k < K` is 0 <= k < K."""
    while parts:
        between = _between(*parts[:2]) if len(parts) > 1 else None
        if between:
            low, at_least, middle, at_most, high = between
            yield f"{say(low, SUM)} {at_least} {say(middle, SUM)} {at_most} {say(high, SUM)}"
        else:
            yield say(parts[0], SUM) if _joins(parts[0]) else say(parts[0])
        parts = parts[2:] if between else parts[1:]


def _between(first: Formula, second: Formula) -> tuple[Term, str, Term, str, Term] | None:
    """a, <=, b, <, c if the two say that a <= b and b < c; strict or not."""
    kinds = [part.decl().kind() if z3.is_app(part) else None for part in (first, second)]
    if kinds[0] not in (*_SMALLER, *_LARGER) or kinds[1] not in _SMALLER:
        return None
    low, middle = first.children() if kinds[0] in _SMALLER else reversed(first.children())
    start, high = second.children()
    if not _number(middle).eq(_number(start)):
        return None
    return low, _COMPARED[kinds[0]].replace(">", "<"), middle, _COMPARED[kinds[1]], high


def _number(term: Term) -> Term:
    """Without the change from whole to real."""
    found = shape(term)
    return found.inside[0] if found.kind == z3.Z3_OP_TO_REAL else term


def _is_number(term: Term, digits: str) -> bool:
    """Only numbers are written out: z3 takes long to write a long term."""
    return shape(term).kind == z3.Z3_OP_ANUM and str(term) == digits


def _factors(term: Term, named: Collection[int]) -> list[Term]:
    """a (b c) and (a b) c are both a b c: the factors of a product of numbers, and what it scales."""
    product = shape(term).kind == z3.Z3_OP_MUL or sign(term) == "scale"
    if product and term.get_id() not in named and not _is_square(term):
        return [factor for part in shape(term).inside for factor in _factors(part, named)]
    return [term]


def _is_square(term: Term) -> bool:
    """A product of two equal numbers."""
    two = z3.is_app(term) and term.decl().kind() == z3.Z3_OP_MUL and term.num_args() == 2
    return two and bool(term.arg(0).eq(term.arg(1)))


def _cases(term: Term) -> list[tuple[Formula | None, Term]]:
    """The cases of nested distinctions, the last one without a condition."""
    if z3.is_app(term) and term.decl().kind() == z3.Z3_OP_ITE and not _smaller_or_larger(term.children()):
        return [(term.arg(0), term.arg(1)), *_cases(term.arg(2))]
    return [(None, term)]


def _head(term: Formula, bound: tuple[str, ...]) -> tuple[str, tuple[str, ...], Formula]:
    """`for all t >= 0: `, the names inside, and what stands inside: quantifiers in a row are one, a condition joins them."""
    every = term.is_forall()
    names: tuple[str, ...] = ()
    while z3.is_quantifier(term) and term.is_forall() == every:
        names = (*names, *_bound_names(term, (*bound, *names)))
        term = term.body()
        if not every:
            break
    inside, said = (*bound, *names), ", ".join(names)
    if every and z3.is_implies(term):

        def say(part: Term, level: int = FORMULA) -> str:
            return text(part, inside, level)

        conditions = _flat(term.arg(0)) if z3.is_and(term.arg(0)) else [term.arg(0)]
        if not any(map(_joins, conditions)):
            conditions_said = list(_conjuncts(conditions, say))
            alone = conditions_said[0].startswith(f"{said} ") and len(conditions_said) == 1
            said = conditions_said[0] if alone else f"{said} with {' and '.join(conditions_said)}"
            term = term.arg(1)
    return f"{'for all' if every else 'there is'} {said}: ", inside, term


def _smaller_or_larger(args: list[Term]) -> str:
    """min for `a if a <= b else b`, max for `a if a >= b else b`, and the other two; nothing else."""
    condition, then, other = args
    kind = condition.decl().kind() if z3.is_app(condition) else None
    if kind not in (*_SMALLER, *_LARGER):
        return ""
    first, second = condition.children()
    if first.eq(then) and second.eq(other):
        return "min" if kind in _SMALLER else "max"
    if first.eq(other) and second.eq(then):
        return "max" if kind in _SMALLER else "min"
    return ""


def _bound_names(term: Formula, taken: Collection[str]) -> tuple[str, ...]:
    """Names for bound variables that differ from each other and from every symbol inside."""
    taken = {*taken, *map(shown, _free_names(term))}
    names: list[str] = []
    for i in range(term.num_vars()):
        own = term.var_name(i)
        if not own.replace("'", "").isidentifier():  # a variable that the logic made, or no name
            letters = _LETTERS.get(term.var_sort(i).name(), "v")
            own = next((one for one in letters if one not in {*taken, *names}), letters[0])
        own = _letters(own.removesuffix("_i"))
        while own in {*taken, *names}:
            own += "'"
        names.append(own)
    return tuple(names)


_named: dict[int, tuple[Term, set[str]]] = {}  # holds the terms, so that their ids stay theirs


def _free_names(term: Term) -> set[str]:
    if term.get_id() not in _named:
        _named[term.get_id()] = (term, names_in(term))
    return _named[term.get_id()][1]


# --- lines of a statement ------------------------------------------------------------------------------------------------


def folded(formula: Formula, taken: Collection[str] = ()) -> tuple[str, list[str]]:
    """The formula in one line, and one line for each long part that occurs in it more than once."""
    start, body = "", formula
    bound: tuple[str, ...] = ()
    if z3.is_quantifier(formula) and formula.is_forall():
        start, bound, body = _head(formula, ())
    line, more = _named_parts(body, bound, FORMULA, taken)
    return start + line, more


def _named_parts(
    body: Term, bound: tuple[str, ...], tight: int, taken: Collection[str]
) -> tuple[str, list[str]]:
    counts: Counter[int] = Counter()
    terms: dict[int, Term] = {}

    def count(part: Term) -> None:
        counts[part.get_id()] += 1
        terms[part.get_id()] = part
        if counts[part.get_id()] == 1 and not z3.is_quantifier(part):
            for inner in shape(part).inside:
                count(inner)

    count(body)
    taken = {*taken, *bound, *map(shown, _free_names(body))}
    letters = [letter for letter in "uwgqabcαζξω" if letter not in taken]
    named: dict[int, str] = {}
    lines: list[str] = []
    added = {
        a.get_id() for part in map(shape, terms.values()) if part.kind == z3.Z3_OP_ADD for a in part.inside
    }
    parts = [
        part for key, part in terms.items() if (counts[key] > 1 or key in added) and not z3.is_bool(part)
    ]
    known: dict[tuple[int, int], str] = {}
    parts.sort(key=lambda part: len(text(part, bound, known=known)))
    for part in parts:
        said = text(part, bound, FORMULA, named, known)
        if len(said) > (_LONG if counts[part.get_id()] > 1 else _VERY_LONG) and letters:
            named[part.get_id()] = letters.pop(0)
            lines.insert(0, f"{named[part.get_id()]} = {said}")
            known = {}  # from here on the part has a name
    return text(body, bound, tight, named, known), lines


def _opened(formula: Formula) -> tuple[list[tuple[str, ...]], Formula]:
    """The bound variables of the outer `for all`, and what stands inside."""
    opened: list[tuple[str, ...]] = []
    while z3.is_quantifier(formula) and formula.is_forall():
        opened.append(_bound_names(formula, [name for names in opened for name in names]))
        formula = formula.body()
    return opened, formula


def definition(defined: Definition, taken: Collection[str] = ()) -> tuple[str, list[str]]:
    """f(t) = ..., or a running sum as a sum, or a recursion."""
    if len(defined.says) > 1:
        return _running_sum(defined, taken) or (_recursion(defined), [])
    opened, body = _opened(defined.says[0])
    return _named_parts(body, tuple(name for names in opened for name in names), FORMULA, taken)


def _recursion(defined: Definition) -> str:
    start, following = defined.says
    opened, body = _opened(start)
    bound = tuple(name for names in opened for name in names)
    sides = sorted(
        body.children(), key=lambda side: not _is(side, defined.symbol)
    )  # z3 turns f(0) = 1 around
    opened, later = _opened(following)
    names = tuple(name for names in opened for name in names)
    condition, equation = later.children()
    return f"{' = '.join(text(side, bound, SUM) for side in sides)}; {text(equation, names)} for {text(condition, names)}"


def _running_sum(defined: Definition, taken: Collection[str]) -> tuple[str, list[str]] | None:
    """total(..., k) = the sum over i < k, if the recursion starts at zero and adds one summand."""
    start, following = defined.says
    first = start.body() if z3.is_quantifier(start) else start
    zeros = [side for side in first.children() if _is_number(side, "0") or sign(side) == "zero"]
    opened, body = _opened(following)
    after = body.arg(1).arg(1)
    adds = sign(after) == "add" or after.decl().kind() == z3.Z3_OP_ADD
    if not zeros or not adds or after.num_args() != 2 or not _is(after.arg(0), defined.symbol):
        return None
    summand, outer = after.arg(1), opened[0][:-1]
    used = {*outer, *map(shown, _free_names(following))}
    count, *more = (letter for letter in ("k", "i", "j", "l", "k'", "i'", "j'") if letter not in used)
    bound = (*outer, more[0])
    head = f"{shown(defined.symbol.name())}({', '.join([*outer, count])})"
    if summand.decl().kind() == z3.Z3_OP_ITE and all(map(_is_number, summand.children()[1:], "10")):
        return f"{head} = number of {bound[-1]} < {count} with {text(summand.arg(0), bound)}", []
    line, lines = _named_parts(summand, bound, PRODUCT, {*taken, count})
    return f"{head} = sum over {bound[-1]} < {count} of {line}", lines


def _is(term: Term, symbol: Symbol) -> bool:
    return bool(z3.is_app(term) and term.decl() == symbol)


def _sort(sort: Sort) -> str:
    if sort.kind() == z3.Z3_ARRAY_SORT:
        return f"({_sort(sort.domain())} → {_sort(sort.range())})"
    return _SETS.get(sort.name(), str(sort.name()))


def needed(theorem: Theorem) -> list[Definition]:
    """The definitions that premises and conclusion speak of, directly or not. The others are only part of the proof."""
    spoken = set(symbols(theorem.shows, *theorem.given.values()))
    found: list[Definition] = []
    for defined in reversed(theorem.where):
        if defined.symbol.name() in spoken:
            found.insert(0, defined)
            spoken |= set(symbols(*defined.says))
    return found


def _symbols(theorem: Theorem) -> dict[str, Symbol]:
    return symbols(theorem.shows, *theorem.given.values(), *(f for d in needed(theorem) for f in d.says))


def variables(theorem: Theorem) -> str:
    """What the theorem holds for: its variables that are not defined, by kind."""
    found = _symbols(theorem)
    defined = {one.symbol.name() for one in theorem.where}
    kinds: dict[str, list[str]] = {}
    for name, symbol in sorted(found.items()):
        if name not in FIXED and name not in defined:
            domain = " × ".join(_sort(symbol.domain(i)) for i in range(symbol.arity()))
            kinds.setdefault(
                f": {domain} → {_sort(symbol.range())}" if domain else f" ∈ {_sort(symbol.range())}", []
            ).append(name)
    if words := sorted(_RESERVED & set(found)):
        raise Rejected(
            f"{theorem.name}: a symbol is called {words[0]}, which is a word", theorem.name, words[0]
        )
    names = [shown(name) for name in found]
    if twice := [name for name, count in Counter(names).items() if count > 1 and not _SIGNS.fullmatch(name)]:
        raise Rejected(f"{theorem.name}: two symbols are printed as {twice[0]}", theorem.name, twice[0])
    return "; ".join(", ".join(map(shown, of)) + kind for kind, of in sorted(kinds.items()))


def sequent(theorem: Theorem) -> dict[str, Any]:
    """The theorem in parts: what it is about, premises by slug, definitions, conclusion; each as lines of text."""
    taken = {shown(name) for name in _symbols(theorem)}

    def lines(line: str, more: list[str]) -> str:
        return "".join([line, *(f", with {one}" for one in more)])

    return {
        "variables": variables(theorem),
        "given": {slug: lines(*folded(premise, taken)) for slug, premise in theorem.given.items()},
        "where": [lines(*definition(defined, taken)) for defined in needed(theorem)],
        "shows": lines(*folded(theorem.shows, taken)),
    }


def statement(theorem: Theorem, model: Model | None) -> str:
    """Only theorems of the ledger, and only with a joint model: premises that nothing meets say nothing."""
    if LEDGER.get(theorem.name) is not theorem:
        raise Rejected(f"{theorem.name} is not a theorem", theorem.name)
    theorem = genuine(theorem)
    if not confirms(model, theorem):
        raise Rejected(f"{theorem.name} has no joint model", theorem.name, "joint model")
    parts = sequent(theorem)
    lines = [theorem.name, f"  for    {parts['variables']}"]
    lines += [f"  given  {slug:26s} {line}" for slug, line in parts["given"].items()]
    lines += [f"  where  {line}" for line in parts["where"]]
    lines += [f"  shows  {parts['shows']}"]
    lines += [f"  tier   {tier(theorem)}; uses {len(below(theorem))} theorems"]
    lines += [f"  rests  {LEDGER[name].kind} {name}: {LEDGER[name].why}" for name in sorted(theorem.rests)]
    return "\n".join([*lines, f"  model  {model}"])


def compared(theorem: Theorem, listed: Collection[str]) -> list[str]:
    """What a claim file and a theorem disagree about: premises by name. Empty if they agree."""
    carried, said = set(theorem.given), set(listed)
    return [f"the theorem needs {slug!r}, the claim does not list it" for slug in sorted(carried - said)] + [
        f"the claim lists {slug!r}, the theorem does not need it" for slug in sorted(said - carried)
    ]
