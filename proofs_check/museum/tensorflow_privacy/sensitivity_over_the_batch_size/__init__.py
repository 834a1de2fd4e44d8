"""`piece`: noise for a sum compared with noise for a mean: one factor of the batch size is lost."""
