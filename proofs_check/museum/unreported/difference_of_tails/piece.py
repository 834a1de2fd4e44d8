"""unreported: difference of tails."""

from proofs_check.museum.exhibit import hunted
from proofs_check.museum.losses import gaussian_delta

PIECE = hunted("cancellation", cause="floating point", impact="guarantee too good")(gaussian_delta)
