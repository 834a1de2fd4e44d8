"""Constants.v: the formulas of reference/formulas as definitions of Coq, printed by the formulas themselves.

A formula runs on `Printed` terms, whose arithmetic writes Coq's. The theorems state these definitions by name, so that what is
proved is what the learners and the accountant run. `python -m proofs_check.coq.constants` writes the theory again.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace

from proofs_check.coq import compiler as coq
from proofs_check.method.check import Outcome
from reference import formulas
from reference.arithmetic import Number

THEORY = "Constants"
FUNCTIONS = (  # what the definitions of other theories use
    "hinge", "huber", "huber_slope", "huber_curvature", "gradient_entry", "sgd_step", "delta_gauss",
)  # fmt: skip
CONSTANTS = (  # what theorems state
    "step_fraction", "loss_gradient_svm", "loss_gradient_softmax", "lipschitz_svm", "lipschitz_softmax",
    "smoothness_svm_spectral", "smoothness_softmax_spectral", "simplex_term", "simplex_bound", "simplex_uniform",
    "sensitivity", "sensitivity_svm", "sensitivity_any_steps", "capped_by_ball", "centre_bound",
    "hinge_threshold", "huber_threshold", "averaging_distance", "noise_per_user", "effective_noise", "gauss_margins",
)  # fmt: skip
HEAD = """\
(* Printed by proofs_check/coq/constants.py from reference/formulas: change the formulas, not this file.

erfc is an argument, so that this theory needs no integrals. *)
Require Import Reals.
Open Scope R_scope.

"""
IN_COQ = {"Lambda": "Lam", "R": "r"}  # R is the type of the reals
DEFINED = re.compile(r"(?:Definition|Fixpoint) ([\w']+) (.*?)\.\s", re.DOTALL)
CASES, SUM, PRODUCT, SIGNED, ATOM = range(5)  # how tightly the outermost sign binds


@dataclass(frozen=True)
class Printed:
    """A term as Coq writes it."""

    text: str
    binds: int = ATOM

    def within(self, binds: int) -> str:
        """The term where at least this much is expected."""
        return self.text if self.binds >= binds else f"({self.text})"

    def __add__(self, other: Number) -> Printed:
        return _joined(self, "+", other, SUM)

    def __radd__(self, other: Number) -> Printed:
        return _joined(other, "+", self, SUM)

    def __sub__(self, other: Number) -> Printed:
        return _joined(self, "-", other, SUM)

    def __rsub__(self, other: Number) -> Printed:
        return _joined(other, "-", self, SUM)

    def __mul__(self, other: Number) -> Printed:
        return _joined(self, "*", other, PRODUCT)

    def __rmul__(self, other: Number) -> Printed:
        return _joined(other, "*", self, PRODUCT)

    def __truediv__(self, other: Number) -> Printed:
        return _joined(self, "/", other, PRODUCT)

    def __rtruediv__(self, other: Number) -> Printed:
        return _joined(other, "/", self, PRODUCT)

    def __neg__(self) -> Printed:
        return Printed(f"- {self.within(ATOM)}", SIGNED)

    def __pow__(self, exponent: int) -> Printed:
        if exponent != 2:
            raise ValueError(f"only squares are printed, not the power {exponent} of {self.text}")
        return self * self


def _printed(value: Number) -> Printed:
    if isinstance(value, Printed):
        return value
    return Printed(str(value), ATOM if value >= 0 else SIGNED)


def _joined(left: Number, sign: str, right: Number, binds: int) -> Printed:
    return Printed(f"{_printed(left).within(binds)} {sign} {_printed(right).within(binds + 1)}", binds)


def applied(name: str, *values: Number) -> Printed:
    binds = SIGNED if values or name.startswith("-") or " " in name else ATOM
    return Printed(" ".join([name, *(_printed(value).within(ATOM) for value in values)]), binds)


def _cases(left: Number, right: Number, then: Number, otherwise: Number) -> Printed:
    test = " ".join(_printed(value).within(ATOM) for value in (left, right))
    return Printed(f"if Rlt_dec {test} then {_printed(then).text} else {_printed(otherwise).text}", CASES)


COQ = SimpleNamespace(
    number=Printed,
    sqrt=lambda value: applied("sqrt", value),
    exp=lambda value: applied("exp", value),
    erfc=lambda value: applied("erfc", value),
    min=lambda left, right: applied("Rmin", left, right),
    max=lambda left, right: applied("Rmax", left, right),
    if_less=_cases,
)


def definition(name: str) -> str:
    """A formula as a definition; one that returns two numbers is a pair."""
    formula = getattr(formulas, name)
    parameters = list(inspect.signature(formula).parameters)
    arguments = [Printed(IN_COQ.get(parameter, parameter)) for parameter in parameters if parameter != "num"]
    value = formula(*arguments, COQ) if "num" in parameters else formula(*arguments)
    pair = isinstance(value, list)
    body = f"({', '.join(part.text for part in value)})" if pair else _printed(value).text
    binders = f"({' '.join(argument.text for argument in arguments)} : R)"
    if "erfc" in body:
        binders = f"(erfc : R -> R) {binders}"
    return f"Definition {name} {binders} : {'R * R' if pair else 'R'} :=\n  {body}.\n"


def theory() -> str:
    """Constants.v as the formulas print it now."""
    return HEAD + "".join(map(definition, FUNCTIONS + CONSTANTS))


def formulas_of(statement: str, page: str, texts: Mapping[str, str]) -> list[str]:
    """The formulas that a statement on a page names, itself or through the definitions that it uses."""
    bodies = {
        name: body
        for theory in coq.in_order(texts, [page])
        if theory != THEORY
        for name, body in DEFINED.findall(coq.without_comments(texts[theory]))
    }
    found: set[str] = set()
    queue = [statement]
    while queue:
        new = coq.words(queue.pop()) - found
        found |= new
        queue += [bodies[name] for name in new & set(bodies)]
    return [name for name in FUNCTIONS + CONSTANTS if name in found]


def constants_agree(statement: str, page: str, texts: Mapping[str, str]) -> Outcome:
    """Does Constants.v define the formulas of a statement as reference/formulas prints them? Holds if it names none."""
    named = formulas_of(statement, page, texts)
    for name in named:
        if (printed := definition(name)) not in texts[THEORY]:
            return Outcome("fails", f"the formula now reads {' '.join(printed.split())}")
    return Outcome("holds", f"states {', '.join(named)}")


if __name__ == "__main__":
    (coq.THEORIES / f"{THEORY}.v").write_text(theory(), encoding="utf-8")
