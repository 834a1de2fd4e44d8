"""proofs_check/gaussian."""
