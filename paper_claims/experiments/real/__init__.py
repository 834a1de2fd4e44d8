"""paper_claims/experiments/real."""
