"""`piece`: noise was fitted to one of sum and mean and added to the other: it is too small by the number of records."""
