"""`piece`: the analytic Gaussian adds or subtracts a root, depending on the target; one sign was used for both."""
