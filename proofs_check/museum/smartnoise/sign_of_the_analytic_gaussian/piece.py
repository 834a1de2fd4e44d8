"""smartnoise: sign of the analytic gaussian."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "two-regimes",
    where=lambda given: given["eps"] in ("0.5", "1", "2"),
    cause="comparison",
    impact="too little noise",
    report="opendp/smartnoise-core#315",
)
def PIECE(case: Case) -> float:
    """sigma = (sqrt(1 + u/2) - sqrt(u/2))/sqrt(2 eps) suits a large delta; for a small one the sign is +."""

    def curve(u: float) -> float:
        first, second = math.sqrt(case.eps * u), math.sqrt(case.eps * (u + 2))
        return (math.erfc(first / math.sqrt(2)) - math.exp(case.eps) * math.erfc(second / math.sqrt(2))) / 2

    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if curve(middle) <= case.delta else (middle, high)
    return (math.sqrt(1 + high / 2) - math.sqrt(high / 2)) / math.sqrt(2 * case.eps)
