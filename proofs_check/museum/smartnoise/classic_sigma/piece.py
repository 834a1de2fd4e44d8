"""smartnoise: classic sigma."""

from __future__ import annotations

import math

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted("sigma-range", cause="range", impact="too little noise", report="opendp/smartnoise-sdk#462")
def PIECE(case: Case) -> float:
    return math.sqrt(2 * math.log(1.25 / case.delta) * case.compositions) / case.eps
