"""A theorem as a reader sees it, and as a claim file is compared with it."""

from __future__ import annotations

import z3

from proofs_check.logic.derived import below, tier
from proofs_check.logic.models import Model
from proofs_check.logic.rules import LEDGER, Rejected, Theorem

_INFIX = {
    z3.Z3_OP_LE: "<=",
    z3.Z3_OP_GE: ">=",
    z3.Z3_OP_LT: "<",
    z3.Z3_OP_GT: ">",
    z3.Z3_OP_EQ: "=",
    z3.Z3_OP_DISTINCT: "!=",
}
_LETTERS = {"Coin": "r", "Noise": "η", "Int": "t"}  # bound variables of definitions
_NAMES = {
    "coin": "r",
    "eta": "η",
    "expo": "exp",
    "Lambda": "Λ",
    "sigma": "σ",
    "eps": "ε",
    "delta": "δ",
    "gamma": "γ",
    "nu": "ν",
    "beta": "β",
}


def text(term: z3.ExprRef, bound: tuple[str, ...] = (), tight: int = 0) -> str:
    """tight: 0 formula, 1 sum, 2 product, 3 factor."""
    say = lambda t, level=0: text(t, bound, level)  # noqa: E731
    wrap = lambda s, level: f"({s})" if tight > level else s  # noqa: E731
    if z3.is_var(term):
        return bound[-1 - z3.get_var_index(term)]
    if z3.is_quantifier(term):
        names: tuple[str, ...] = ()
        for i in range(term.num_vars()):
            name = term.var_name(i).split("!")[0]
            name = _LETTERS.get(term.var_sort(i).name(), name) if name == "x" else name
            while name in (*bound, *names):
                name += "'"
            names = (*names, name)
        names = tuple(_NAMES.get(name, name) for name in names)
        return f"for all {', '.join(names)}: {text(term.body(), (*bound, *names))}"
    kind, args, name = term.decl().kind(), term.children(), term.decl().name()
    if name.split("_")[0] in ("add", "scale", "dot", "norm", "zero"):
        name = name.split("_")[0]  # the same signs in every space
    if kind == z3.Z3_OP_TO_REAL:
        return say(args[0], tight)
    if z3.is_int_value(term) or z3.is_rational_value(term):
        return wrap(str(term), 2 if str(term).startswith("-") or "/" in str(term) else 3)
    if (
        kind == z3.Z3_OP_ITE
        and args[0].num_args() == 2
        and {a.get_id() for a in args[0].children()} == {a.get_id() for a in args[1:]}
    ):
        less = args[0].decl().kind() in (z3.Z3_OP_LE, z3.Z3_OP_LT)
        same = args[0].arg(0).eq(args[1])
        return f"{'min' if less == same else 'max'}({say(args[1])}, {say(args[2])})"
    if kind == z3.Z3_OP_ITE:
        return f"({say(args[1])} if {say(args[0])} else {say(args[2])})"
    if name == "add" and args[1].decl().name().startswith("scale") and str(args[1].arg(0)) == "-1":
        return wrap(f"{say(args[0], 1)} - {say(args[1].arg(1), 2)}", 1)
    if name in ("add",) or kind == z3.Z3_OP_ADD:
        return wrap(" + ".join(say(a, 1) for a in args), 1)
    if name == "scale" or kind == z3.Z3_OP_MUL:
        return wrap(" ".join(say(a, 3) for a in args), 2)
    if kind == z3.Z3_OP_SUB:
        return wrap(" - ".join(say(a, 1 if i == 0 else 2) for i, a in enumerate(args)), 1)
    if kind == z3.Z3_OP_UMINUS:
        return wrap("-" + say(args[0], 3), 1)
    if kind == z3.Z3_OP_DIV:
        return wrap(f"{say(args[0], 2)}/{say(args[1], 3)}", 2)
    if kind == z3.Z3_OP_POWER:
        return f"{say(args[0], 3)}^{say(args[1], 3)}"
    if name == "dot":
        return f"<{say(args[0])}, {say(args[1])}>"
    if name == "norm":
        return f"|{say(args[0])}|"
    if name == "root":
        return f"sqrt({say(args[0])})"
    if kind == z3.Z3_OP_IMPLIES:
        return wrap(f"if {say(args[0])} then {say(args[1])}", 0)
    if kind in (z3.Z3_OP_AND, z3.Z3_OP_OR):
        return wrap((" and " if kind == z3.Z3_OP_AND else " or ").join(say(a) for a in args), 0)
    if kind == z3.Z3_OP_NOT:
        return f"not ({say(args[0])})"
    if kind in _INFIX:
        return wrap(f"{say(args[0], 1)} {_INFIX[kind]} {say(args[1], 1)}", 0)
    if kind == z3.Z3_OP_SELECT:
        return f"{say(args[0])}({', '.join(map(say, args[1:]))})"
    shown = _NAMES.get(name, name)
    return f"{shown}({', '.join(map(say, args))})" if args else shown


def statement(theorem: Theorem, model: Model | None) -> str:
    """Only theorems of the ledger, and only with a joint model: premises that nothing meets say nothing."""
    if LEDGER.get(theorem.name) is not theorem:
        raise Rejected(f"{theorem.name} is not a theorem", theorem.name)
    if type(model) is not Model or model.theorem != theorem.name or not model.conclusion:
        raise Rejected(f"{theorem.name} has no joint model", theorem.name, "joint model")
    lines = [theorem.name]
    lines += [f"  given  {slug:26s} {text(p)}" for slug, p in theorem.given.items()]
    lines += [f"  where  {d.symbol.name():26s} {'; '.join(text(f) for f in d.says)}" for d in theorem.where]
    lines += [
        f"  shows  {text(theorem.shows)}",
        f"  tier   {tier(theorem)}; uses {len(below(theorem))} theorems",
    ]
    lines += [f"  rests  {LEDGER[name].kind} {name}: {LEDGER[name].why}" for name in sorted(theorem.rests)]
    lines += [f"  model  {model}"]
    return "\n".join(lines)


def compared(theorem: Theorem, listed: set[str]) -> list[str]:
    """What a claim file and a theorem disagree about: premises by name. Empty if they agree."""
    carried = set(theorem.given)
    return [f"the theorem needs {s!r}, the claim does not list it" for s in sorted(carried - listed)] + [
        f"the claim lists {s!r}, the theorem does not need it" for s in sorted(listed - carried)
    ]
