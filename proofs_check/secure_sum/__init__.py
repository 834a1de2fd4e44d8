"""proofs_check/secure_sum."""
