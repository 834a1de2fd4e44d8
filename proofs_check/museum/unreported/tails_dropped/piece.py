"""unreported: tails dropped."""

from __future__ import annotations

from proofs_check.museum.exhibit import hunted
from proofs_check.museum.losses import epsilon
from proofs_check.vectors.case import Case


@hunted(
    "tail-truncation",
    relation="replace-one",
    asked="epsilon",
    where=lambda given: [p["steps"] for p in given["phases"]] == ["10000"],
    cause="discretization",
    impact="guarantee too good",
)
def PIECE(case: Case) -> float:
    return epsilon(case, most=3.0)
