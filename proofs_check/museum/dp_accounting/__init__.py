"""Mistakes that were reported for dp_accounting.

clipped_sum_twice_as_far exponential_overflows loss_distribution_at_588146_steps
loss_distribution_at_649535_steps
"""
