"""Recorded runs and how they are judged: the accuracies of every repeat, compared repeat by repeat.

The audit does not train: it reads `measured/*.json`, which `blindavg experiment NAME --record` wrote. A
direction counts as found if the 95 % confidence interval of the mean difference lies on one side; otherwise the check is
undecided. A run confirms or contradicts a direction on the data named in the scope; it proves nothing about the paper's
runs, whose embedding is not at hand. How many points count as little or much is ours, in part chosen with the numbers in
view: a check describes the runs, it tests no hypothesis.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import FunctionType
from typing import Any

from proofs_check.method.check import Changed, Outcome, Run, about, shown
from proofs_check.recorded.estimates import Estimate, accuracy, difference

SVM, SOFT, SECSUM, GRADAVG = (
    {"method": name} for name in ("SVM", "SoftmaxReg", "GradAvg + SecSum", "GradAvg")
)
Side = dict[str, Any]
Sides = tuple[Side, ...]


@cache
def recorded(name: str) -> tuple[str, list[dict[str, Any]]]:
    """The command that made them, and the rows."""
    text = (files("proofs_check.recorded") / "measured" / f"{name}.json").read_text(encoding="utf-8")
    found = json.loads(text)
    return found["command"], [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]


def above(name: str, high: Side, low: Side, by: float = 0.0, **shared: Any) -> Outcome:
    """Is the accuracy on the side `high` above that on the side `low` by more than `by`, repeat by repeat?"""
    command, rows = recorded(name)
    gain = difference(rows, high, low, **shared)
    sides = [accuracy(rows, **shared, **side) for side in (high, low)]
    if gain is None or None in sides:
        return Outcome("undecided", f"`{command}` has no such runs")
    return _judged(gain, by, command, high=_text(high | shared), low=_text(low | shared), accuracies=sides)


def closer(name: str, near: Sides, far: Sides, **shared: Any) -> Outcome:
    """Is the gap between the two sides of `near` smaller than that between those of `far`? (gap: first minus second side)"""
    command, rows = recorded(name)
    gaps = []
    for first, second in (far, near):
        gaps.append(_by_repeat(rows, first, second, shared))
    both = sorted(set(gaps[0]) & set(gaps[1]))
    if not both:
        return Outcome("undecided", f"`{command}` has no such runs")
    means = [Estimate.of([gap[r] for r in both]) for gap in gaps]
    shrinks = Estimate.of([gaps[0][r] - gaps[1][r] for r in both])
    return _judged(shrinks, 0.0, command, wide=_text(*far), narrow=_text(*near), gaps=means)


def _by_repeat(rows: list[Side], one: Side, other: Side, shared: Side) -> dict[int, float]:
    sides = []
    for side in (one, other):
        wanted = shared | side
        sides.append(
            {row["repeat"]: row["test"] for row in rows if all(row.get(k) == v for k, v in wanted.items())}
        )
    return {r: sides[0][r] - sides[1][r] for r in sides[0] if r in sides[1]}


def _judged(gain: Estimate, by: float, command: str, **facts: Any) -> Outcome:
    numbers = {
        key: [e.points() for e in value] if isinstance(value, list) else value for key, value in facts.items()
    }
    found = f"{gain.points('+')} points over {gain.repeats} repeats"
    witness = shown(**numbers, difference=found, at_least=f"{100 * by:g}", made_by=command)
    if not gain.half >= 0:
        return Outcome("undecided", f"a single repeat: {found}", witness)
    if gain.mean - gain.half > by:
        return Outcome("holds", found, witness)
    if gain.mean + gain.half < by:
        return Outcome("fails", found, witness)
    return Outcome("undecided", f"not clear: {found}", witness)


def _text(*sides: Side) -> str:
    return " against ".join(", ".join(f"{key} {value}" for key, value in side.items()) for side in sides)


@dataclass(frozen=True, eq=False)
class Data:
    """A data set: how the names of its checks end, its scope, its rows, the records they are in, and how many users average."""

    ending: str
    scope: str
    rows: Side
    record: str = ""
    w: int = 10

    def above(self, name: str, high: Side, low: Side, by: float = 0.0, **shared: Any) -> Outcome:
        return above(name + self.record, high, low, by, **self.rows, **shared)

    def closer(self, name: str, near: Sides, far: Sides, turned: bool = False, **shared: Any) -> Outcome:
        """Is the gap `near` the smaller one, or, turned, `far`?"""
        near, far = (far, near) if turned else (near, far)
        return closer(name + self.record, near, far, **self.rows, **shared)

    def __call__(
        self, at: str, expect: str = "holds", wrong: Changed | None = None, ending: str = "", **given: Any
    ) -> Case:
        return Case(self, at, expect, wrong, ending or self.ending, given)


@dataclass(frozen=True)
class Case:
    """A sentence asked of one data set, with arguments of its own."""

    data: Data
    at: str
    expect: str
    wrong: Changed | None
    ending: str
    given: dict[str, Any]


DIGITS = Data("", "digits", {"data": "digits"})
CANCER = Data("_on_two_classes", "breast cancer (2 classes)", {"data": "breast-cancer"})
CIFAR = Data("_on_cifar10", "CIFAR-10", {}, "-cifar10", 1000)


def asked(label: str, *cases: Case, wrong: Changed = {}) -> Callable[[Run], Run]:
    """Ask one sentence of several data sets: a check for each, which is the same function with other defaults."""

    def register(run: Run) -> Run:
        assert isinstance(run, FunctionType)
        truth = {one.name: one.default for one in inspect.signature(run).parameters.values()}
        for case in cases:
            values = tuple((truth | {"data": case.data} | case.given).values())
            copy = FunctionType(run.__code__, run.__globals__, run.__name__ + case.ending, values)
            copy.__doc__ = run.__doc__
            at = f"{case.data.scope}, {case.at}; recorded runs"
            about(label)("statement", "probe", at=at, expect=case.expect, wrong=case.wrong or wrong)(copy)
        return run

    return register
