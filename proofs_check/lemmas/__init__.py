"""Facts that several rooms use.

numbers spaces sums line         theorems: real numbers, inner product spaces, running sums; models on the line
families probability             theorems for every value of a parameter; laws, means, mixtures
vectors normal                   the same facts as checks; density and tail of the normal distribution
"""
