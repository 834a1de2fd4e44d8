"""proofs_check/lemmas."""
