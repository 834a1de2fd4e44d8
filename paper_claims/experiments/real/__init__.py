"""Experiments on real data: a list of jobs, a table and a picture each.

run cases                            what each experiment is, and its jobs
grids choices splits_and_noise       hyperparameters, how one is chosen, records and noise of a repeat
measures jobs                        what a job measures; jobs in parallel, kept in files
tables pictures recording            what is written
"""
