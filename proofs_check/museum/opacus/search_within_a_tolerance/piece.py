"""opacus: search within a tolerance."""

from __future__ import annotations

from accountant import delta
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "search-tolerance",
    mechanism="gaussian",
    where=lambda given: given["eps"] in ("1", "2", "5"),
    cause="discretization",
    impact="too little noise",
    report="meta-pytorch/opacus#566",
)
def PIECE(case: Case) -> float:
    low, high = 0.0, 32.0 * case.root
    while high - low > 0.01:
        middle = (low + high) / 2
        enough = delta(case.eps, middle, case.compositions).upper() <= case.delta
        low, high = (low, middle) if enough else (middle, high)
    return (low + high) / 2
