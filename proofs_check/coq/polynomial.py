"""Obligations.v: what z3 decided about polynomials, stated for real numbers and proved again by Coq's lra and nra.

An obligation is a list of formulas without a solution; here it reads `forall x0 x1 ... : R, formula -> ... -> False`. Terms
that are no sum, product or quotient become variables, and so does 1/t, with t = 0 or t (1/t) = 1: this only states more.
`python -m proofs_check.coq.polynomial FOLDER` writes the theory from obligations of checks, which `blindavg trust --engines`
leaves in build/audit/obligations/checks.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import z3

from proofs_check.coq import compiler as coq

THEORY = "Obligations"
HEAD = """\
(* Printed by proofs_check/coq/polynomial.py from the obligations of the checks: do not change by hand. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Ltac cases :=
  repeat match goal with
         | H : _ /\\ _ |- _ => destruct H
         | H : _ \\/ _ |- _ => destruct H
         end.
"""
TACTICS = ("lra", "nra", "(cases; nra)")
SECONDS = 5  # only for finding out which tactic proves what; the theory itself has no limits
COMPARED = {
    z3.Z3_OP_LE: "<=", z3.Z3_OP_LT: "<", z3.Z3_OP_GE: ">=", z3.Z3_OP_GT: ">", z3.Z3_OP_EQ: "=", z3.Z3_OP_DISTINCT: "<>",
}  # fmt: skip
OPPOSITE = {z3.Z3_OP_LE: ">", z3.Z3_OP_LT: ">=", z3.Z3_OP_GE: "<", z3.Z3_OP_GT: "<="}
JOINED = {z3.Z3_OP_ADD: " + ", z3.Z3_OP_SUB: " - ", z3.Z3_OP_MUL: " * "}
CONNECTED = {z3.Z3_OP_AND: " /\\ ", z3.Z3_OP_OR: " \\/ ", z3.Z3_OP_IMPLIES: " -> "}


class NotPolynomial(ValueError):
    """What an obligation has that this page does not state: a quantifier, an equation of booleans or of other sorts."""


class _Statement:
    """Variables and side conditions, found while the formulas are printed."""

    def __init__(self) -> None:
        self.variables: dict[str, str] = {}
        self.sides: list[str] = []

    def variable(self, key: str) -> str:
        return self.variables.setdefault(key, f"x{len(self.variables)}")

    def number(self, term: z3.ExprRef) -> str:
        kind, args = term.decl().kind(), term.children()
        if kind == z3.Z3_OP_ANUM:
            return _fraction(Fraction(str(term.as_fraction() if term.is_real() else term.as_long())))
        if kind in JOINED:
            return f"({JOINED[kind].join(map(self.number, args))})"
        if kind == z3.Z3_OP_UMINUS:
            return f"(- {self.number(args[0])})"
        if kind == z3.Z3_OP_TO_REAL:  # whole numbers are real numbers here, which only forgets facts
            return self.number(args[0])
        if kind == z3.Z3_OP_POWER and args[1].decl().kind() == z3.Z3_OP_ANUM:
            power = Fraction(str(args[1]))
            if power.denominator == 1 and power > 0:
                return f"({' * '.join([self.number(args[0])] * int(power))})"
        if kind == z3.Z3_OP_DIV and args[1].decl().kind() == z3.Z3_OP_ANUM:
            return f"({self.number(args[0])} * {_fraction(1 / Fraction(str(args[1].as_fraction())))})"
        if kind == z3.Z3_OP_DIV:
            below = self.number(args[1])
            inverse = self.variable(f"1/{below}")
            self.sides.append(f"({below} = 0 \\/ {below} * {inverse} = 1)")
            return f"({self.number(args[0])} * {inverse})"
        if kind == z3.Z3_OP_ITE:
            chosen, case = self.variable(term.sexpr()), self.formula(args[0])
            first, second = (f"{chosen} = {self.number(arg)}" for arg in args[1:])
            self.sides.append(f"({case} /\\ {first} \\/ ~ {case} /\\ {second})")
            return chosen
        return self.variable(term.sexpr())

    def formula(self, term: z3.ExprRef) -> str:
        if z3.is_true(term) or z3.is_false(term):
            return str(term)
        if not z3.is_app(term):
            raise NotPolynomial("a quantifier")
        kind, args = term.decl().kind(), term.children()
        if kind == z3.Z3_OP_NOT and z3.is_app(args[0]) and (sign := OPPOSITE.get(args[0].decl().kind())):
            left, right = map(self.number, args[0].children())
            return f"({left} {sign} {right})"
        if kind == z3.Z3_OP_NOT:
            return f"(~ {self.formula(args[0])})"
        if kind in CONNECTED:
            return f"({CONNECTED[kind].join(map(self.formula, args))})"
        if kind in COMPARED and len(args) == 2 and z3.is_arith(args[0]):
            return f"({self.number(args[0])} {COMPARED[kind]} {self.number(args[1])})"
        raise NotPolynomial(str(term.decl()))


def _fraction(number: Fraction) -> str:
    return (
        f"({number.numerator})" if number.denominator == 1 else f"({number.numerator} / {number.denominator})"
    )


def statement(smtlib: str) -> str:
    """What an obligation says for real numbers."""
    found = _Statement()
    formulas = [found.formula(part) for part in z3.parse_smt2_string(smtlib)]
    parts = [*dict.fromkeys(found.sides), *formulas, "False"]
    binders = f"forall {' '.join(found.variables.values())} : R, " if found.variables else ""
    return binders + " -> ".join(parts)


def statements(folder: Path) -> dict[str, str]:
    """Those of the obligations in the folder that are about polynomials, by name."""
    found = {}
    for path in sorted(folder.glob("*.smt2")):
        try:
            found[f"o_{path.stem}"] = statement(path.read_text(encoding="ascii"))
        except NotPolynomial:
            continue
    return found


def tried(found: Mapping[str, str]) -> dict[str, str]:
    """Those that a tactic proves, with the first one that does."""
    first = " | ".join(f'(timeout {SECONDS} {tactic}; idtac "{tactic}")' for tactic in TACTICS)
    lines = [f'Goal {says}. intros; first [{first} | idtac "no"]. Abort.' for says in found.values()]
    texts = {"Tried": HEAD + "\n".join(lines) + "\n"}
    done = coq.compile_theories(texts, ["Tried"], coq.cache_folder(), coq.version())["Tried"]
    words = [line.strip() for line in done.output.splitlines() if line.strip() in (*TACTICS, "no")]
    if len(words) != len(found):
        raise RuntimeError(f"Coq answers {len(words)} of {len(found)} questions: {done.output[-300:]}")
    return {name: word for name, word in zip(found, words, strict=True) if word != "no"}


def theory(found: Mapping[str, str], tactics: Mapping[str, str]) -> str:
    """Every statement whose tactic is known, with a proof that the kernel checks."""
    lemmas = (
        f"\nLemma {name} :\n  {found[name]}.\nProof. intros; {tactic}. Qed.\n"
        for name, tactic in tactics.items()
    )
    return HEAD + "".join(lemmas)


def stated(text: str) -> dict[str, str]:
    """The lemmas of a theory by name, as they stand there."""
    return dict(re.findall(r"^Lemma (\w+) :\n  (.*)\.\nProof\.", text, flags=re.M))


def confirmed(folder: Path) -> dict[str, str]:
    """The obligations in the folder that the theory states, with Coq's answer: unsat if it accepts the theory."""
    texts = {THEORY: (coq.THEORIES / f"{THEORY}.v").read_text(encoding="utf-8")}
    done = coq.compile_theories(texts, [THEORY], coq.cache_folder(), coq.version())[THEORY]
    here = stated(texts[THEORY])
    found = statements(folder)
    answer = "unsat" if done.accepted else "unknown"
    return {name.removeprefix("o_"): answer for name in found if here.get(name) == found[name]}


if __name__ == "__main__":
    obligations = statements(Path(sys.argv[1]))
    proved = tried(obligations)
    (coq.THEORIES / f"{THEORY}.v").write_text(theory(obligations, proved), encoding="utf-8")
    print(f"Coq proves {len(proved)} of {len(obligations)} obligations about polynomials again")
