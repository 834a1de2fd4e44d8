"""opacus: orders end too early."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


def wrong(case: Case) -> float:
    rho = case.compositions / (2 * case.sigma**2)
    return min(order * rho - math.log(case.delta) / (order - 1) for order in range(2, 64))


PIECE = hunted(
    "order-range",
    wrong,
    cause="range",
    impact="answer useless",
    report="meta-pytorch/opacus#233",
)
