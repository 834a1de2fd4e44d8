"""z3: a goal proved from premises for all real values, or a counterexample, or undecided.

Limits are counted in solver steps, not seconds, so that the answer is the same on a slow machine. z3 gives a division by
zero any value it likes: a counterexample counts only if it divides by nothing that is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import z3

from proofs_check.method.check import Outcome, shown

z3.set_param(ctrl_c=False)  # as in logic/obligations.py
STEPS = 40_000_000  # z3's resource counter; a proof here needs well under a tenth of it
heard: Callable[[Sequence[z3.BoolRef]], None] | None = None  # hears what was found to have no solution


class VacuousPremises(ValueError):
    """Nothing satisfies the premises: whatever follows from them proves nothing."""


class Terms:
    """`num` for z3: roots and exponentials become fresh terms whose defining facts are collected."""

    def __init__(self) -> None:
        self.facts: list[z3.BoolRef] = []
        self.obligations: list[z3.BoolRef] = []  # what a root assumes of its argument; `prove` shows it first
        self.opaque = False  # whether a term is more than its facts say: then a model refutes nothing

    def number(self, value: str | int) -> z3.ArithRef:
        return z3.RealVal(value)

    def sqrt(self, value: Any) -> z3.ArithRef:
        root = z3.FreshReal("root")
        self.obligations.append(value >= 0)
        self.facts += [root >= 0, root * root == value]
        return root

    def exp(self, value: Any) -> z3.ArithRef:
        result = z3.Function("exp", z3.RealSort(), z3.RealSort())(value)
        self.facts.append(result > 0)
        self.opaque = True
        return result

    def log(self, value: Any) -> z3.ArithRef:
        self.opaque = True
        return z3.Function("log", z3.RealSort(), z3.RealSort())(value)

    def erfc(self, value: Any) -> z3.ArithRef:
        result = z3.Function("erfc", z3.RealSort(), z3.RealSort())(value)
        self.facts += [result > 0, result < 2]
        self.opaque = True
        return result

    def erfcx_of_root(self, value: Any) -> z3.ArithRef:
        result = z3.Function("erfcx_of_root", z3.RealSort(), z3.RealSort())(value)
        self.facts += [result > 0, result <= 1]
        self.opaque = True
        return result

    def min(self, *values: Any) -> z3.ArithRef:
        smallest = values[0]
        for value in values[1:]:
            smallest = z3.If(smallest <= value, smallest, value)
        return smallest

    def max(self, *values: Any) -> z3.ArithRef:
        largest = values[0]
        for value in values[1:]:
            largest = z3.If(largest >= value, largest, value)
        return largest

    def if_less(self, left: Any, right: Any, then: Any, otherwise: Any) -> z3.ArithRef:
        return z3.If(left < right, z3.RealVal(then) if isinstance(then, int) else then, otherwise)


def prove(
    premises: Sequence[z3.BoolRef], goal: z3.BoolRef, num: Terms | None = None, steps: int = STEPS
) -> Outcome:
    """Do the premises imply the goal, for all real values of the variables?"""
    num = num or Terms()
    for obligation in num.obligations:
        if (
            not isinstance(obligation, bool)
            and _solve([*premises, z3.Not(obligation)], steps).result != z3.unsat
        ):
            return Outcome("undecided", f"z3 could not show that a root exists: {obligation}")
    facts = [*premises, *num.facts]
    possible = _solve(facts, steps)
    if possible.result == z3.unsat:
        raise VacuousPremises(f"no values satisfy {facts}")
    if possible.result != z3.sat:
        return Outcome("undecided", "z3 could not show that the premises can be met")
    search = _solve([*facts, z3.Not(goal)], steps)
    if search.result == z3.unsat:
        return Outcome(
            "holds",
            "z3: the premises leave no room for an exception",
            quantified=_variables([*premises, goal]),
        )
    if search.result == z3.sat and num.opaque:
        return Outcome("undecided", "z3 knows too little about the functions that occur")
    if search.result == z3.sat and search.model is not None:
        found = (
            "z3 found values that meet the premises and break the goal" if search.model else "z3: it is false"
        )
        return Outcome("fails", found, search.model)
    return Outcome("undecided", "z3 stopped at its step limit")


def _term(fact: Any) -> z3.BoolRef:
    return z3.BoolVal(fact) if isinstance(fact, bool) else fact


def _variables(facts: Sequence[z3.BoolRef]) -> tuple[str, ...]:
    """The free variables; those that stand for roots are none."""
    found, seen, queue = set(), set(), [fact for fact in facts if z3.is_expr(fact)]
    while queue:
        part = queue.pop()
        if part.get_id() not in seen:
            seen.add(part.get_id())
            queue += part.children()
            if z3.is_const(part) and part.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                found.add(part.decl().name())
    return tuple(sorted(name for name in found if "!" not in name))


class _Answer:
    def __init__(self, result: z3.CheckSatResult, model: dict[str, str] | None) -> None:
        self.result, self.model = result, model


def _solve(facts: Sequence[z3.BoolRef], steps: int) -> _Answer:
    """Values that meet all facts and divide by nothing that is zero; unknown if only a division by zero meets them."""
    apart = (
        z3.Context()
    )  # z3 orders terms by age: in a context of its own the answer does not depend on earlier questions
    facts = [_term(fact).translate(apart) for fact in facts]
    model = _model(facts, steps)
    by = _divisors(facts) if isinstance(model, z3.ModelRef) else []
    if any(z3.is_true(model.eval(divisor == 0, model_completion=True)) for divisor in by):
        model = _model([*facts, *(divisor != 0 for divisor in by)], steps)
        model = z3.unknown if model == z3.unsat else model
    if not isinstance(model, z3.ModelRef):
        return _Answer(model, None)
    confirmed = all(z3.is_true(model.eval(fact, model_completion=True)) for fact in facts)
    if not confirmed:
        return _Answer(z3.unknown, None)
    found = {str(d): model[d] for d in sorted(model.decls(), key=str) if d.arity() == 0}
    return _Answer(z3.sat, shown(**{name: _number(value) for name, value in found.items()}))


def _model(facts: Sequence[z3.BoolRef], steps: int) -> z3.ModelRef | z3.CheckSatResult:
    solver = z3.Solver(ctx=facts[0].ctx) if facts else z3.Solver()
    solver.set("rlimit", steps)
    solver.add(*facts)
    result = solver.check()
    if result == z3.unsat and heard is not None:
        heard(facts)
    return solver.model() if result == z3.sat else result


def _divisors(facts: Sequence[z3.BoolRef]) -> list[z3.ArithRef]:
    """What the facts divide by, numbers aside; under a quantifier nothing has a value, and nothing is looked at."""
    found, seen, todo = [], set(), [fact for fact in facts if z3.is_expr(fact)]
    while todo:
        term = todo.pop()
        if term.get_id() in seen or z3.is_quantifier(term):
            continue
        seen.add(term.get_id())
        if (z3.is_div(term) or z3.is_idiv(term) or z3.is_mod(term)) and not z3.is_rational_value(term.arg(1)):
            found.append(term.arg(1))
        todo += term.children()
    return found


def _number(value: Any) -> str:
    return value.as_decimal(12) if z3.is_algebraic_value(value) else str(value)
