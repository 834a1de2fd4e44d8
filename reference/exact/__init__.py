"""reference/exact."""
