"""A planned deployment in, a certificate or the reasons against it out.

file                     reads a deployment file
plan                     what it says, in exact numbers
certificate              eps, noise, and what the paper says for the same question
refusals                 the reasons why there is no guarantee, and what to change
grid_range               whole numbers of a sum on the grid: variance, largest entry, modulus
foundations              statements that the certificate rests on, with the theorems that are used
premises symbols formula premises that remain, of the theorem behind it and beyond; those about numbers are evaluated
"""
