"""smartnoise: variance for deviation."""

from __future__ import annotations

from accountant import delta, epsilon
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted("variance", cause="formula", impact="guarantee too good", report="opendp/smartnoise-core#315")
def PIECE(case: Case) -> float:
    if case.question.asked == "delta":
        return delta(case.eps, case.sigma**2, case.compositions).upper()
    return epsilon(case.delta, case.sigma**2, case.compositions).upper()
