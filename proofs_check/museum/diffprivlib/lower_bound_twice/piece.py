"""diffprivlib: lower bound twice."""

from __future__ import annotations

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "asymmetric-bounds",
    where=lambda given: given["statistic"] == "sum-of-squares",
    cause="sensitivity",
    impact="too little noise",
    report="IBM/differential-privacy-library#105",
)
def PIECE(case: Case) -> float:
    return max(abs(case.lower), abs(case.lower)) ** 2
