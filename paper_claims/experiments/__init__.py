"""Experiments: numbers, tables and pictures.

exact                                synthetic data, solved exactly: numbers that must not contradict a proof
real                                 the paper's experiments on real data
drawing                              one way to draw and to store
"""
