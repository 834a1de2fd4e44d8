"""Mistakes that were reported for tensorflow_privacy.

small_counts_as_zero sensitivity_over_the_batch_size
"""
