"""One user against a hundred of whom half or all are honest, from recorded runs: how much of the gap the honest half makes.

Half of the gap is our reading of "largely": what t = 1 gains on t = 1/2 is more than what one user is still ahead.
"""

from __future__ import annotations

from typing import Any

from proofs_check.evidence import Outcome, check, every
from proofs_check.recorded_runs import DIGITS, SOFT, SVM, closer

HONEST = "sec:results#honest"
IMAGES = {"data": "fashion-mnist"}
Pair = tuple[dict[str, Any], dict[str, Any]]


def parts(w: int) -> tuple[Pair, Pair]:
    """The gap between one user and w at t = 1/2 in two parts: what is left at t = 1, and what t = 1 closes."""
    one, half, full = {"w": 1}, {"w": w, "t": 0.5}, {"w": w, "t": 1.0}
    return (one, full), (full, half)


def closed(less: Pair, more: Pair, data: dict[str, Any], eps: float, *sides: dict[str, Any]) -> Outcome:
    """For each side: is the first part of the gap smaller than the second?"""
    return every(*(closer("honest", less, more, **data, **side, eps=eps) for side in sides))


def sides(*bounds: str) -> list[dict[str, Any]]:
    return [learner | {"bound": bound} for learner in (SOFT, SVM) for bound in bounds]


@check(
    HONEST,
    method="probe",
    scope="digits, 1 and 100 users, eps = 1.2, printed and tight noise, SoftmaxReg and SVM; recorded runs",
    control=lambda: closed(*reversed(parts(100)), DIGITS, 1.2, *sides("printed", "tight")),
)
def all_honest_close_most_of_the_gap() -> Outcome:
    """At eps = 1.2 more than half of the gap between 1 and 100 users is gone if all of them are honest."""
    return closed(*parts(100), DIGITS, 1.2, *sides("printed", "tight"))


@check(
    HONEST,
    method="probe",
    scope="digits, 1 and 100 users, eps = 8, printed and tight noise, SoftmaxReg; recorded runs",
    expect="fails",
    control=lambda: closed(*reversed(parts(100)), DIGITS, 8.0, SOFT | {"bound": "tight"}),
)
def a_gap_remains_where_noise_is_low() -> Outcome:
    """At eps = 8 more than half of the gap of SoftmaxReg is gone if all of 100 users are honest."""
    return closed(*parts(100), DIGITS, 8.0, *(SOFT | {"bound": bound} for bound in ("printed", "tight")))
