"""Certified numbers: every result is an interval that provably contains the exact value."""

from accountant.enclosure import Enclosure, Undecided

__all__ = ["Enclosure", "Undecided"]
