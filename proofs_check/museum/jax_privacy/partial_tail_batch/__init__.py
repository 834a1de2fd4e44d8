"""`piece`: the last batch of a pass was smaller, and its mean was accounted for as if it were full."""
