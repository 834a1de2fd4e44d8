"""`piece`: the list of Rényi orders ended before the best one, and the smallest value of the list was far too large."""
