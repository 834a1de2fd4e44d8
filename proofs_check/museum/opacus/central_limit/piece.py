"""opacus: central limit."""

from __future__ import annotations

import math

from accountant import delta, epsilon
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "central-limit",
    asked="epsilon",
    cause="formula",
    impact="guarantee too good",
    report="meta-pytorch/opacus#384",
)
def PIECE(case: Case) -> float:
    ((q, sigma, steps),) = case.runs
    limit = 1 / (q * math.sqrt(steps * math.expm1(sigma**-2)))
    if case.question.asked == "delta":
        return delta(case.eps, limit).upper()
    return epsilon(case.delta, limit).upper()
