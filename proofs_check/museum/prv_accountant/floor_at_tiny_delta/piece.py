"""prv_accountant: floor at tiny delta."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "tiny-delta",
    mechanism="gaussian",
    asked="epsilon",
    where=lambda given: given["sigma"] in ("1", "2", "5.9375"),
    cause="floating point",
    impact="guarantee too good",
    report="microsoft/prv_accountant#17",
)
def PIECE(case: Case) -> float:
    noise = case.sigma / math.sqrt(case.compositions)

    def tail(x: float) -> float:
        return 1 - math.erfc(-x / math.sqrt(2)) / 2

    def curve(eps: float) -> float:
        return tail(eps * noise - 1 / (2 * noise)) - math.exp(eps) * tail(eps * noise + 1 / (2 * noise))

    low, high = 0.0, 500.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if curve(middle) <= case.delta else (middle, high)
    return high
