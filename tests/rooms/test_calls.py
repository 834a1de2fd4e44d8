"""Evidence is not padded: no two checks ask their tools the same. A claim cites the check that does.

A check that calls no tool, and one whose question arrives as 0, is compared as it is written: see what that does not.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import sympy as sp
import z3

from accountant.numbers.enclosure import Enclosure
from proofs_check.method import replay, smt, symbolic
from proofs_check.method.check import Outcome, all_checks
from proofs_check.method.engines import smtlib
from tests.rooms.test_tautologies import instead

HOLDS = Outcome("holds")
BY_CHANCE = 12  # characters: identities that are 0 when they arrive, and pairs of small fractions, may agree by chance


def asked(run: Callable[[], Outcome]) -> str:
    """What a check asks z3 and sympy, with the names of variables left out, and the numbers that it compares."""
    said: list[str] = []

    def prove(premises: Any, goal: Any, num: Any = None, steps: int = 0) -> Outcome:
        facts = [fact for fact in [*premises, *(num.facts if num else [])] if z3.is_expr(fact)]
        said.append(smtlib([*facts, z3.Not(goal)]))
        return HOLDS

    def vanishes(expression: Any) -> Outcome:
        expression = sp.sympify(expression)
        variables = sorted(expression.free_symbols, key=str)
        said.append(str(expression.xreplace({one: sp.Symbol(f"v{i}") for i, one in enumerate(variables)})))
        return HOLDS

    def compared(one: Any, other: Any, names: Any, /, **witness: Any) -> Outcome:
        said.append(f"{_number(one)} against {_number(other)}")
        return HOLDS

    with (
        instead(smt.prove, prove),
        instead(symbolic.vanishes, vanishes),
        instead(replay.at_most, compared),
        instead(replay.equal_at, compared),
    ):
        run()
    return "\n".join(said)


def _number(value: Any) -> str:
    return f"[{float(value.lo):.12g}, {float(value.hi):.12g}]" if isinstance(value, Enclosure) else str(value)


def repeated(asked_by: Mapping[str, str], by_chance: int = BY_CHANCE) -> list[list[str]]:
    """The names that ask the same."""
    by_question = defaultdict(list)
    for name, question in asked_by.items():
        if max(map(len, question.replace(" against ", "").split("\n"))) > by_chance:
            by_question[question].append(name)
    return [names for names in by_question.values() if len(names) > 1]


def written(run: Callable[..., Outcome]) -> str:
    """What a function does as it is written: its own names are numbered, and names of its module replaced by what they are.

    The same work in other words, or behind another helper, is not seen.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(run))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    inside = list(ast.walk(tree))
    own = {node.arg for node in inside if isinstance(node, ast.arg)}
    own |= {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.name for node in inside if isinstance(node, ast.FunctionDef)}
    numbers: dict[str, str] = {}

    def plain(name: str) -> str:
        if name in own:
            return numbers.setdefault(name, f"v{len(numbers)}")
        return _described(run.__globals__.get(name, name))

    for node in inside:
        if isinstance(node, ast.Name):
            node.id = plain(node.id)
        elif isinstance(node, ast.arg):
            node.arg, node.annotation = plain(node.arg), None
        elif isinstance(node, ast.FunctionDef) and node is not tree:
            node.name = plain(node.name)
    truth = map(_described, run.__defaults__ or ())  # not only as written: one text may serve several tables
    return "\n".join([*truth, *map(ast.dump, [tree.args, *tree.body[1:]])])  # the first is the docstring


def _described(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}" if hasattr(thing, "__qualname__") else str(thing)


@pytest.mark.slow
def test_no_two_checks_ask_the_same() -> None:
    tools = ("smt", "symbolic", "exact", "interval", "enumeration")
    assert repeated({n: asked(c.run) for n, c in all_checks().items() if c.method in tools}) == []


def test_no_two_checks_are_written_the_same() -> None:
    """Those of the kernel have one text, and ask for different theorems."""
    texts = {name: written(check.run) for name, check in all_checks().items() if check.method != "kernel"}
    assert repeated(texts, by_chance=0) == []


def test_what_is_written_twice_is_seen() -> None:
    def one(limit=2):  # type: ignore[no-untyped-def]
        """Small numbers are small."""
        values = [n * n for n in range(limit)]
        return replay.at_most(max(values), 4, ("largest", "four"))

    def two(bound=2):  # type: ignore[no-untyped-def]
        """The same in other letters."""
        squares = [k * k for k in range(bound)]
        return replay.at_most(max(squares), 4, ("largest", "four"))

    def other(limit=3):  # type: ignore[no-untyped-def]
        """Another truth."""
        values = [n * n for n in range(limit)]
        return replay.at_most(max(values), 4, ("largest", "four"))

    questions = {"one": written(one), "two": written(two), "other": written(other)}
    assert repeated(questions, by_chance=0) == [["one", "two"]]


def test_what_is_asked_twice_is_seen() -> None:
    a, b, x, y = *sp.symbols("a b"), *z3.Reals("x y")
    questions: dict[str, Callable[[], Outcome]] = {
        "one": lambda: smt.prove([x > 1], x * x > 1),
        "two": lambda: smt.prove([y > 1], y * y > 1),
        "other": lambda: smt.prove([y > 2], y * y > 1),
        "square": lambda: symbolic.vanishes((a + b) ** 2 - a**2),
        "its name": lambda: symbolic.vanishes((x_ + y_) ** 2 - x_**2),
        "small": lambda: replay.at_most(1, 2, ("one", "two")),
        "small too": lambda: replay.at_most(1, 2, ("first", "second")),
    }
    x_, y_ = sp.symbols("x y")
    assert repeated({name: asked(run) for name, run in questions.items()}) == [
        ["one", "two"],
        ["square", "its name"],
    ]
