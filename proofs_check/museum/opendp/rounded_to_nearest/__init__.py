"""`piece`: intermediate results were rounded to nearest, so that every other answer was a little too small."""
