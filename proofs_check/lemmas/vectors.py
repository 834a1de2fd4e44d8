"""Facts about norms, inner products and segments that several topics use; each takes the constant to try."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import same_double_sum


def cauchy_schwarz(factor: int) -> Outcome:
    """(sum a^2)(sum b^2) - factor (sum ab)^2 as half the sum of (a_i b_j - a_j b_i)^2: an identity for factor 1."""
    a, b, a2, b2 = sp.symbols("a b a' b'", real=True)
    left = a**2 * b2**2 - factor * a * b * a2 * b2
    return same_double_sum(left, (a * b2 - a2 * b) ** 2 / 2, [a, b], [a2, b2])


def mean_value_point(sign: int) -> Outcome:
    """For g(f) = f^2 from f' = 0 to f = 1: is there a c in [0, 1] with g(1) - g(0) = g'((1-c)f' + sign c f)?"""
    c = z3.Real("c")
    point = (1 - c) * 0 + sign * c * 1
    return prove([], z3.Exists([c], z3.And(c >= 0, c <= 1, 1 == 2 * point)))
