"""lem:max_smoothness: the largest value of sum s(1-s)(C+s) on the simplex.

maximum_theorems                     the bound, the maximiser, eq:sp_pm, and how near whole counts come: theorems
maximum                              the bound a second way, by checks
maximum_printed                      the printed KKT proof, line by line
"""
