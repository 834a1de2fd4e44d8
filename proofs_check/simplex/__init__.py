"""lem:max_smoothness: the largest value of sum s(1-s)(C+s) on the simplex.

maximum                              the bound and the maximiser, for every K and C
maximum_printed                      the printed KKT proof, line by line
"""
