"""Certified numbers: every result is an interval that provably contains the exact value."""

from accountant.diameter import gradient_diameter
from accountant.enclosure import Enclosure, Undecided
from accountant.gaussian import delta, epsilon, group_delta, group_log10_delta, log10_delta, sigma
from accountant.second_engine import EngineDisagreement
from accountant.sensitivity import sensitivity

__all__ = [
    "Enclosure",
    "EngineDisagreement",
    "Undecided",
    "delta",
    "epsilon",
    "gradient_diameter",
    "group_delta",
    "group_log10_delta",
    "log10_delta",
    "sensitivity",
    "sigma",
]
