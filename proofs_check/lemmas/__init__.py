"""Facts that several rooms use: theorems (numbers, spaces, sums, probability) and checks (vectors, normal).

numbers spaces sums                  real numbers, inner product spaces and the ball, sums of k vectors
probability                          means, Fubini, mixtures: lem:m1
families                             a theorem for every value of a parameter
line                                 the line as a space, for joint models
vectors                              Cauchy-Schwarz, the triangle inequality, squares and sums
normal                               density and tail of the normal distribution
"""
