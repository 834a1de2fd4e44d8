"""`piece`: a seed left over from a test: every release carries the same noise, and a difference of two shows the data."""
