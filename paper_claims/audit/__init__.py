"""paper_claims/audit."""
