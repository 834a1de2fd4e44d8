"""The learners of `learners/` for many at once, equal to them by test; read those first.

many_datasets     one setting, many datasets of one size; keeps every step, for gradients through the training
many_settings     many users and many hyperparameters through one matrix product
few_records       the same for the sum of users who have fewer records than a record has entries
"""
