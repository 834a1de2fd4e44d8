"""reference/datasets."""
