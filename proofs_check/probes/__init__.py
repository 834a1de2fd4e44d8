"""proofs_check/probes."""
