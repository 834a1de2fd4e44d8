"""proofs_check/distributed."""
