"""smartnoise: compositions added up."""

from __future__ import annotations

from fractions import Fraction

from accountant import delta
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "compositions-squared",
    mechanism="gaussian",
    asked="delta",
    cause="formula",
    impact="answer useless",
    report="opendp/smartnoise-core#244",
)
def PIECE(case: Case) -> float:
    return delta(case.eps, Fraction(case.sigma) / case.compositions).upper()
