"""proofs_check/simplex."""
