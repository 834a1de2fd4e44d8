"""smartnoise: compositions added up."""

from __future__ import annotations

from fractions import Fraction

from accountant import delta
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


def wrong(case: Case) -> float:
    return delta(case.eps, Fraction(case.sigma) / case.compositions).upper()


PIECE = hunted(
    "compositions-squared",
    wrong,
    mechanism="gaussian",
    asked="delta",
    cause="formula",
    impact="answer useless",
    report="opendp/smartnoise-core#244",
)
