"""reference/fast."""
