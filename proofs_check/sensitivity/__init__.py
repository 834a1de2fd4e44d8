"""proofs_check/sensitivity."""
