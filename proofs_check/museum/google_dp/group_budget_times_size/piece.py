"""google_dp: group budget times size."""

from __future__ import annotations

from fractions import Fraction

from accountant import delta, epsilon
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted("group-linear", cause="formula", impact="guarantee too good", report="google/differential-privacy#72")
def PIECE(case: Case) -> float:
    if case.question.asked == "epsilon":
        return case.group * epsilon(case.delta, case.sigma, case.compositions).upper()
    return delta(Fraction(case.eps) / case.group, case.sigma, case.compositions).upper()
