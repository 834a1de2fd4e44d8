"""dp_accounting: loss distribution at 649535 steps. The error of rounding has either sign."""

from proofs_check.museum.exhibit import hunted
from proofs_check.museum.losses import epsilon
from proofs_check.vectors.judging import OPTIMISTIC, PESSIMISTIC

PIECE = hunted(
    "fft-power",
    where=lambda given: given["phases"][0]["steps"] == "649535",
    expects=(OPTIMISTIC, PESSIMISTIC),
    cause="floating point",
    impact="guarantee too good",
)(epsilon)
