"""opacus: orders end too early."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted("order-range", cause="range", impact="answer useless", report="meta-pytorch/opacus#233")
def PIECE(case: Case) -> float:
    rho = case.compositions / (2 * case.sigma**2)
    return min(order * rho - math.log(case.delta) / (order - 1) for order in range(2, 64))
