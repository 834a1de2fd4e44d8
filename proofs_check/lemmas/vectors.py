"""Facts about norms, inner products and segments that several rooms use; each is listed with the claim that needs it first."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import same_double_sum

check = about()


def mean_value_point(sign: int) -> Outcome:
    """For g(f) = f^2 from f' = 0 to f = 1: is there a c in [0, 1] with g(1) - g(0) = g'((1-c)f' + sign c f)?"""
    c = z3.Real("c")
    point = (1 - c) * 0 + sign * c * 1
    return prove([], z3.Exists([c], z3.And(c >= 0, c <= 1, 1 == 2 * point)))


@check(
    "reading:one-vs-rest-sign",
    "symbolic",
    label="ex:dpsvm#lipschitz",
    every="every dimension, by pairs of coordinates",
    wrong={"factor": 2},
)
def cauchy_schwarz_by_pairs(factor=1):
    """<a, b>^2 <= |a|^2 |b|^2 in any dimension: the difference is a sum of squares over pairs."""
    # (sum a^2)(sum b^2) - factor (sum ab)^2 as half the sum of (a_i b_j - a_j b_i)^2: an identity for factor 1.
    a, b, a2, b2 = sp.symbols("a b a' b'", real=True)
    left = a**2 * b2**2 - factor * a * b * a2 * b2
    return same_double_sum(left, (a * b2 - a2 * b) ** 2 / 2, [a, b], [a2, b2])


@check(
    "repair",
    "smt",
    label="thm:sensitivity_general",
    every="every dimension",
    wrong={"factor": 0},
    needs=[cauchy_schwarz_by_pairs],
)
def triangle_inequality(factor=1):
    """|v + e| <= |v| + |e|."""
    V, E, t = z3.Reals("V E t")
    premises = [V >= 0, E >= 0, t * t <= V * V * E * E]
    return prove(premises, V * V + 2 * t + E * E <= factor * (V + E) ** 2)


@check(
    "statement",
    "smt",
    label="ours:gradient_diameter",
    every="every K and dimension, by induction on the classes (no class: 0 <= 0)",
    wrong={"factor": z3.Q(9, 10)},
    needs=[cauchy_schwarz_by_pairs],
)
def logits_stay_in_a_ball(factor=1):
    """|f^T x| <= |f||x| <= Rc = r: Cauchy-Schwarz for each class, summed."""
    # If the squared logits so far are at most F X, then also with one more class: z^2 <= |f_p|^2 X; and X <= c^2, F <= R^2.
    Z, F, X, z2, f2, R, c = z3.Reals("Z F X z2 f2 R c")
    step = prove([Z <= F * X, z2 <= f2 * X, F >= 0, f2 >= 0, X >= 0], Z + z2 <= factor * (F + f2) * X)
    ends = prove([0 <= F, F <= R * R, 0 <= X, X <= c * c, Z <= F * X], Z <= factor * (R * c) ** 2)
    return every(step, ends)


@check(
    "repair",
    "smt",
    label="thm:lipschitz_softmax",
    every="every K, by induction on the number of classes",
    wrong={"power": 1},
)
def squares_below_square_of_sum(power=2):
    """Squares of numbers >= 0 sum to at most the square of their sum: sum s^2 <= 1, and all but s_y at most (1 - s_y)^2."""
    # If A_k <= T_k^2 for k numbers >= 0 with sum T_k and squares A_k, then also with one more.
    T, A, new = z3.Reals("T A s")
    return prove([T >= 0, A >= 0, new >= 0, A <= T * T], A + new**power <= (T + new) ** 2)
