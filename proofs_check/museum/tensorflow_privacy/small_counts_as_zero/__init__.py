"""`piece`: divergences that were small enough were replaced by 0, and the answer was pure privacy."""
