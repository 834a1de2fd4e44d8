"""opendp: rounded to nearest."""

from __future__ import annotations

from accountant import delta
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "rounding",
    mechanism="gaussian",
    asked="delta",
    where=lambda given: given["eps"] in ("0.5", "1", "2") and given["sigma"] in ("1", "2"),
    cause="floating point",
    impact="guarantee too good",
    report="opendp/opendp#2820",
)
def PIECE(case: Case) -> float:
    box = delta(case.eps, case.sigma, case.compositions, digits=40)
    return float((box.lo + box.hi) / 2)
