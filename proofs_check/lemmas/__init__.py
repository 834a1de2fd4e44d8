"""Facts that several rooms use.

numbers exponential              theorems: real numbers, exponential and logarithm
spaces sums line                 theorems: inner product spaces, running sums; models on the line
families probability             theorems for every value of a parameter; laws, means, mixtures
normal                           density and tail of the normal distribution
"""
