"""proofs_check/diameter."""
