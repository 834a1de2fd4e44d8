"""Mistakes that were reported for privcount.

rounded_noise
"""
