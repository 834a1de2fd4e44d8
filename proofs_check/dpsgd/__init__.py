"""proofs_check/dpsgd."""
