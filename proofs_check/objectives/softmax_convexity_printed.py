"""thm:strongconvexity_softmax: the lines of the printed proof, which shows that the form is diagonally dominant."""

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import about
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference.formulas import regularized, softmax_curvature

check = about("thm:strongconvexity_softmax")


@check("step:criterion", "symbolic", every="every model and dataset", wrong={"share": 1})
def loss_is_what_remains(share=sp.Rational(1, 2)):
    """J - Λ/2 <f, f> is the averaged loss, so its convexity is all that is left to show."""
    Lambda, norm, loss = sp.symbols("Lambda N l", real=True)
    return vanishes(regularized(Lambda, norm, loss) - share * Lambda * norm - loss)


@check("step:diagonal", "smt", every="every class", wrong={"upper": 2})
def diagonal_is_nonnegative(upper=1):
    """s_p (1 - s_p) >= 0 for 0 <= s_p <= 1."""
    p = z3.Real("s")
    return prove([p >= 0, p <= upper], softmax_curvature(p, p, 1) >= 0)


@check("step:dominance", "exact", at="K = 2, s = (1/4, 3/4)", expect="fails", wrong={"own_index": True})
def printed_dominance_line_fails(own_index=False):
    """The displayed |s_p (1 - s_q)| >= sum of |s_p s_q| has the wrong index: it fails at p = 1, q = 2."""
    probabilities = (Fraction(1, 4), Fraction(3, 4))
    off = sum(abs(softmax_curvature(probabilities[0], other, 0)) for other in probabilities[1:])
    left = abs(probabilities[0] * (1 - probabilities[0 if own_index else 1]))
    return at_most(off, left, ("sum of the other entries", "left side"), s=probabilities, p=1, q=2)


@check(
    "step:dominance-simplified",
    "exact",
    at="K = 2, s = (1/4, 3/4)",
    expect="fails",
    wrong={"own_index": True},
)
def printed_simplification_fails(own_index=False):
    """The next two displayed lines keep the wrong index: 1 - s_q >= 1 - s_p fails whenever s_q > s_p."""
    s_p, s_q = Fraction(1, 4), Fraction(3, 4)
    return at_most(
        1 - s_p, 1 - (s_p if own_index else s_q), ("right side 1 - s_p", "left side"), s=(s_p, s_q), p=1, q=2
    )


@check("repair", "symbolic", every="every K and every row", wrong={"total": 2})
def rows_are_exactly_dominant(total=1):
    """With s_p on the left the line is an equality: s_p (1 - s_p) = sum over q != p of s_p s_q."""
    # s_p (1 - s_p) minus s_p times the sum of the other probabilities.
    p, rest = sp.symbols("s r", real=True)
    return vanishes((softmax_curvature(p, p, 1) - p * rest).subs(rest, total - p))


@check("inference:gershgorin", "exact", at="one 2 x 2 matrix", expect="fails", wrong={"diagonal": 1})
def dominance_needs_a_nonnegative_diagonal(diagonal=-1):
    """The print asks for a "non-real" diagonal; without non-negative it does not follow: -I is dominant."""
    matrix, v = [[diagonal, 0], [0, diagonal]], (1, 1)
    form = sum(
        a * entry * b for a, row in zip(v, matrix, strict=True) for entry, b in zip(row, v, strict=True)
    )
    return at_most(0, form, ("zero", "form v^T M v"), matrix=matrix, v=v)


@check(
    "step:gershgorin",
    "smt",
    every="every symmetric, diagonally dominant matrix of any size with non-negative diagonal, pair by pair",
    wrong={"weight": lambda off: off},
)
def dominance_is_enough_with_it(weight=lambda off: z3.If(off >= 0, off, -off)):
    """With a non-negative diagonal, dominance gives v^T M v >= 0.

    A dominant diagonal entry covers |M_pq| for each q, and |m|(a^2 + b^2) + 2mab >= 0 for every pair.
    """
    # A pair's share of v^T M v, with |M_pq| taken from each of the two diagonal entries.
    off, a, b = z3.Reals("m a b")
    return prove([], weight(off) * (a * a + b * b) + 2 * off * a * b >= 0)
