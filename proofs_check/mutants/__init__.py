"""Wrong formulas on purpose: are the checks able to notice?"""
