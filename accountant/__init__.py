"""Certified numbers: every result is an interval that provably contains the exact value."""

from accountant.enclosure import Enclosure, Undecided
from accountant.gaussian import delta, epsilon, group_delta, group_log10_delta, log10_delta, sigma

__all__ = [
    "Enclosure",
    "Undecided",
    "delta",
    "epsilon",
    "group_delta",
    "group_log10_delta",
    "log10_delta",
    "sigma",
]
