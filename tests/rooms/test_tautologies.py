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
    """Parts of goals that are premises, are true in z3's normal form, or are so once the premises' equations are solved."""
    found = []

    def prove(premises: Any, goal: Any, num: Any = None, steps: int = 0) -> Outcome:
        given = [premise for premise in premises if z3.is_expr(premise)]
        for part in _parts(goal if z3.is_expr(goal) else z3.BoolVal(goal)):
            if any(part.eq(one) for one in given) or z3.is_true(z3.simplify(part)) or _restates(given, part):
                found.append(str(part))
        return HOLDS

    with instead(smt.prove, prove):
        run()
    return found


def _parts(goal: Any) -> Iterator[Any]:
    """A goal, or what it joins by `and`."""
    for part in goal.children() if z3.is_and(goal) else ():
        yield from _parts(part)
    if not z3.is_and(goal):
        yield goal


def _restates(given: list[Any], part: Any) -> bool:
    """Do the premises say it as soon as their equations are solved for a variable?"""
    question = z3.Goal()
    question.add(*given, z3.Not(part))
    solved = z3.Then("simplify", "solve-eqs", "simplify")(question)
    return bool(given) and all(left.inconsistent() for left in solved)


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
    """Calls of at_most and equal_at whose two numbers are arithmetic of literals and arguments, or truths of comparisons."""
    tree = ast.parse(textwrap.dedent(source))
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    values = {
        name.id: value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for name, value in _assigned(node.targets[0], node.value)
    }

    def bare(node: ast.expr, seen: frozenset[str] = frozenset()) -> bool:
        if isinstance(node, ast.Name):
            known = node.id in values and node.id not in seen
            return bare(values[node.id], seen | {node.id}) if known else node.id in arguments
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            parts = node.args if node.func.id in ("Fraction", "int", "abs") else []
        elif isinstance(node, ast.BinOp):
            parts = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            parts = [node.operand]
        elif isinstance(node, ast.IfExp):
            parts = [node.body, node.orelse]
        if parts:
            return all(bare(part, seen) for part in parts)
        return isinstance(node, ast.Constant | ast.Compare)

    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("at_most", "equal_at")
        and all(map(bare, node.args[:2]))
    ]


def _assigned(target: ast.expr, value: ast.expr) -> list[tuple[ast.Name, ast.expr]]:
    """The names that an assignment sets, one by one."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [
            pair for one, other in zip(target.elts, value.elts, strict=True) for pair in _assigned(one, other)
        ]
    return [(target, value)] if isinstance(target, ast.Name) else []


def _of(*methods: str) -> dict[str, Check]:
    return {name: check for name, check in all_checks().items() if check.method in methods}


SOLVED = {  # whether linear equations have a common solution is what these ask
    f"text.notation_table.{name}"
    for name in ("lengths_do_not_agree", "the_corollary_is_one_short", "the_table_is_one_short")
}


def test_no_goal_is_given_or_trivial() -> None:
    found = {name: goals_that_need_no_solver(check.run) for name, check in _of("smt").items()}
    assert {name for name, goals in found.items() if goals} == SOLVED


@pytest.mark.slow
def test_no_difference_is_zero_as_it_is_written() -> None:
    assert [name for name, check in _of("symbolic").items() if nothing_was_asked(check.run)] == []


PRINTED = {  # two printed lines, or numbers of the text, at a point: typed here since the paper types them
    "groups.scaled_gaussians.stray_k_in_the_denominator",
    "groups.scaled_gaussians.the_quotient_changes_its_sign",
    "objectives.softmax_convexity_printed.printed_simplification_fails",
    "simplex.maximum_printed.squaring_adds_false_candidates",
    "text.setup_counts.six_folds_leave_50000",
}


def test_no_two_literals_are_compared() -> None:
    found = {
        name: literals_compared(inspect.getsource(check.run))
        for name, check in _of("exact", "enumeration", "interval").items()
    }
    assert {name for name, calls in found.items() if calls} == PRINTED


def test_tautologies_are_seen() -> None:
    x, y, a, b = *z3.Reals("x y"), *sp.symbols("a b")
    assert goals_that_need_no_solver(lambda: smt.prove([x > 1], x > 1))
    assert goals_that_need_no_solver(lambda: smt.prove([], (x + 1) - x == 1))
    assert goals_that_need_no_solver(lambda: smt.prove([x > 1, y == x + 1], z3.And(x * x > 1, y - x == 1)))
    assert not goals_that_need_no_solver(lambda: smt.prove([x > 1, y == x + 1], x * y > 1))
    assert nothing_was_asked(lambda: symbolic.vanishes(a * b - b * a))
    assert not nothing_was_asked(lambda: symbolic.vanishes(sp.expand((a + b) ** 2) - a**2 - 2 * a * b - b**2))
    assert literals_compared("at_most(Fraction(int(a != b)), Fraction(1, 2), names)")
    assert literals_compared(
        "gained = Fraction(1) if a != b else Fraction(0)\nat_most(gained, Fraction(1, 2), names)"
    )
    assert literals_compared("d, b = Fraction(-2), 0\nat_most(abs(d) ** 2 * 3, b, names)")
    assert not literals_compared("at_most(formulas.bound(a), Fraction(1, 2), names)")
