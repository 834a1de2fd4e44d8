"""opacus: epoch without its last batch."""

from __future__ import annotations

from fractions import Fraction

from accountant import subsampled
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted("partial-step", cause="bookkeeping", impact="guarantee too good", report="meta-pytorch/opacus#19")
def PIECE(case: Case) -> float:
    size = case.batch * case.accumulated
    run = Fraction(size, case.records), case.sigma, case.epochs * case.records // size
    return subsampled.epsilon(case.delta, run, relation=case.relation).box.upper()
