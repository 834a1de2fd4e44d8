"""Mistakes that were reported for smartnoise.

classic_sigma variance_for_deviation sign_of_the_analytic_gaussian
compositions_added_up
"""
