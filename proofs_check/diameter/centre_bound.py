"""The plane of two records, which a witness of ours:gradient_diameter is measured with. `centre_theorem` has the bound itself.

A gradient of the loss is x u^T with u = softmax(z) - e_y and z = f^T x. Sums over entries are compared entry by entry, so the
dimension and the number of classes do not occur.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import about, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish, nonnegative_by_coefficients, vanishes
from reference import formulas

check = about("ours:gradient_diameter")


@check("statement", "symbolic", every="every K and dimension", wrong={"angle": 1})
def distance_is_split_by_the_angle(angle=2):
    """|x u^T - x' u'^T|^2 = lam|u + u'|^2 + (1 - lam)|u - u'|^2 for unit records with <x, x'> = 1 - 2 lam."""
    x, y, u, v, U, V, P, lam = sp.symbols("x x' u u' U V P lam", real=True)
    entry = (x * u - y * v) ** 2 - (x**2 * u**2 + y**2 * v**2 - 2 * (x * y) * (u * v))
    total = U + V - 2 * (1 - angle * lam) * P
    return all_vanish([entry, total - formulas.gradient_gap_squared(lam, U + V + 2 * P, U + V - 2 * P)])


@check(
    "statement",
    "symbolic",
    every="every K and dimension, |x|, |x'| <= 1; X and Y stand for 1 - |x|^2 and 1 - |x'|^2",
    wrong={"sign": -1},
)
def shorter_records_are_no_worse(sign=1):
    """Records of norm below 1 can be filled up to norm 1 by two new coordinates; the distance does not shrink."""
    # A coordinate sqrt(1 - |x|^2) appended to x, another to x', with zeros in f: what that adds to the distance.
    X, Y, U, V, P, q = sp.symbols("X Y U V P q", nonnegative=True)
    short = X * U + Y * V - 2 * q * P
    filled = U + V - 2 * q * P  # logits and <x, x'> = q stay as they are
    gap = nonnegative_by_coefficients(
        (sign * (filled - short)).subs({X: 1 - X, Y: 1 - Y}), [X, Y, U, V], tries=[{X: 1, Y: 1, U: 1, V: 1}]
    )
    return every(vanishes(filled - short - (1 - X) * U - (1 - Y) * V), gap)


@check("statement", "symbolic", every="every K, class by class", wrong={"tau_of": lambda lam: 1 - 2 * lam})
def model_norm_from_two_logit_vectors(tau_of=lambda lam: 2 * lam - 1):
    """|z|^2 + |z'|^2 + 2 tau <z, z'> = (1 - tau^2)(|a|^2 + |b|^2) with tau = 2 lam - 1 = -<x, x'>."""
    a, b, C, S = sp.symbols("a b C S", real=True)
    lam = S**2
    z, w, tau = C * a + S * b, C * a - S * b, tau_of(lam)
    left = sp.expand(z**2 + w**2 + 2 * tau * z * w - (1 - tau**2) * (a**2 + b**2))
    return vanishes(sp.expand(left.subs(C, sp.sqrt(1 - S**2))))


@check(
    "statement", "smt", every="every K: only the shares of the two labels occur", wrong={"least": z3.Q(2, 5)}
)
def wide_angles_favour_equal_labels(least=z3.Q(1, 2)):
    """If <x, x'> <= -1/2, two different labels are never further apart than the better of two equal ones."""
    # V(1,2) against V(1,1) and V(2,2) at the same logits, through s_1, s_2 and s'_1, s'_2, for tau >= least.
    s1, s2, t1, t2, A, B, P, tau = z3.Reals("s1 s2 t1 t2 A B P tau")  # A = |s|^2, B = |s'|^2, P = <s, s'>

    def V(y, y2):
        own, other, same = ({1: s1, 2: s2}, {1: t1, 2: t2}, int(y == y2))
        U, U2 = A - 2 * own[y] + 1, B - 2 * other[y2] + 1
        return U + U2 + 2 * tau * (P - other[y] - own[y2] + same)

    simplex = [v >= 0 for v in (s1, s2, t1, t2)] + [s1 + s2 <= 1, t1 + t2 <= 1]
    return prove([*simplex, least <= tau, tau <= 1], z3.Or(V(1, 2) <= V(1, 1), V(1, 2) <= V(2, 2)))
