"""Facts that several rooms use.

vectors                              Cauchy-Schwarz, the triangle inequality, squares and sums
normal                               density and tail of the normal distribution
"""
