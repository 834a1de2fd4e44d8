"""What the experimental setup says about batches, passes and learning rates."""

from __future__ import annotations

from proofs_check.method.check import about
from proofs_check.sensitivity.counterexamples import svm_batches
from reference.learners.schedule import fixed_divisor, own_size

check = about("app:experimental_setup#batches")


@check(
    "reading:own-size",
    "interval",
    at="n = 50, batches of 20, 500 epochs, Λ = 100, R = 0.06, c = 34.854, h = 0.1, p = 6144",
    expect="fails",
    wrong={"divisor": fixed_divisor},
)
def batches_averaged_over_themselves(divisor=own_size):
    """Averaged over its own size, as common libraries do, the last batch of 10 breaks the bound at the paper's setting."""
    return svm_batches(divisor)
