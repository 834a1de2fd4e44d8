"""jax_privacy: partial tail batch."""

from __future__ import annotations

from proofs_check.museum.exhibit import hunted
from proofs_check.vectors.answers import enclosed
from proofs_check.vectors.case import Case


@hunted(
    "short-batch",
    where=lambda given: given["divided-by"] == "its-size",
    cause="sensitivity",
    impact="too little noise",
    report="google-deepmind/jax_privacy#228",
)
def PIECE(case: Case) -> float:
    full = {**case.question.given, "divided-by": "batch-size"}
    return enclosed("sgd", "sensitivity", full, case.relation).upper()
