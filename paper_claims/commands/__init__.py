"""paper_claims/commands."""
