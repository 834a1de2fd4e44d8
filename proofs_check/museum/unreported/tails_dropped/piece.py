"""unreported: tails dropped."""

from __future__ import annotations

from proofs_check.museum.exhibit import hunted
from proofs_check.museum.losses import epsilon
from proofs_check.vectors.case import Case


def wrong(case: Case) -> float:
    return epsilon(case, most=3.0)


PIECE = hunted(
    "tail-truncation",
    wrong,
    relation="replace-one",
    asked="epsilon",
    where=lambda given: [p["steps"] for p in given["phases"]] == ["10000"],
    cause="discretization",
    impact="guarantee too good",
)
