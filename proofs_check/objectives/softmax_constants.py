"""Constants of SoftmaxReg beside `softmax_theorems`: its Hessian, what is attained, and labels with several ones.

The Hessian of J at one record is Λ I plus x x^T times S with S_pq = s_p (1[p = q] - s_q). With X = |x|^2, A = sum s^2 and
B = sum s^3 its squared Frobenius norm is a polynomial in Λ, X, A and B.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified, equal_at
from proofs_check.method.search import softmax_settings, worst_over
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas
from reference.learners.losses import grad_J_softmax

CONVEX, LIPSCHITZ, SMOOTH = "thm:strongconvexity_softmax", "thm:lipschitz_softmax", "thm:smooth_softmax"
check_convex, check_lipschitz, check_smooth = about(CONVEX), about(LIPSCHITZ), about(SMOOTH)


@check_convex(
    "step:affine-layer",
    "symbolic",
    every="every K and every dimension: entry by entry",
    wrong={"ridge": lambda Lambda, same: Lambda},
)
def hessian_is_ridge_plus_form(ridge=lambda Lambda, same: Lambda * same):
    """V^T H V = Λ|V|^2 + u^T S u with u_p = sum_l x_l V_lp: each entry contributes to exactly these two."""
    Lambda, x_l, x_j, V_lp, V_jq, curve, same = sp.symbols("Lambda x_l x_j V_lp V_jq k d", real=True)
    entry = formulas.hessian_entry(Lambda, same, x_l, x_j, curve)
    return vanishes(
        V_lp * V_jq * entry - ridge(Lambda, same) * V_lp * V_jq - (x_l * V_lp) * (x_j * V_jq) * curve
    )


@check_convex(
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
    loss = sum(
        y * formulas.cross_entropy(z, total, SYMBOLIC) for y, z in ((y_p, z_p), (y_q, z_q), (y_r, rest))
    )
    s_p, s_q = formulas.softmax(sp.exp(z_p), total), formulas.softmax(sp.exp(z_q), total)
    ones = multiple(y_p, y_q, y_r)
    return all_vanish(
        [
            sp.diff(loss, z_p, 2) - ones * formulas.softmax_curvature(s_p, s_p, 1),
            sp.diff(loss, z_p, z_q) - ones * formulas.softmax_curvature(s_p, s_q, 0),
        ]
    )


@check_lipschitz(
    "repair",
    "property",
    at="300 settings with 2 to 6 classes, models of norm R, records of norm c",
    wrong={"bound": lambda Lambda, R, c: Lambda * R + c},
)
def learner_gradients_stay_below_L(bound=formulas.lipschitz_softmax):
    """The learner's own gradient function never exceeds L in a search for the worst case."""
    # The largest |gradient| / bound over random and confidently wrong models, in floats.

    def ratio(Lambda, R, c, f, x, y):
        gradient = grad_J_softmax(f, x[None, :], np.array([y]), Lambda, 1)
        return float(np.linalg.norm(gradient) / bound(Lambda, R, c))

    worst = worst_over(softmax_settings(), ratio)
    verdict = "holds" if worst <= 1 + 1e-9 else "fails"  # float slack only; the bound itself is exact
    return Outcome(verdict, f"300 settings, worst ratio {worst:.3f}")


@check_lipschitz(
    "premise:one-hot",
    "interval",
    at="K = 16, y with 8 ones, f = 0; value and bound are squared",
    expect="fails",
    wrong={"ones": 1},
)
def several_ones_break_L(K=16, ones=8):
    """y in {0, 1}^K as printed allows several ones: with 8 of 16 the squared gradient norm is 4, above L^2 = 2.03."""
    Lambda, R = Fraction(1, 100), Fraction(1)
    share = Fraction(1, K)
    label = [1] * ones + [0] * (K - ones)
    slopes = [
        sum(y_k * formulas.softmax_slope(share, int(k == p)) for k, y_k in enumerate(label)) for p in range(K)
    ]
    squared = sum(slope**2 for slope in slopes)
    L = certified(lambda: formulas.lipschitz_softmax(exact(Lambda), exact(R), 1, BALLS) ** 2)
    return at_most(
        squared, L, ("squared gradient norm", "L squared"), Lambda=Lambda, R=R, c=1, K=K, ones_in_y=ones, f=0
    )


Lambda, X, A, B, entries = sp.symbols("Lambda X A B N", positive=True)
s, s2 = sp.symbols("s s'", real=True)


@check_smooth("repair", "symbolic", every="every K and dimension, term by term", wrong={"off_blocks": 0})
def hessian_norm_is_exact(off_blocks=1):
    """|H|_F^2 = Λ^2 (p+1)K + 2ΛX(1 - A) + X^2 (A + A^2 - 2B), exactly."""
    # The three kinds of terms in the sum of squared entries, each with the power sum it contributes.
    # (1[same] Λ + x_l x_j k)^2 = 1[same](Λ^2 + 2Λ x_l^2 k_pp) + x_l^2 x_j^2 k_pq^2, and the sums over p, q of k are
    # tr S = 1 - A and sum k_pq^2 = A + A^2 - 2B.
    x_l, x_j, k = sp.symbols("x_l x_j k", real=True)
    square = formulas.hessian_entry(Lambda, 1, x_l, x_l, k) ** 2 - (
        Lambda**2 + 2 * Lambda * x_l**2 * k + x_l**4 * k**2
    )
    off_square = formulas.hessian_entry(Lambda, 0, x_l, x_j, k) ** 2 - x_l**2 * x_j**2 * k**2
    trace = formulas.softmax_curvature(s, s, 1) - (s - s**2)
    diagonal_extra = formulas.softmax_curvature(s, s, 1) ** 2 - formulas.softmax_curvature(s, s, 0) ** 2
    off = formulas.softmax_curvature(s, s2, 0) ** 2 - s**2 * s2**2
    whole = entries * Lambda**2 + 2 * Lambda * X * (1 - A) + X**2 * (A - 2 * B + off_blocks * A**2)
    total = formulas.hessian_frobenius_squared(Lambda, X, entries, A, B) - whole
    return all_vanish([square, off_square, trace, diagonal_extra - (s**2 - 2 * s**3), off, total])


def small_hessian(d: int, K: int, forgotten_class_pairs: bool) -> Outcome:
    """The squared entries summed one by one for a d x K model, in symbols, against the closed form."""
    x = sp.symbols(f"x1:{d + 1}", real=True)
    free = sp.symbols(f"s1:{K}", real=True)
    p = [*free, 1 - sum(free)]
    total = sum(
        formulas.hessian_entry(
            Lambda, int((l, a) == (j, b)), x[l], x[j], formulas.softmax_curvature(p[a], p[b], int(a == b))
        )
        ** 2
        for l, a, j, b in product(range(d), range(K), range(d), range(K))
        if not (forgotten_class_pairs and l == j and a != b)
    )
    norm, sums = sum(v**2 for v in x), [sum(q**power for q in p) for power in (2, 3)]
    return vanishes(sp.expand(total - formulas.hessian_frobenius_squared(Lambda, norm, d * K, *sums)))


@check_smooth(
    "repair",
    "enumeration",
    at="every model shape up to 3 x 3, in symbols",
    control=lambda: small_hessian(1, 2, forgotten_class_pairs=True),
)
def hessian_norm_for_small_shapes():
    """The closed form of |H|_F^2 equals the sum of all squared entries, written out."""
    return every(*(small_hessian(d, K, False) for d in (1, 2, 3) for K in (2, 3)))


# --- the smaller constant, by the spectral norm -----------------------------------------------------------


@check_smooth("premise:one-hot", "interval", at="K = 2, y = (1, 1), f = 0", expect="fails", wrong={"ones": 1})
def several_ones_break_beta(ones=2):
    """y in {0, 1}^K as printed allows y = (1, 1): the loss counts twice and the curvature 1.1 exceeds beta = 0.79."""
    # K = 2, x = c = 1, f = 0, Λ = 1/10: curvature along (1, -1) for a label vector with this many ones.
    La, half = Fraction(1, 10), Fraction(1, 2)
    curvature = [
        [ones * formulas.softmax_curvature(half, half, int(a == b)) for b in range(2)] for a in range(2)
    ]
    form = sum(
        sign_a * sign_b * formulas.hessian_entry(La, int(a == b), 1, 1, curvature[a][b])
        for (a, sign_a), (b, sign_b) in product(((0, 1), (1, -1)), repeat=2)
    )
    beta = certified(lambda: formulas.smoothness_softmax(exact(La), exact(1), 0, 2, BALLS))
    return at_most(
        form / 2,
        beta,
        ("curvature", "beta"),
        Lambda=La,
        c=1,
        K=2,
        p=0,
        f=0,
        ones_in_y=ones,
        direction=(1, -1),
    )


@check_smooth("repair", "exact", at="K = 2 at f = 0, where s = (1/2, 1/2)", wrong={"s_value": Fraction(1, 4)})
def spectral_beta_is_attained(s_value=Fraction(1, 2)):
    """At f = 0 with two classes the curvature is Λ + c^2/2 exactly: the constant cannot be lowered."""
    # K = 2, x = (1, 2, 2) of norm c = 3, Λ = 1/10, direction V_lp = x_l (+1 or -1): curvature over |V|^2.
    La, x, c = Fraction(1, 10), (1, 2, 2), Fraction(3)
    p, sign = [s_value, 1 - s_value], (1, -1)
    places = list(product(range(3), range(2)))
    form = sum(
        x[l]
        * sign[a]
        * x[j]
        * sign[b]
        * formulas.hessian_entry(
            La, int((l, a) == (j, b)), x[l], x[j], formulas.softmax_curvature(p[a], p[b], int(a == b))
        )
        for (l, a), (j, b) in product(places, repeat=2)
    )
    spectral = formulas.smoothness_softmax_spectral(La, c)
    return equal_at(form / (2 * c**2), spectral, ("curvature", "spectral beta"), Lambda=La, x=x, c=c, s=p)


@check_smooth("repair", "interval", at="the paper's CIFAR-100 setting with Λ = 100", wrong={"at_least": 115})
def spectral_beta_is_much_smaller(at_least=114):
    """At CIFAR-100, Λ = 100, the printed beta is more than 114 times the one that is needed."""
    p, K, c, La = 6144, 100, "34.157", 100
    ratio = certified(
        lambda: (
            formulas.smoothness_softmax(exact(La), exact(c), p, K, BALLS)
            / formulas.smoothness_softmax_spectral(exact(La), exact(c))
        )
    )
    return at_most(
        at_least, ratio, ("claimed factor", "printed beta over spectral beta"), p=p, K=K, c=c, Lambda=La
    )
