"""proofs_check/objectives."""
