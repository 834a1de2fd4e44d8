"""Sentences and tables that no proof of the paper rests on.

introduction related_work related_work_table          claims made in passing
notation_table setup_counts setup_grids               numbers and settings against each other
batches_theorem                                       app:experimental_setup#batches, composed
tuning_theorem tuning                                 what choosing on the data costs
"""
