"""`piece`: the upper bound of eps for 649535 steps and delta 2.35e-12 was 7.9475 with the default grid (version 0.6.0), where
the truth is 8.3790."""
