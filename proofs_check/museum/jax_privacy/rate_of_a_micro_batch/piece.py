"""jax_privacy: rate of a micro batch."""

from __future__ import annotations

from fractions import Fraction

from accountant import subsampled
from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.case import Case


@hunted(
    "accumulation", cause="bookkeeping", impact="guarantee too good", report="google-deepmind/jax_privacy#271"
)
def PIECE(case: Case) -> float:
    steps = case.epochs * -(-case.records // (case.batch * case.accumulated))
    run = Fraction(case.batch, case.records), case.sigma, steps
    return subsampled.epsilon(case.delta, run, relation=case.relation).box.upper()
