"""`piece`: a conversion that is only an upper bound returned a negative eps for very noisy mechanisms."""
