"""`piece`: steps were counted as epochs * n / b, although every epoch ends with a partial batch of its own."""
