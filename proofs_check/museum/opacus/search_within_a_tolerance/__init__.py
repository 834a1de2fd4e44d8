"""`piece`: the search for the noise stopped within a tolerance of the target and returned the middle."""
