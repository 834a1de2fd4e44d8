"""thm:strongconvexity_softmax: the softmax objective is Λ-strongly convex, for every K, dimension and dataset.

The Hessian of J at one record is Λ I plus x x^T times S with S_pq = s_p (1[p = q] - s_q); along a direction V it is
Λ|V|^2 + u^T S u with u_p = sum_l x_l V_lp. So all that is needed is u^T S u >= 0. The average over a
dataset of Λ-strongly convex functions is Λ-strongly convex.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.evidence import Outcome, check, shown
from proofs_check.replay import at_most
from proofs_check.smt import prove
from proofs_check.symbolic import SYMBOLIC, all_vanish, same_double_sum, vanishes
from reference.formulas import cross_entropy, hessian_entry, regularized, softmax, softmax_curvature

THEOREM = "thm:strongconvexity_softmax"
s, v, s2, v2 = sp.symbols("s v s' v'", real=True)


def quadratic_form_summand(first, second, first_v, second_v):
    """v^T S v = sum over p, q of this, given sum s = 1: the diagonal's extra term is spread over q by s_q."""
    off = softmax_curvature(first, second, 0) * first_v * second_v
    diagonal = (softmax_curvature(first, first, 1) - softmax_curvature(first, first, 0)) * first_v**2
    return diagonal * second + off


def form_equals(summand) -> Outcome:
    """v^T S v against a sum over pairs."""
    return same_double_sum(quadratic_form_summand(s, s2, v, v2), summand, [s, v], [s2, v2])


@check(
    THEOREM,
    method="symbolic",
    scope="every K: the double sums agree summand by summand",
    universal=True,
    concludes="Hessian at least ridge",
    needs=[
        "softmax_convexity.hessian_is_ridge_plus_form",
        "softmax_convexity.label_vectors_only_scale_the_form",
        "softmax_derivatives.hessian_is_right",
    ],
    control=lambda: form_equals(s * s2 * (v + v2) ** 2 / 2),
)
def form_is_a_sum_of_squares() -> Outcome:
    """v^T S v is the sum over pairs of s_p s_q (v_p - v_q)^2, so it is >= 0."""
    return form_equals(s * s2 * (v - v2) ** 2 / 2)


def variance_step(weight: int) -> Outcome:
    """If T V >= U^2 for k entries, with T = sum s, U = sum s v, V = sum s v^2, then also with one more entry."""
    T, U, V, new, at = z3.Reals("T U V s v")
    premises = [T >= 0, V >= 0, new >= 0, T * V >= U * U]
    return prove(premises, (T + new) * (V + new * at * at) >= weight * (U + new * at) ** 2)


@check(
    THEOREM,
    method="smt",
    scope="every K, by induction on the number of classes",
    universal=True,
    concludes="Hessian at least ridge",
    needs=[
        "softmax_convexity.hessian_is_ridge_plus_form",
        "softmax_convexity.label_vectors_only_scale_the_form",
        "softmax_derivatives.hessian_is_right",
    ],
    control=lambda: variance_step(2),
)
def variance_is_nonnegative_by_induction() -> Outcome:
    """sum s v^2 >= (sum s v)^2 for sum s = 1: the inequality survives each further class."""
    return variance_step(1)


def splits(ridge) -> Outcome:
    """V_lp V_jq times a Hessian entry, as a ridge part and a part that sums to u^T S u."""
    Lambda, x_l, x_j, V_lp, V_jq, curve, same = sp.symbols("Lambda x_l x_j V_lp V_jq k d", real=True)
    entry = hessian_entry(Lambda, same, x_l, x_j, curve)
    return vanishes(
        V_lp * V_jq * entry - ridge(Lambda, same) * V_lp * V_jq - (x_l * V_lp) * (x_j * V_jq) * curve
    )


@check(
    THEOREM,
    method="symbolic",
    scope="every K and every dimension: entry by entry",
    universal=True,
    control=lambda: splits(lambda Lambda, same: Lambda),
)
def hessian_is_ridge_plus_form() -> Outcome:
    """V^T H V = Λ|V|^2 + u^T S u with u_p = sum_l x_l V_lp: each entry contributes to exactly these two."""
    return splits(lambda Lambda, same: Lambda * same)


@check(
    THEOREM,
    about="step:affine-layer",
    method="symbolic",
    scope="every K and every dimension: entry by entry",
    universal=True,
    control=lambda: splits(lambda Lambda, same: Lambda),
)
def linear_layer_keeps_the_form() -> Outcome:
    """Composing with <f, x> turns a direction V into u_p = sum_l x_l V_lp: the loss's form at u is all that remains."""
    return splits(lambda Lambda, same: Lambda * same)


def loss_without_ridge(share) -> Outcome:
    """J minus share Λ|f|^2, against the loss alone."""
    Lambda, norm, loss = sp.symbols("Lambda N l", real=True)
    return vanishes(regularized(Lambda, norm, loss) - share * Lambda * norm - loss)


@check(
    THEOREM,
    about="step:criterion",
    method="symbolic",
    scope="every model and dataset",
    universal=True,
    control=lambda: loss_without_ridge(1),
)
def loss_is_what_remains() -> Outcome:
    """J - Λ/2 <f, f> is the averaged loss, so its convexity is all that is left to show."""
    return loss_without_ridge(sp.Rational(1, 2))


def label_vector_curvature(multiple) -> Outcome:
    """The loss -sum_k y_k log s_k with weights y_p, y_q and y_r for the rest: second derivatives in z_p and z_q."""
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


@check(
    THEOREM,
    method="symbolic",
    scope="every K and every label vector y >= 0, one-hot or not",
    universal=True,
    control=lambda: label_vector_curvature(lambda y_p, y_q, y_r: y_p + y_q),
)
def label_vectors_only_scale_the_form() -> Outcome:
    """For any y in {0, 1}^K the curvature is (sum of y) times S: still >= 0, so one-hot labels are not needed here."""
    return label_vector_curvature(lambda y_p, y_q, y_r: y_p + y_q + y_r)


def diagonal_sign(upper: int) -> Outcome:
    """s (1 - s) >= 0 for 0 <= s <= upper."""
    p = z3.Real("s")
    return prove([p >= 0, p <= upper], softmax_curvature(p, p, 1) >= 0)


@check(
    THEOREM,
    about="step:diagonal",
    method="smt",
    scope="every class",
    universal=True,
    control=lambda: diagonal_sign(2),
)
def diagonal_is_nonnegative() -> Outcome:
    """s_p (1 - s_p) >= 0 for 0 <= s_p <= 1."""
    return diagonal_sign(1)


def dominance(own_index: bool) -> Outcome:
    """Row p = 1 of S at s = (1/4, 3/4): the printed left side has s_q with q = 2, the right one has s_p."""
    probabilities = (Fraction(1, 4), Fraction(3, 4))
    off = sum(abs(softmax_curvature(probabilities[0], other, 0)) for other in probabilities[1:])
    left = abs(probabilities[0] * (1 - probabilities[0 if own_index else 1]))
    return at_most(off, left, ("sum of the other entries", "left side"), s=probabilities, p=1, q=2)


@check(
    THEOREM,
    about="step:dominance",
    method="exact",
    scope="K = 2, s = (1/4, 3/4)",
    expect="fails",
    control=lambda: dominance(own_index=True),
)
def printed_dominance_line_fails() -> Outcome:
    """The displayed |s_p (1 - s_q)| >= sum of |s_p s_q| has the wrong index: it fails at p = 1, q = 2."""
    return dominance(own_index=False)


def simplified_dominance(own_index: bool) -> Outcome:
    """The displayed lines 2 and 3 at s = (1/4, 3/4), p = 1, q = 2: 1 - s_q against the sum 1 - s_p."""
    s_p, s_q = Fraction(1, 4), Fraction(3, 4)
    return at_most(
        1 - s_p, 1 - (s_p if own_index else s_q), ("right side 1 - s_p", "left side"), s=(s_p, s_q), p=1, q=2
    )


@check(
    THEOREM,
    about="step:dominance-simplified",
    method="exact",
    scope="K = 2, s = (1/4, 3/4)",
    expect="fails",
    control=lambda: simplified_dominance(own_index=True),
)
def printed_simplification_fails() -> Outcome:
    """The next two displayed lines keep the wrong index: 1 - s_q >= 1 - s_p fails whenever s_q > s_p."""
    return simplified_dominance(own_index=False)


def row_sum(total: int) -> Outcome:
    """s_p (1 - s_p) minus s_p times the sum of the other probabilities."""
    p, rest = sp.symbols("s r", real=True)
    return vanishes((softmax_curvature(p, p, 1) - p * rest).subs(rest, total - p))


@check(
    THEOREM,
    about="repair",
    method="symbolic",
    scope="every K and every row",
    universal=True,
    control=lambda: row_sum(2),
)
def rows_are_exactly_dominant() -> Outcome:
    """With s_p on the left the line is an equality: s_p (1 - s_p) = sum over q != p of s_p s_q."""
    return row_sum(1)


def dominant_is_semidefinite(diagonal: int) -> Outcome:
    """A symmetric diagonally dominant 2 x 2 matrix with this diagonal: v^T M v at v = (1, 1)."""
    form = Fraction(2 * diagonal)
    numbers = shown(matrix=[[diagonal, 0], [0, diagonal]], v=(1, 1), form=form)
    return Outcome("holds" if form >= 0 else "fails", "the sign of v^T M v", numbers)


@check(
    THEOREM,
    about="inference:gershgorin",
    method="exact",
    scope="one 2 x 2 matrix",
    expect="fails",
    control=lambda: dominant_is_semidefinite(1),
)
def dominance_needs_a_nonnegative_diagonal() -> Outcome:
    """The print asks for a "non-real" diagonal; without non-negative it does not follow: -I is dominant."""
    return dominant_is_semidefinite(-1)


def pair_term(weight) -> Outcome:
    """A pair's share of v^T M v, with |M_pq| taken from each of the two diagonal entries."""
    off, a, b = z3.Reals("m a b")
    return prove([], weight(off) * (a * a + b * b) + 2 * off * a * b >= 0)


@check(
    THEOREM,
    about="step:gershgorin",
    method="smt",
    scope="every symmetric, diagonally dominant matrix of any size with non-negative diagonal, pair by pair",
    universal=True,
    control=lambda: pair_term(lambda off: off),
)
def dominance_is_enough_with_it() -> Outcome:
    """With a non-negative diagonal, dominance gives v^T M v >= 0.

    A dominant diagonal entry covers |M_pq| for each q, and |m|(a^2 + b^2) + 2mab >= 0 for every pair.
    """
    return pair_term(lambda off: z3.If(off >= 0, off, -off))
