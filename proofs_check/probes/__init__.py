"""Worst-case neighbours: built by hand, searched for, and measured again in balls.

pairs witnesses search gradient      neighbouring datasets, and how floats find them
climb                                softmax pairs whose records are improved together, over the whole run
run                                  what they reach of each bound
noise_test clopper_pearson           lower bounds on eps from noisy models
"""
