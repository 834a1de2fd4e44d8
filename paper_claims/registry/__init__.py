"""paper_claims/registry."""
