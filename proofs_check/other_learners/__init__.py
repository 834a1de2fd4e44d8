"""How far one record moves learners beside the two of the paper's theorems.

hinge_theorem hinge_sgdwa        HingeSVM-SGDWA: the recursion that the accountant runs; a pair that comes near it
optimum                          SVM-SMO: regularized minimisers, exact and nearly exact
ridge_theorem ridge_moments      noisy ridge: sums of products of records; two records that reach the bound
"""
