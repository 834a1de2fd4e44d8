"""Checks of every bound and every displayed step: symbolic, SMT, exact, certified and property checks."""
