"""jax_privacy: one direction."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


def below(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


@hunted(
    "one-direction",
    mechanism="dpsgd",
    asked="delta",
    where=lambda given: given["phases"][0]["steps"] == "1",
    cause="comparison",
    impact="guarantee too good",
    report="google-deepmind/jax_privacy#270",
)
def PIECE(case: Case) -> float:
    """delta of one step for a record that is added; removing one is worse."""
    q, sigma, _ = case.runs[0]
    gap = math.exp(-case.eps) - (1 - q)
    if gap <= 0:
        return 0.0
    x = sigma * math.log(gap / q) + 1 / (2 * sigma)
    return below(x) - math.exp(case.eps) * ((1 - q) * below(x) + q * below(x - 1 / sigma))
