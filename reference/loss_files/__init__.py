"""A loss of one's own as data: a formula in a TOML file, read by a small grammar, run in any arithmetic.

trees                       formulas: values, derivatives
grammar                     from text to a tree; errors name line and column
file                        the TOML file: loss, parameters, setting, claims
learner                     projected SGD with the slope of such a loss
"""
