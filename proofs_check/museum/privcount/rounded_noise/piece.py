"""privcount: rounded noise."""

from __future__ import annotations

from fractions import Fraction

from accountant import delta
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "grid-noise",
    where=lambda given: given["users"] == "1",
    cause="discretization",
    impact="guarantee too good",
    report="privcount/privcount#71",
)
def PIECE(case: Case) -> float:
    return delta(case.eps, Fraction(case.sigma) / case.shift).upper()
