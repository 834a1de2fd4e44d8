"""proofs_check/museum."""
