"""Counterexamples replayed: two numbers compared in fractions or enclosures, never in floats."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from accountant.numbers.balls import enclosure, precision
from accountant.numbers.enclosure import Enclosure, Undecided
from proofs_check.method.check import Outcome, shown

Exact = Fraction | int | Enclosure


def _root(value: Fraction) -> Fraction:
    root = Fraction(math.isqrt(Fraction(value).numerator), math.isqrt(Fraction(value).denominator))
    if root**2 != value:
        raise ValueError(f"{value} has no rational root")
    return root


RATIONALS: Any = SimpleNamespace(  # `num` for formulas that stay rational
    number=Fraction,
    sqrt=_root,
    min=min,
    max=max,
    if_less=lambda left, right, then, otherwise: then if left < right else otherwise,
)
BITS = 256
BARE = {"zero", "one", "two", "three", "four", "half", "none", "some", "what", "that", "those", "its"}


def equal_at(left: Exact, right: Exact, names: tuple[str, str], **witness: Any) -> Outcome:
    """Are the two sides, which have these names, the same number here?"""
    numbers = shown(**witness, **{names[0]: left, names[1]: right})
    if isinstance(left, Enclosure) or isinstance(right, Enclosure):
        raise TypeError("equality is decided in fractions only; compare enclosures with at_most")
    if left == right:
        return Outcome("holds", f"{_the(names[0])} is {_the(names[1])} here", numbers)
    return Outcome("fails", f"{_the(names[0])} is not {_the(names[1])}", numbers)


def _the(name: str) -> str:
    """With its article, unless it is a number, a symbol or a formula."""
    first = name.split()[0]
    return f"the {name}" if re.fullmatch("[a-z][a-z-]{2,}", first) and first not in BARE else name


def at_most(value: Exact, bound: Exact, names: tuple[str, str], **witness: Any) -> Outcome:
    """Is the value at most the bound here? `names` says what the two are."""
    numbers = shown(**witness, **{names[0]: value, names[1]: bound})
    try:
        below = value <= bound
    except Undecided as open_question:
        return Outcome("undecided", str(open_question), numbers)
    if below:
        return Outcome("holds", f"{_the(names[0])} does not exceed {_the(names[1])} here", numbers)
    return Outcome("fails", f"{_the(names[0])} exceeds {_the(names[1])}", numbers)


def delta_between(law: Mapping[Any, Any], other: Mapping[Any, Any], factor: Any = 1) -> Any:
    """The least delta for two finite laws {output: probability}, at e^eps = factor: the sum of what exceeds."""
    return sum(max(Fraction(0), chance - factor * other.get(output, 0)) for output, chance in law.items())


def certified(evaluate: Callable[[], Any], bits: int = BITS) -> Enclosure:
    """The enclosure of a ball computed at the given precision."""
    with precision(bits):
        return enclosure(evaluate())
