"""opendp: values at the threshold."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "threshold",
    where=lambda given: (given["noise"], given["published"]) == ("discrete-laplace", "at-or-above"),
    cause="comparison",
    impact="guarantee too good",
    report="opendp/opendp#2922",
)
def PIECE(case: Case) -> float:
    ratio = math.exp(-1 / case.scale)
    return ratio ** (case.threshold - case.count + 1) / (1 + ratio)
