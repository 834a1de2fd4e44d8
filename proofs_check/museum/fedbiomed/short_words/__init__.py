"""`piece`: masked sums wrapped around at 2^32, so that with more users the total was wrong."""
