"""thm:smooth_softmax: the printed beta is valid, and the smaller constant Λ + c^2/2 is enough, for every K and dimension.

With X = |x|^2, A = sum s^2, B = sum s^3 the squared Frobenius norm of the Hessian is a polynomial in Λ, X, A and B;
on the simplex 0 < A <= 1 and A^2 <= B (lem:max_smoothness). In no direction does it bend more than Λ + |x|^2/2, since
v^T S v <= |v|^2/2 for the curvature S of the softmax.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.vectors import cauchy_schwarz_by_pairs, squares_below_square_of_sum
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, same_double_sum, vanishes
from proofs_check.objectives.softmax_convexity import hessian_is_ridge_plus_form, quadratic_form_summand
from proofs_check.objectives.softmax_derivatives import hessian_is_right
from proofs_check.simplex.maximum import squares_below_cubes
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


def beta_with(factor):
    """The printed beta with another factor in place of 0.5."""
    return lambda La, c, p, K, num: num.sqrt((p + 1) * K * La**2 + factor * (La + c**2) ** 2)


@check(
    "repair",
    "smt",
    every="every K, p, Λ and c, in terms of X, A and B",
    wrong={"beta": beta_with(z3.Q(49, 100))},
    needs=[hessian_is_right, hessian_norm_is_exact, squares_below_cubes, squares_below_square_of_sum],
)
def printed_beta_is_valid(beta=formulas.smoothness_softmax):
    """|H|_F <= beta = sqrt((p+1)K Λ^2 + 0.5 (Λ + c^2)^2); 0.49 instead of 0.5 is not enough."""
    # |H|_F^2 <= beta^2 for every point of the simplex and every record with |x| <= c.
    La, c, p, K, A_, B_, X_ = z3.Reals("Lambda c p K A B X")
    num = Terms()
    premises = [La > 0, c > 0, X_ >= 0, X_ <= c * c, p >= 0, K >= 1, A_ > 0, A_ <= 1, A_ * A_ <= B_]
    norm = formulas.hessian_frobenius_squared(La, X_, (p + 1) * K, A_, B_)
    return prove(premises, norm <= beta(La, c, p, K, num) ** 2, num)


@check(
    "repair",
    "symbolic",
    every="every K, p, Λ and |x| > 0",
    wrong={"extra": X**2 * A},
    needs=[
        "objectives.softmax_smoothness_printed.record_bound_is_inserted",
        hessian_is_right,
        hessian_norm_is_exact,
        squares_below_cubes,
        squares_below_square_of_sum,
    ],
)
def slack_of_the_printed_beta(extra=X**2 * A * (1 - A)):
    """beta^2 - |H|_F^2 = 2X^2 [(A - (1-C)/2)^2 + (B - A^2)] + X^2 A(1 - A), C = Λ/X: every part is >= 0."""
    # beta^2 - |H|_F^2 at |x| = c, as 2X^2 times the slack of lem:max_smoothness at C = Λ/X, plus a rest.
    p, K = sp.symbols("p K", positive=True)
    beta = formulas.smoothness_softmax(Lambda, sp.sqrt(X), p, K, SYMBOLIC)
    norm = formulas.hessian_frobenius_squared(Lambda, X, (p + 1) * K, A, B)
    C = Lambda / X
    lemma_slack = (A - (1 - C) / 2) ** 2 + (B - A**2)
    return vanishes(beta**2 - norm - 2 * X**2 * lemma_slack - extra)


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


@check(
    "repair", "symbolic", every="every K: the double sums agree summand by summand", wrong={"coefficient": 1}
)
def form_stays_below_half(coefficient=2):
    """|v|^2/2 - v^T S v = sum (1-2s_p)^2 v_p^2/2 + sum over p < q of s_p s_q (v_p + v_q)^2 >= 0."""
    # |v|^2/2 - v^T S v as sum (1 - 2s)^2 v^2/2 plus the sum over pairs of s_p s_q (v_p + v_q)^2.
    # Single sums become double sums through sum s = 1; the pair sum leaves out p = q, whose terms are 4 s^2 v^2/2.
    left = v**2 / 2 * s2 - quadratic_form_summand(s, s2, v, v2)
    right = (1 - coefficient * s) ** 2 * v**2 / 2 * s2 + s * s2 * (v + v2) ** 2 / 2 - 2 * s**2 * v**2 * s2
    return same_double_sum(left, right, [s, v], [s2, v2])


@check("repair", "smt", every="every K, row by row", wrong={"limit": z3.Q(49, 100)})
def row_sums_stay_below_half(limit=z3.Q(1, 2)):
    """A second way to the same constant: every row of |S| sums to 2 s_p (1 - s_p) <= 1/2."""
    # Gershgorin: s_p(1 - s_p) plus the sum of the other entries of row p, which is s_p(1 - s_p) again.
    p = z3.Real("s")
    return prove([p >= 0, p <= 1], 2 * formulas.softmax_curvature(p, p, 1) <= limit)


@check(
    "repair",
    "smt",
    every="every K, dimension, Λ and c",
    wrong={"beta": lambda La, c: La + z3.Q(49, 100) * c**2},
    needs=[hessian_is_right, hessian_is_ridge_plus_form, form_stays_below_half, cauchy_schwarz_by_pairs],
)
def spectral_beta_is_enough(beta=formulas.smoothness_softmax_spectral):
    """Λ + c^2/2 bounds the Hessian in every direction: beta needs no factor sqrt((p+1)K)."""
    # V^T H V = Λ|V|^2 + u^T S u with u^T S u <= |u|^2/2 and |u|^2 <= X|V|^2, against beta |V|^2.
    La, c, X_, V2, u2, form = z3.Reals("Lambda c X V2 u2 form")
    premises = [
        La > 0,
        c > 0,
        X_ >= 0,
        X_ <= c * c,
        V2 > 0,
        0 <= u2,
        u2 <= X_ * V2,
        0 <= form,
        2 * form <= u2,
    ]
    return prove(premises, La * V2 + form <= beta(La, c) * V2)


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
