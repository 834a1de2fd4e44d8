"""`piece`: the generator of the noise was seeded with a single byte: 256 possible noises."""
