"""proofs_check/method."""
