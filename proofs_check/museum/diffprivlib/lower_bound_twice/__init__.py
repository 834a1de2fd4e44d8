"""`piece`: the lower bound of a feature stood in the place of the upper one; with lower bound 0 there was no noise."""
