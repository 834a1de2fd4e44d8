"""Counterexamples replayed: two numbers compared in fractions or enclosures, never in floats."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from accountant.balls import enclosure, precision
from accountant.enclosure import Enclosure, Undecided
from proofs_check.evidence import Outcome, shown

Exact = Fraction | int | Enclosure
BITS = 256


def equal_at(left: Exact, right: Exact, **witness: Any) -> Outcome:
    """Are the two sides the same number here?"""
    numbers = shown(**witness, left_side=left, right_side=right)
    if isinstance(left, Enclosure) or isinstance(right, Enclosure):
        raise TypeError("equality is decided in fractions only; compare enclosures with at_most")
    if left == right:
        return Outcome("holds", "both sides are the same fraction here", numbers)
    return Outcome("fails", "the two sides differ here", numbers)


def at_most(value: Exact, bound: Exact, **witness: Any) -> Outcome:
    """Is the value at most the bound here?"""
    numbers = shown(**witness, value=value, bound=bound)
    try:
        below = value <= bound
    except Undecided as open_question:
        return Outcome("undecided", str(open_question), numbers)
    if below:
        return Outcome("holds", "the value stays below the bound here", numbers)
    return Outcome("fails", "the value exceeds the bound here", numbers)


def certified(evaluate: Callable[[], Any], bits: int = BITS) -> Enclosure:
    """The enclosure of a ball computed at the given precision."""
    with precision(bits):
        return enclosure(evaluate())
