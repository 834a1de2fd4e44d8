"""`piece`: sqrt(2 ln(1.25/delta))/eps, proved for eps below 1, was used for every eps."""
