"""Evidence is not padded: no two checks ask their tools the same. A claim cites the check that does."""

from __future__ import annotations

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


def repeated(asked_by: Mapping[str, str]) -> list[list[str]]:
    """The names that ask the same."""
    by_question = defaultdict(list)
    for name, question in asked_by.items():
        if max(map(len, question.replace(" against ", "").split("\n"))) > BY_CHANCE:
            by_question[question].append(name)
    return [names for names in by_question.values() if len(names) > 1]


@pytest.mark.slow
def test_no_two_checks_ask_the_same() -> None:
    tools = ("smt", "symbolic", "exact", "interval", "enumeration")
    assert repeated({n: asked(c.run) for n, c in all_checks().items() if c.method in tools}) == []


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
