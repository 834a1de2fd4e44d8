"""`piece`: the case that had to come out differently was built from the same data as the case itself."""
