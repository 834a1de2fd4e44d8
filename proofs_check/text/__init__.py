"""proofs_check/text."""
