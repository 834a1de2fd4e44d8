"""tensorflow_privacy: small counts as zero."""

from __future__ import annotations

from accountant import log10_delta
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "underflow",
    mechanism="gaussian",
    cause="floating point",
    impact="guarantee too good",
    report="tensorflow/privacy#166",
)
def PIECE(case: Case) -> float:
    return 10.0 ** log10_delta(case.eps, case.sigma, case.compositions).upper()
