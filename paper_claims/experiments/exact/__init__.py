"""Experiments on synthetic data, each with a number that a proof predicts.

run                                  the list of them, and what must not happen
thresholds rate averaging_bound      when averages are exact, how fast they become so, how far they are off
simplex synthetic                    lem:max_smoothness; SynNonIID and SynFail
"""
