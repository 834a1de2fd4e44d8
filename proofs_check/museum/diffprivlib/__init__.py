"""Mistakes that were reported for diffprivlib.

lower_bound_twice
"""
