"""dp_accounting: exponential overflows."""

from proofs_check.museum.exhibit import hunted
from proofs_check.museum.losses import gaussian_delta

PIECE = hunted(
    "overflow",
    asked="delta",
    cause="floating point",
    impact="answer useless",
    report="google/differential-privacy#430",
)(gaussian_delta)
