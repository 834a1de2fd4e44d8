"""Noise that is split over many users, and what the sum of it guarantees.

crowd           users, honest and dropped out; what is protected; how far the sum moves; Gaussian noise
mixed_sum       moves that depend on a secret random order
rounded_sum     Gaussian noise that is rounded to a grid
discrete_sum    noise that is drawn on the grid
secagg          neighbours and threshold of SecAgg among the users
closeness       how close a sum of noises on the grid is to one noise
"""
