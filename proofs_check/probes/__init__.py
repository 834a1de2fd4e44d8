"""Worst-case neighbours: built by hand, searched for, and measured again in balls.

pairs witnesses search gradient      neighbouring datasets, and how floats find them
run                                  what they reach of each bound
noise_test clopper_pearson           lower bounds on eps from noisy models
"""
