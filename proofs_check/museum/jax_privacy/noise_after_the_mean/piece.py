"""jax_privacy: noise after the mean."""

from __future__ import annotations

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "sum-or-mean",
    mechanism="bounded",
    where=lambda given: given["statistic"] == "sum",
    cause="sensitivity",
    impact="too little noise",
    report="google-deepmind/jax_privacy#395",
)
def PIECE(case: Case) -> float:
    return max(abs(case.lower), abs(case.upper), case.upper - case.lower) / case.records
