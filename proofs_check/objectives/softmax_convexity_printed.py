"""thm:strongconvexity_softmax: the lines of the printed proof, which shows that the form is diagonally dominant."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from proofs_check.objectives.softmax_convexity import THEOREM, splits
from reference.formulas import regularized, softmax_curvature


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
