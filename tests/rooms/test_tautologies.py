"""No row computes the truth of `True`: a goal among its premises, two literals, a difference that is 0 as it is written."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sympy as sp
import z3

from proofs_check.method import smt, symbolic
from proofs_check.method.check import Check, Outcome, all_checks

HOLDS = Outcome("holds")
# What sympy does only if it is asked: a difference that is 0 after one of these was not 0 before.
ASKED = re.compile(
    r"\b(expand|diff|simplify|integrate|limit|summation|subs|Matrix|factor|series|solve|Poly|cancel|together|same_double_sum)\("
)


@contextmanager
def instead(old: Callable[..., Any], new: Callable[..., Any]) -> Iterator[None]:
    """Every module of proofs_check calls the new function."""
    places = [
        (module, name)
        for title, module in list(sys.modules.items())
        if title.startswith("proofs_check")
        for name, value in list(vars(module).items())
        if value is old
    ]
    try:
        for module, name in places:
            setattr(module, name, new)
        yield
    finally:
        for module, name in places:
            setattr(module, name, old)


def goals_that_need_no_solver(run: Callable[[], Outcome]) -> list[str]:
    """Goals among their premises, and goals that are true once they are written in z3's normal form."""
    found = []

    def prove(premises: Any, goal: Any, num: Any = None, steps: int = 0) -> Outcome:
        goal = goal if z3.is_expr(goal) else z3.BoolVal(goal)
        given = [premise for premise in premises if z3.is_expr(premise)]
        if any(goal.eq(premise) for premise in given) or z3.is_true(z3.simplify(goal)):
            found.append(str(goal))
        return HOLDS

    with instead(smt.prove, prove):
        run()
    return found


def nothing_was_asked(run: Callable[..., Outcome]) -> bool:
    """Every difference is 0 when it arrives, no formula of the house is in it, and sympy was asked for nothing."""
    arrived, formulas = [], []

    def vanishes(expression: Any) -> Outcome:
        arrived.append(expression == 0)
        return HOLDS

    def hear(frame: Any, event: str, _: Any) -> None:
        if event == "call" and "/reference/" in frame.f_code.co_filename:
            formulas.append(frame.f_code.co_name)

    with instead(symbolic.vanishes, vanishes):
        before = sys.getprofile()
        sys.setprofile(hear)
        try:
            run()
        finally:
            sys.setprofile(before)
    module = inspect.getmodule(run)
    helpers = [getattr(module, name, None) for name in run.__code__.co_names]
    sources = [inspect.getsource(one) for one in (run, *helpers) if inspect.getmodule(one) is module]
    return bool(arrived) and all(arrived) and not formulas and not any(map(ASKED.search, sources))


def literals_compared(source: str) -> list[str]:
    """Calls of at_most and equal_at whose two numbers are literals or arguments as they are, or the truth of a comparison."""
    tree = ast.parse(textwrap.dedent(source))
    values: dict[str, ast.expr] = {}
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values[node.targets[0].id] = node.value

    def bare(node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return bare(values.pop(node.id)) if node.id in values else node.id in arguments
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("Fraction", "int")
        ):
            return all(map(bare, node.args))
        if isinstance(node, ast.IfExp):
            return bare(node.body) and bare(node.orelse)
        return isinstance(node, ast.Constant | ast.Compare)

    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("at_most", "equal_at")
        and all(map(bare, node.args[:2]))
    ]


def _of(*methods: str) -> dict[str, Check]:
    return {name: check for name, check in all_checks().items() if check.method in methods}


def test_no_goal_is_given_or_trivial() -> None:
    found = {name: goals_that_need_no_solver(check.run) for name, check in _of("smt").items()}
    assert {name: goals for name, goals in found.items() if goals} == {}


@pytest.mark.slow
def test_no_difference_is_zero_as_it_is_written() -> None:
    """A displayed line may be that short; evidence for a statement may not."""
    own = {n: c for n, c in _of("symbolic").items() if not c.about.startswith("step:")}
    assert [name for name, check in own.items() if nothing_was_asked(check.run)] == []


def test_no_two_literals_are_compared() -> None:
    found = {
        name: literals_compared(inspect.getsource(check.run))
        for name, check in _of("exact", "enumeration", "interval").items()
    }
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_tautologies_are_seen() -> None:
    x, a, b = z3.Real("x"), *sp.symbols("a b")
    assert goals_that_need_no_solver(lambda: smt.prove([x > 1], x > 1))
    assert goals_that_need_no_solver(lambda: smt.prove([], (x + 1) - x == 1))
    assert not goals_that_need_no_solver(lambda: smt.prove([x > 1], x * x > 1))
    assert nothing_was_asked(lambda: symbolic.vanishes(a * b - b * a))
    assert not nothing_was_asked(lambda: symbolic.vanishes(sp.expand((a + b) ** 2) - a**2 - 2 * a * b - b**2))
    assert literals_compared("at_most(Fraction(int(a != b)), Fraction(1, 2), names)")
    assert literals_compared(
        "gained = Fraction(1) if a != b else Fraction(0)\nat_most(gained, Fraction(1, 2), names)"
    )
    assert not literals_compared("at_most(formulas.bound(a), Fraction(1, 2), names)")
