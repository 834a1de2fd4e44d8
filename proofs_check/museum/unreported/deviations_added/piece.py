"""unreported: deviations added."""

from __future__ import annotations

from fractions import Fraction

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case
from proofs_check.vectors.lattice import delta_of_shift


@hunted("shares", where=lambda given: given["users"] == "2", cause="formula", impact="guarantee too good")
def PIECE(case: Case) -> float:
    total = Fraction(case.sigma) * case.users
    return delta_of_shift(case.question.mechanism, total, 1, case.shift, Fraction(case.eps)).upper()
