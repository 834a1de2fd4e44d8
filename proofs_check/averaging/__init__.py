"""proofs_check/averaging."""
