"""What the experimental setup says about batches, passes and learning rates."""

from __future__ import annotations

from proofs_check.method.check import about

check = about("app:experimental_setup#batches")
