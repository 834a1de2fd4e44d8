"""Mistakes that were reported for google_dp.

group_budget_times_size
"""
