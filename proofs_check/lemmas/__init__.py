"""Facts that several rooms use: theorems (numbers, spaces, sums) and checks (vectors, normal).

numbers spaces sums                  real numbers, inner product spaces and the ball, sums of k vectors
line                                 the line as a space, for joint models
vectors                              Cauchy-Schwarz, the triangle inequality, squares and sums
normal                               density and tail of the normal distribution
"""
