"""Leaves.v: the leaves of the logic that name a theorem of Coq, printed from their sequents; Coq proves each from that theorem.

A leaf says what shows it: by="Coq: NAME" (a theorem of Claims.v), by="textbook: WORDS", or by="module.check". For the first
kind the premises and the conclusion, terms of z3, are printed as the statement `leaf_NAME`. Its proof is the glue in
`theorems.LEAVES`. So the kernel compares the two formulas, not a reader. SORTS and MEANING are the table that a reader checks.
`python -m proofs_check.coq.leaves` writes the theory again.
"""

from __future__ import annotations

import importlib
from fractions import Fraction
from functools import reduce
from operator import add, mul, sub, truediv
from textwrap import fill
from typing import NamedTuple

import z3

from proofs_check.coq import compiler as coq
from proofs_check.coq.constants import Printed, applied
from proofs_check.coq.theorems import LEAVES, PAGE_OF_LEAVES
from proofs_check.logic.derived import shown_by
from proofs_check.logic.rules import FIXED, LEDGER, Theorem, symbols
from proofs_check.logic.statements import source_of
from proofs_check.method.check import Outcome, modules_of_rooms


class Meant(NamedTuple):
    """A sort: its type, and for a vector the list of its indices, for a number of a thing the bound that it is below."""

    type: str
    indices: str = ""
    below: str = ""


FEATURES, CLASSES = "(seq 0 dim)", "(seq 0 classes)"
CELLS = f"(list_prod {FEATURES} {CLASSES})"
SIZES = {
    "dim": "",
    "classes": "(0 < classes)%nat",
}  # for every dimension and every number of classes from 1 on
SORTS = {
    "Real": Meant("R"),
    "Int": Meant("Z"),
    "Class": Meant("nat", below="classes"),
    "X": Meant("nat -> R", FEATURES),  # a record's features
    "L": Meant("nat -> R", CLASSES),  # logits
    "V": Meant("nat * nat -> R", CELLS),  # a model
}
MEANING = {  # symbols that axioms and leaves fix; definitions are in Vectors.v, SoftmaxSensitivity.v and LogicSymbols.v
    **{f"add{mark}": "vadd" for mark in ("", "_X", "_L")},
    **{f"scale{mark}": "vscal" for mark in ("", "_X", "_L")},
    **{f"zero{mark}": "vzero" for mark in ("", "_X", "_L")},
    **{f"dot{mark}": f"dot {list_}" for mark, list_ in (("", CELLS), ("_X", FEATURES), ("_L", CLASSES))},
    **{f"norm{mark}": f"nrm {list_}" for mark, list_ in (("", CELLS), ("_X", FEATURES), ("_L", CLASSES))},
    "softmax": f"smax {CLASSES}",
    "onehot": "onehot",
    "outer": "outer",
    "logits": "model_logits dim",
    "root": "sqrt",
    "expo": "exp",
    "ln": "ln",
    "classes": "Z.of_nat classes",
    "index_of": "Z.of_nat",
    **{name: f"{name} classes" for name in ("entry", "dots", "powers")},
    "ones_of_L": "all_ones",
    "classes_of_L": "INR classes",
}
TAKEN = {
    "R",
    "Z",
    "S",
    "O",
    "I",
    "forall",
    "exists",
    "fun",
    "if",
    "then",
    "else",
    "In",
    "seq",
    "nat",
    *SIZES,
} | {word for meaning in MEANING.values() for word in coq.words(meaning)}
HEAD = """\
(* Printed by proofs_check/coq/leaves.py from the leaves of the logic: change the leaves, not this file. *)
Require Import Reals List Lra Lia ZArith.
From BlindAvg Require Import Constants Vectors SoftmaxSensitivity LogicSymbols Claims.
Open Scope R_scope.

"""
JOINED = {z3.Z3_OP_ADD: add, z3.Z3_OP_SUB: sub, z3.Z3_OP_MUL: mul, z3.Z3_OP_DIV: truediv}
COMPARED = {z3.Z3_OP_LE: "<=", z3.Z3_OP_LT: "<", z3.Z3_OP_GE: ">=", z3.Z3_OP_GT: ">"}
CONNECTED = {z3.Z3_OP_AND: " /\\ ", z3.Z3_OP_OR: " \\/ ", z3.Z3_OP_IMPLIES: " -> "}
DECIDED = {"<=": "Rle_dec", "<": "Rlt_dec", ">=": "Rge_dec", ">": "Rgt_dec"}


class NotPrinted(ValueError):
    """What a formula says that has no meaning in the table."""


def statement(theorem: Theorem) -> str:
    """The sequent for all its variables, with the meaning of the table for the symbols that are fixed."""
    found = symbols(theorem.shows, *theorem.given.values())
    if theorem.where:
        raise NotPrinted(f"{theorem.name} has definitions")
    variables = {name: symbol for name, symbol in sorted(found.items()) if name not in FIXED}
    guards = [guard for name, symbol in variables.items() if (guard := _guard(_name(name), symbol.range()))]
    parts = [
        *guards,
        *(_within(formula(premise)) for premise in theorem.given.values()),
        formula(theorem.shows),
    ]
    binders = "".join(f" ({_name(name)} : {_type(symbol)})" for name, symbol in variables.items())
    body = " -> ".join(parts)
    sizes = [size for size in SIZES if size in coq.words(f"{binders} {body}")]
    start = f"forall {' '.join(sizes)} : nat, " if sizes else ""
    start += "".join(f"{SIZES[size]} -> " for size in sizes if SIZES[size])
    return f"{start}forall{binders}, {body}" if binders else f"{start}{body}"


def formula(term: z3.ExprRef, bound: tuple[str, ...] = ()) -> str:
    if z3.is_quantifier(term):
        return _quantified(term, bound)
    kind, parts = term.decl().kind(), term.children()
    if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
        return "True" if kind == z3.Z3_OP_TRUE else "False"
    if kind == z3.Z3_OP_NOT:
        return f"~ {_within(formula(parts[0], bound))}"
    if kind in CONNECTED:
        return CONNECTED[kind].join(_within(formula(part, bound)) for part in parts)
    if kind == z3.Z3_OP_EQ and parts[0].sort() == z3.BoolSort():
        return " <-> ".join(_within(formula(part, bound)) for part in parts)
    if kind == z3.Z3_OP_EQ and (indices := _meant(parts[0].sort()).indices):
        return applied(f"equal_on {indices}", *(number(part, bound) for part in parts)).text
    if kind == z3.Z3_OP_EQ or kind in COMPARED:
        sign = COMPARED.get(kind, "=")
        said = f" {sign} ".join(number(part, bound).text for part in parts)
        return f"({said})%Z" if parts[0].sort() == z3.IntSort() else said
    raise NotPrinted(f"no meaning for {term}")


def number(term: z3.ExprRef, bound: tuple[str, ...] = ()) -> Printed:
    """A term that is no formula: a number or a vector."""
    printed = _number(term, bound)
    whole = term.sort() == z3.IntSort() and (" " in printed.text or z3.is_int_value(term))
    return Printed(f"({printed.text})%Z") if whole else printed


def _number(term: z3.ExprRef, bound: tuple[str, ...]) -> Printed:
    if z3.is_var(term):
        return Printed(bound[-1 - z3.get_var_index(term)])
    kind, parts = term.decl().kind(), term.children()
    if z3.is_rational_value(term) or z3.is_int_value(term):
        over = Fraction(str(term))
        value: Printed = applied(str(over.numerator))
        return value if over.denominator == 1 else value / over.denominator
    inside = [number(part, bound) for part in parts if not z3.is_bool(part)]
    if kind in JOINED:
        return reduce(JOINED[kind], inside)
    if kind == z3.Z3_OP_UMINUS:
        return -inside[0]
    if kind == z3.Z3_OP_POWER and z3.is_rational_value(parts[1]):
        return reduce(mul, [inside[0]] * parts[1].as_fraction().numerator)
    if kind == z3.Z3_OP_TO_REAL:
        return applied("IZR", *inside)
    if kind == z3.Z3_OP_SELECT:
        return applied(inside[0].text, *inside[1:])
    if (
        kind == z3.Z3_OP_ITE
        and parts[0].decl().kind() in COMPARED
        and parts[0].arg(0).sort() == z3.RealSort()
    ):
        left, right = (number(part, bound) for part in parts[0].children())
        test = applied(DECIDED[COMPARED[parts[0].decl().kind()]], left, right).text
        return Printed(f"if {test} then {inside[0].text} else {inside[1].text}", 0)
    if kind == z3.Z3_OP_UNINTERPRETED:
        return applied(_symbol(term.decl()), *inside)
    raise NotPrinted(f"no meaning for {term}")


def _quantified(term: z3.QuantifierRef, bound: tuple[str, ...]) -> str:
    names = tuple(f"x{len(bound) + i}" for i in range(term.num_vars()))
    sorts = [term.var_sort(i) for i in range(term.num_vars())]
    guards = [guard for name, sort in zip(names, sorts, strict=True) if (guard := _guard(name, sort))]
    binders = " ".join(f"({name} : {_meant(sort).type})" for name, sort in zip(names, sorts, strict=True))
    body = _within(formula(term.body(), (*bound, *names)))
    if term.is_forall():
        return f"forall {binders}, {' -> '.join([*guards, body])}"
    return f"exists {binders}, " + CONNECTED[z3.Z3_OP_AND].join([*guards, body])


def _meant(sort: z3.SortRef) -> Meant:
    if sort.kind() == z3.Z3_ARRAY_SORT:
        return Meant(f"{_within(_meant(sort.domain()).type)} -> {_meant(sort.range()).type}")
    if sort.name() not in SORTS:
        raise NotPrinted(f"the sort {sort} has no meaning in the table")
    return SORTS[sort.name()]


def _type(symbol: z3.FuncDeclRef) -> str:
    sorts = [symbol.domain(i) for i in range(symbol.arity())] + [symbol.range()]
    if len(sorts) > 1 and _meant(sorts[-1]).below:
        raise NotPrinted(f"{symbol} has values below {_meant(sorts[-1]).below}, which its type does not say")
    return (
        " -> ".join(_within(_meant(sort).type) for sort in sorts) if len(sorts) > 1 else _meant(sorts[0]).type
    )


def _guard(name: str, sort: z3.SortRef) -> str:
    below = _meant(sort).below
    return f"({name} < {below})%nat" if below else ""


def _symbol(symbol: z3.FuncDeclRef) -> str:
    name = symbol.name()
    if name in FIXED and name not in MEANING:
        raise NotPrinted(f"{name} has no meaning in the table")
    return MEANING[name] if name in FIXED else _name(name)


def _name(name: str) -> str:
    """A variable; one that is called like something of Coq gets another name."""
    return f"{name}_" if name in TAKEN else name


def _within(text: str) -> str:
    return f"({text})" if " " in text else text


# --- the theory -------------------------------------------------------------------------------------------------------


def leaves() -> dict[str, Theorem]:
    """The leaves that name a theorem of Coq, by that name. Loading their modules proves what they need."""
    for module in modules_of_rooms(with_theorems=True):
        if 'by="Coq: ' in source_of(module):
            importlib.import_module(module)
    found: dict[str, Theorem] = {}
    for theorem in LEDGER.values():
        kind, name = shown_by(theorem)
        if theorem.kind == "leaf" and kind == "coq":
            if name in found:
                raise ValueError(f"two leaves name the theorem {name}: state a second theorem in Claims.v")
            found[name] = theorem
    return found


def stated_leaf(name: str, theorem: Theorem) -> str:
    lines = (f"Theorem leaf_{name} : {statement(theorem)}.", f"Proof. {LEAVES[name].glue}. Qed.")
    return "".join(fill(line, 120, subsequent_indent="  ", break_on_hyphens=False) + "\n" for line in lines)


def theory() -> str:
    """Leaves.v as the leaves print it now."""
    return HEAD + "\n".join(stated_leaf(name, theorem) for name, theorem in leaves().items())


def leaf_agrees(name: str) -> Outcome:
    """Does Leaves.v state the leaf as the logic has it now?"""
    theorem = leaves().get(name)
    if theorem is None:
        return Outcome("fails", f"no leaf of the logic names {name}")
    printed = stated_leaf(name, theorem)
    return Outcome(
        "holds" if printed in coq.theories()[PAGE_OF_LEAVES] else "fails", " ".join(printed.split())
    )


if __name__ == "__main__":
    (coq.THEORIES / f"{PAGE_OF_LEAVES}.v").write_text(theory(), encoding="utf-8")
