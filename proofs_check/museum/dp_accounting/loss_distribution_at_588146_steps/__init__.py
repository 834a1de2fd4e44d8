"""`piece`: the upper bound of eps for 588146 steps and delta 7.54e-12 was rounding noise: 10.645 on a grid of 1e-3 and
18.07 on one of 1e-4 (version 0.6.0), where the truth is 10.7547."""
