"""Mistakes that we met without a public thread.

deviations_added difference_of_tails tails_dropped
one_byte_seed fixed_seed skewness_for_kurtosis
control_equal_to_its_case
"""
