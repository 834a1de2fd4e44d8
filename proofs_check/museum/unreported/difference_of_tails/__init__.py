"""`piece`: delta was the difference of two nearly equal numbers, and hardly any of its digits were left."""
