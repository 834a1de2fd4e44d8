"""`piece`: outputs more than three deviations out were dropped in every step, and thousands of steps followed."""
