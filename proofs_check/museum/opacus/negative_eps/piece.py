"""opacus: negative eps."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "negative-eps",
    mechanism="gaussian",
    where=lambda given: given["sigma"] == "1000",
    cause="formula",
    impact="guarantee too good",
    report="meta-pytorch/opacus#585",
)
def PIECE(case: Case) -> float:
    rho = case.compositions / (2 * case.sigma**2)
    return min(
        order * rho + math.log1p(-1 / order) - (math.log(case.delta) + math.log(order)) / (order - 1)
        for order in range(2, 200)
    )
