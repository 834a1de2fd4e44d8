"""The paper as plain numpy: no proofs, no verdicts. A name imports only from names before it.

errors  tables  versions          bad input, tables of TOML files, what kept results depend on
arithmetic  notation              number systems, D and ξ
formulas                          every closed form, once
exact  learners  fast             SVMs in fractions, the algorithm boxes, the same for many at once
loss_files                        a loss of your own, as data
secure_sum  protocol              sums that reveal nothing else; BlindAvg with its noise
baselines  datasets               methods to compare with, and the data
"""
