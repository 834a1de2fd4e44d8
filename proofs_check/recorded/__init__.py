"""proofs_check/recorded."""
