"""Mistakes that were reported for opacus.

negative_eps central_limit last_phase_only
epoch_without_its_last_batch search_within_a_tolerance orders_end_too_early
test_file_never_collected divisor_from_the_data
"""
