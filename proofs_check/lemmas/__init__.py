"""Facts that several rooms use.

numbers spaces sums line         theorems: real numbers, inner product spaces, running sums; models on the line
vectors normal                   the same facts as checks; density and tail of the normal distribution
"""
