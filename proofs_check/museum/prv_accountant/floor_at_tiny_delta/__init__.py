"""`piece`: below the rounding error of 1 - p the answer no longer depended on delta."""
