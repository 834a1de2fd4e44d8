"""How far one record moves learners beside the two of the paper's theorems.

hinge_theorem                    HingeSVM-SGDWA: the recursion that the accountant runs
optimum_theorem optimum          SVM-SMO: regularized minimisers, exact and nearly exact; a solver that stops early
ridge_theorem ridge_moments      noisy ridge: sums of products of records; two records that reach the bound
"""
