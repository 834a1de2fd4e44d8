"""thm:strongconvexity_softmax beside its theorem: what a direction V meets in the Hessian, and labels with several ones.

The Hessian of J at one record is Λ I plus x x^T times S with S_pq = s_p (1[p = q] - s_q).
"""

from __future__ import annotations

import sympy as sp

from proofs_check.method.check import about
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference.formulas import cross_entropy, hessian_entry, softmax, softmax_curvature

THEOREM = "thm:strongconvexity_softmax"
check = about(THEOREM)


@check(
    "statement",
    "symbolic",
    every="every K and every dimension: entry by entry",
    wrong={"ridge": lambda Lambda, same: Lambda},
)
def hessian_is_ridge_plus_form(ridge=lambda Lambda, same: Lambda * same):
    """V^T H V = Λ|V|^2 + u^T S u with u_p = sum_l x_l V_lp: each entry contributes to exactly these two."""
    Lambda, x_l, x_j, V_lp, V_jq, curve, same = sp.symbols("Lambda x_l x_j V_lp V_jq k d", real=True)
    entry = hessian_entry(Lambda, same, x_l, x_j, curve)
    return vanishes(
        V_lp * V_jq * entry - ridge(Lambda, same) * V_lp * V_jq - (x_l * V_lp) * (x_j * V_jq) * curve
    )


@check(
    "statement",
    "symbolic",
    every="every K and every label vector y >= 0, one-hot or not",
    wrong={"multiple": lambda y_p, y_q, y_r: y_p + y_q},
)
def label_vectors_only_scale_the_form(multiple=lambda y_p, y_q, y_r: y_p + y_q + y_r):
    """For any y in {0, 1}^K the curvature is (sum of y) times S: still >= 0, so one-hot labels are not needed here."""
    # The loss -sum_k y_k log s_k with weights y_p, y_q and y_r for the rest: second derivatives in z_p and z_q.
    z_p, z_q = sp.symbols("z_p z_q", real=True)
    y_p, y_q, y_r, E = sp.symbols("y_p y_q y_r E", positive=True)
    total, rest = sp.exp(z_p) + sp.exp(z_q) + E, sp.Symbol("z_r", real=True)
    loss = sum(y * cross_entropy(z, total, SYMBOLIC) for y, z in ((y_p, z_p), (y_q, z_q), (y_r, rest)))
    s_p, s_q = softmax(sp.exp(z_p), total), softmax(sp.exp(z_q), total)
    ones = multiple(y_p, y_q, y_r)
    return all_vanish(
        [
            sp.diff(loss, z_p, 2) - ones * softmax_curvature(s_p, s_p, 1),
            sp.diff(loss, z_p, z_q) - ones * softmax_curvature(s_p, s_q, 0),
        ]
    )
