"""thm:smooth_softmax beside its theorems: the Frobenius norm of the Hessian, and how much smaller Λ + c^2/2 is.

With X = |x|^2, A = sum s^2, B = sum s^3 the squared Frobenius norm of the Hessian is a polynomial in Λ, X, A and B.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified, equal_at
from proofs_check.method.symbolic import all_vanish, vanishes
from reference import formulas

THEOREM = "thm:smooth_softmax"
check = about(THEOREM)
Lambda, X, A, B, entries = sp.symbols("Lambda X A B N", positive=True)
s, s2 = sp.symbols("s s'", real=True)


@check("repair", "symbolic", every="every K and dimension, term by term", wrong={"off_blocks": 0})
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


@check(
    "repair",
    "enumeration",
    at="every model shape up to 3 x 3, in symbols",
    control=lambda: small_hessian(1, 2, forgotten_class_pairs=True),
)
def hessian_norm_for_small_shapes():
    """The closed form of |H|_F^2 equals the sum of all squared entries, written out."""
    return every(*(small_hessian(d, K, False) for d in (1, 2, 3) for K in (2, 3)))


# --- the smaller constant, by the spectral norm -----------------------------------------------------------


@check("premise:one-hot", "interval", at="K = 2, y = (1, 1), f = 0", expect="fails", wrong={"ones": 1})
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


v, v2 = sp.symbols("v v'", real=True)


@check("repair", "exact", at="K = 2 at f = 0, where s = (1/2, 1/2)", wrong={"s_value": Fraction(1, 4)})
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


@check("repair", "interval", at="the paper's CIFAR-100 setting with Λ = 100", wrong={"at_least": 115})
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
