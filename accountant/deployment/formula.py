"""Formulas about numbers, evaluated: [operation, part, ...], as premises.json has them from the theorems.

A value is true or false, a fraction, the root of a fraction, or a ball. Fractions and their roots are compared exactly. What
a ball leaves open, or has no value, is None: neither true nor false.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, TypeAlias

from flint import arb

from accountant.numbers.balls import BALLS, exact, precision
from reference.arithmetic import Arithmetic

BITS = 128


@dataclass(frozen=True)
class Root:
    """The square root of a fraction."""

    square: Fraction


Formula: TypeAlias = "int | str | list[Formula]"
Value: TypeAlias = "bool | int | Fraction | Root | arb"
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_OPPOSITE = {"<=": ">", ">=": "<", "<": ">=", ">": "<="}


def root(value: Fraction | int) -> Root:
    if value < 0:
        raise ArithmeticError("a negative number has no root")
    return Root(Fraction(value))


# for formulas of `reference`: fractions, with a root at most outside
FRACTIONS: Arithmetic = SimpleNamespace(
    number=Fraction,
    sqrt=root,
    if_less=lambda left, right, then, otherwise: then if left < right else otherwise,
)


def names(formula: Formula) -> Iterator[str]:
    """The variables of a formula, one after the other."""
    if isinstance(formula, str):
        yield formula
    elif isinstance(formula, list):
        for part in formula[1:]:
            yield from names(part)


def holds(formula: Formula, values: Mapping[str, Value]) -> bool | None:
    """Is it true of these numbers? KeyError for a name without a value."""
    with precision(BITS):
        try:
            found = _value(formula, values)
        except ArithmeticError:  # 1/0 has no value
            return None
    return found if isinstance(found, bool) else None


def _value(formula: Formula, values: Mapping[str, Value]) -> Value | None:
    if isinstance(formula, str):
        return values[formula]
    if not isinstance(formula, list):
        return Fraction(formula)
    operation, *parts = formula
    found: list[Any] = [_value(part, values) for part in parts]
    if operation in ("and", "or"):
        decides = operation == "or"
        return decides if decides in found else None if None in found else not decides
    if operation == "not":
        return None if found[0] is None else not found[0]
    if operation in (*_COMPARED, "="):
        return _compared(str(operation), *found)
    if operation == "sqrt":
        return root(found[0]) if isinstance(found[0], int | Fraction) else BALLS.sqrt(found[0])
    if operation == "^":  # a small whole number
        operation, found = "*", [found[0]] * int(found[1])
    return _computed(str(operation), found)


def _computed(operation: str, numbers: list[Any]) -> Value:
    """In fractions, or in balls if one is none."""
    if not all(isinstance(number, int | Fraction) for number in numbers):
        numbers = [ball(number) for number in numbers]
    first, *others = (Fraction(n) if isinstance(n, int) else n for n in numbers)
    if not others:
        return -first
    for other in others:
        first = _ARITHMETIC[operation](first, other)
    return first


def _compared(how: str, one: Any, other: Any) -> bool | None:
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one == other) if how == "=" and type(one) is type(other) else None
    if not (isinstance(one, arb) or isinstance(other, arb)):
        one, other = _signed_square(one), _signed_square(other)
        return bool(one == other) if how == "=" else _COMPARED[how](one, other)
    one, other = ball(one), ball(other)
    if how == "=":
        return False if one < other or one > other else None
    if _COMPARED[how](one, other):
        return True
    return False if _COMPARED[_OPPOSITE[how]](one, other) else None


def _signed_square(number: int | Fraction | Root) -> Fraction:
    """It grows with the number."""
    return number.square if isinstance(number, Root) else Fraction(number) * abs(Fraction(number))


def ball(number: Any) -> arb:
    return exact(number.square).sqrt() if isinstance(number, Root) else exact(number)
