"""paper_claims/experiments/exact."""
