"""ours:gradient_diameter: two gradients of the softmax loss at one model f lie in a small ball around kappa f.

A gradient of the loss is x u^T with u = softmax(z) - e_y and z = f^T x. Its distance to kappa f is small where it
is large, because large gradients point along f. Sums over entries are compared entry by entry, so the dimension and
the number of classes do not occur.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.lemmas.vectors import logits_stay_in_a_ball
from proofs_check.method.check import about, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish, nonnegative_by_coefficients, vanishes
from proofs_check.objectives.softmax_convexity import form_is_a_sum_of_squares
from proofs_check.objectives.softmax_derivatives import gradient_is_right, hessian_is_right
from proofs_check.objectives.softmax_smoothness import form_stays_below_half
from proofs_check.sensitivity.learners import THEOREM_R, printed_learning_rates_are_small_enough
from proofs_check.sensitivity.theorem_r_by_checks import (
    differing_step_adds_the_gap,
    projection_is_onto_the_ball,
)
from reference import formulas

check = about("ours:gradient_diameter")


@check(
    "statement", "symbolic", every="every dimension and every centre C, entry by entry", wrong={"factor": 1}
)
def distance_through_a_centre(factor=2):
    """|g - g'|^2 <= 2|g - C|^2 + 2|g' - C|^2: the difference is |g + g' - 2C|^2."""
    g, h, C = sp.symbols("g g' C", real=True)
    return vanishes(factor * ((g - C) ** 2 + (h - C) ** 2) - (g - h) ** 2 - (g + h - 2 * C) ** 2)


@check(
    "statement",
    "symbolic",
    every="every K and dimension, entry by entry",
    wrong={"cross": 1},
    needs=[gradient_is_right],
)
def distance_to_the_centre_expands(cross=2):
    """|x u^T - kappa f|^2 = |x|^2|u|^2 - 2 kappa <f^T x, u> + kappa^2|f|^2."""
    x, u, f, kappa = sp.symbols("x u f kappa", real=True)
    entry = formulas.loss_gradient_entry(x, u) - kappa * f
    return vanishes(entry**2 - (x**2 * u**2 - cross * kappa * (f * x) * u + kappa**2 * f**2))


@check(
    "statement",
    "smt",
    every="every K, dimension, R, c, kappa >= 0 and every pair of records and labels",
    wrong=[
        {"bound": lambda kappa, r, m: formulas.centre_bound(0, r, m)},
        {"bound": lambda kappa, r, m: z3.Q(9, 10) * formulas.centre_bound(kappa, r, m)},
    ],
    needs=[distance_through_a_centre, distance_to_the_centre_expands, logits_stay_in_a_ball],
)
def ball_around_kappa_f_holds_both_gradients(bound=formulas.centre_bound):
    """|g - g'|^2 <= 4 c^2 (kappa^2 r^2 + m), where m bounds |u|^2 - 2 kappa <z, u> over |z| <= r = Rc."""
    D, m, kappa, R, c, F = z3.Reals("D m kappa R c F")
    premises, total = [R > 0, c > 0, kappa >= 0, 0 <= F, F <= R * R], z3.RealVal(0)
    for number in "12":
        X, U, s = z3.Reals(f"X{number} U{number} s{number}")
        premises += [0 <= X, X <= c * c, U >= 0, U - 2 * kappa * s <= m]
        total += 2 * (X * U - 2 * kappa * c**2 * s + (kappa * c**2) ** 2 * F)
    return prove([*premises, D <= total], c**2 * bound(kappa, R * c, m) >= D)


# --- the plane of two records: what a witness is measured with --------------------------------------------


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


@check(
    "statement",
    "symbolic",
    every="every K, dimension, n, whole number of passes, batch size, Λ, R and c",
    wrong={"factor": 2},
    needs=[
        *THEOREM_R,
        differing_step_adds_the_gap,
        projection_is_onto_the_ball,
        form_is_a_sum_of_squares,
        form_stays_below_half,
        hessian_is_right,
        printed_learning_rates_are_small_enough,
    ],
)
def sensitivity_is_the_diameter_over_Lambda_n(factor=1):
    """A differing step compares two gradients at one model in the ball, so the model moves by at most D/(Λn)."""
    # Theorem R with 2G = D, the largest distance of two loss gradients at one model of the ball.
    D, L, records = sp.symbols("D Lambda n", positive=True)
    return all_vanish([formulas.sensitivity(D / 2, L, records) - factor * D / (L * records)])
