"""Mistakes that were reported for prv_accountant.

floor_at_tiny_delta
"""
