"""paper_claims/report."""
