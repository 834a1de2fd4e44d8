"""dp_accounting: clipped sum twice as far."""

from __future__ import annotations

from accountant import delta, epsilon
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "relation",
    mechanism="clipped-sum",
    cause="relation",
    impact="guarantee too good",
    report="google/differential-privacy#378",
)
def PIECE(case: Case) -> float:
    ratio = case.noise / case.clip  # whatever the relation
    if case.question.asked == "delta":
        return delta(case.eps, ratio, case.compositions).upper()
    return epsilon(case.delta, ratio, case.compositions).upper()
