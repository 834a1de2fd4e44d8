"""Mutants that change nothing: proved equal to the right formula on its domain, by z3 or by sympy.

A mutant that no check notices is either a hole in the checks or the same function written differently. Only a machine may say
the latter, and only on the domain that is written here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp
import z3

from proofs_check.method.smt import STEPS, Terms, prove
from proofs_check.method.symbolic import SYMBOLIC
from proofs_check.mutants.generated import Mutant
from proofs_check.mutants.installed import built, found

ANY_REAL = ("z", "x_l", "x_j", "slope", "f_l", "loss_gradient_l", "z_label", "loss", "C", "same_entry")
FEW_STEPS = 100_000
INDICATORS = ("is_label", "same_class")
LENGTH = 4  # of a list: a sum over zipped lists treats every entry alike
LISTS = dict.fromkeys(("weights", "shares", "chances", "deltas"), LENGTH)
# what a formula assumes beyond the signs of its arguments
DOMAINS: dict[str, Callable[..., list[Any]]] = {
    "huber_curvature": lambda h, z: [z != 1 + h, z != 1 - h],  # the derivative exists
    "softmax_curvature": lambda s_p, s_q, same_class: [z3.Implies(same_class == 1, s_p == s_q)],
}


def shown_equal(mutant: Mutant) -> str:
    """How it is proved that the mutant computes the same as the function; empty if it is not proved."""
    return _attempt(mutant, _by_z3) or _attempt(mutant, _by_sympy)


def quickly_shown_equal(mutant: Mutant) -> str:
    """The same by z3 alone with few steps, so that it may be asked of every mutant."""
    return _attempt(mutant, partial(_by_z3, steps=FEW_STEPS))


def _attempt(mutant: Mutant, method: Callable[..., str]) -> str:
    right, changed = found(mutant.module, mutant.function), built(mutant.module, mutant.source)
    if any(p.annotation == "int" for p in inspect.signature(right).parameters.values()):
        return ""  # a count branches or loops, and a symbol would take one way only
    try:
        return method(mutant.function, right, changed)
    except Exception:  # not every change can be written as a term
        return ""


def _by_z3(name: str, right: Callable[..., Any], changed: Callable[..., Any], steps: int = STEPS) -> str:
    num = Terms()
    values = _arguments(name, right, z3.Real)
    plain = {key: value for key, value in values.items() if not isinstance(value, list)}
    premises = [_premise(key, value) for key, value in plain.items() if key not in ANY_REAL]
    premises += DOMAINS[name](**plain) if name in DOMAINS else []
    extra = {"num": num} if "num" in inspect.signature(right).parameters else {}
    same = _same(right(**values, **extra), changed(**values, **extra))
    if prove(premises or [z3.BoolVal(True)], same, num, steps).result != "holds":
        return ""
    some_lengths = len(plain) < len(values)
    entries = f", lists of {LENGTH}" if some_lengths else ""
    return f"z3: equal for all values of its domain{entries}"


def _by_sympy(name: str, right: Callable[..., Any], changed: Callable[..., Any]) -> str:
    if name in DOMAINS:
        return ""
    values = _arguments(name, right, lambda key: sp.Symbol(key, **_assumption(key.split("_at_")[0])))
    extra = {"num": SYMBOLIC} if "num" in inspect.signature(right).parameters else {}
    if sp.simplify(right(**values, **extra) - changed(**values, **extra)) != 0:
        return ""
    return "sympy: the same expression"


def _arguments(name: str, function: Callable[..., Any], symbol: Callable[[str], Any]) -> dict[str, Any]:
    arguments = [argument for argument in inspect.signature(function).parameters if argument != "num"]
    return {
        argument: [symbol(f"{argument}_at_{i}") for i in range(LISTS[argument])]
        if argument in LISTS
        else symbol(argument)
        for argument in arguments
    }


def _premise(name: str, value: Any) -> Any:
    return z3.Or(value == 0, value == 1) if name in INDICATORS else value > 0


def _assumption(name: str) -> dict[str, bool]:
    return {"real": True} if name in (*ANY_REAL, *INDICATORS, *LISTS) else {"positive": True}


def _same(left: Any, right: Any) -> Any:
    if isinstance(left, list):
        return z3.And(len(left) == len(right), *(a == b for a, b in zip(left, right, strict=True)))
    same = left == right
    return z3.BoolVal(same) if isinstance(same, bool) else same
