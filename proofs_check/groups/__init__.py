"""proofs_check/groups."""
