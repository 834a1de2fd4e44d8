"""Mistakes that were reported for opendp.

values_at_the_threshold rounded_to_nearest
"""
