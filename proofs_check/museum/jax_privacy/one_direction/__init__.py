"""`piece`: the reverse order of the two neighbours was taken for a mirror image of the first, which it is not."""
