"""Mistakes that were reported for jax_privacy.

rate_of_a_micro_batch one_direction partial_tail_batch
noise_after_the_mean
"""
