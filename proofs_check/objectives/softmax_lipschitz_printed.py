"""thm:lipschitz_softmax: the displayed lines of the printed proof, one by one."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, every, shown, theorem
from proofs_check.method.replay import RATIONALS, at_most, certified, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import Symbols, vanishes
from reference import formulas

check = about("thm:lipschitz_softmax")


def corner_distance(limit) -> Outcome:
    """|s - e_y|^2 = A - 2 s_y + 1 with A = sum s^2, where s_y^2 <= A <= s_y^2 + (1 - s_y)^2."""
    A, s_y = z3.Reals("A s_y")
    own = formulas.softmax_slope(s_y, 1) ** 2 - formulas.softmax_slope(s_y, 0) ** 2
    simplex = [0 <= s_y, s_y <= 1, s_y**2 <= A, A <= s_y**2 + (1 - s_y) ** 2]
    return prove(simplex, A + own <= limit)


@check("step:expansion", "symbolic", every="every K and dimension, entry by entry", wrong={"cross": 1})
def norm_expands_as_printed(cross=2):
    """|gradient|^2 = Λ^2|f|^2 + 2Λ<f, x e^T> + |x|^2|e|^2, as displayed."""
    # The square of a gradient entry, and what its three terms sum to over all entries.
    Lambda, f, x, e = sp.symbols("Lambda f x e", real=True)
    entry = formulas.gradient_entry(Lambda, f, formulas.loss_gradient_entry(x, e))
    return vanishes(entry**2 - (Lambda**2 * f**2 + cross * Lambda * (f * x * e) + x**2 * e**2))


@check("inference:cross-term", "exact", at="one entry x_l = -1 of a record", expect="fails", wrong={"x_l": 1})
def negative_entries_turn_the_inequality_round(x_l=-1):
    """The sum over classes is bounded first and multiplied by x_l after, which is only allowed for x_l >= 0."""
    # x_l sum_p f_lp e_p against x_l |f_l||e| at s = (1/2, 1/2), y = 2, so e = (1/2, -1/2), and f_l = (-1, 1).
    f = (Fraction(-1), Fraction(1))
    e = [formulas.softmax_slope(Fraction(1, 2), label) for label in (0, 1)]
    left = x_l * sum(a * b for a, b in zip(f, e, strict=True))
    norms = Fraction(1)  # |f_l||e| = sqrt(2) sqrt(1/2)
    return at_most(left, x_l * norms, ("cross term", "displayed bound"), x_l=x_l, f_l=f, slopes=e)


@check(
    "step:simplex-maximum",
    "symbolic",
    every="every K >= 2",
    wrong={"squared": 1},
    needs=[theorem("lemmas.sums", "SQUARES")],
)
def root_two_is_attained(squared=2):
    """The displayed maximum 2 is reached at s_q = 1 with q != y, and L uses exactly its root: sqrt(2) is best possible."""
    # At s_q = 1, q != y, the squared distance to e_y; G must be its square root times c, and nothing is larger.
    distance = formulas.softmax_slope(0, 1) ** 2 + formulas.softmax_slope(1, 0) ** 2
    c = sp.Symbol("c", positive=True)
    constant = formulas.loss_gradient_softmax(c, Symbols()) ** 2
    return every(
        vanishes(sp.Integer(distance - squared)),
        vanishes(constant - squared * c**2),
        corner_distance(squared),
    )


@check("step:perfect-square", "symbolic", every="every Λ, |f| and |x|", wrong={"cross": 2})
def last_line_is_a_square(cross=2 * sp.sqrt(2)):
    """Λ^2|f|^2 + 2 sqrt(2) Λ|x||f| + 2|x|^2 = (Λ|f| + sqrt(2)|x|)^2."""
    # The last displayed line: the expression under the root is a square.
    Lambda, f, x = sp.symbols("Lambda f x", nonnegative=True)
    under = Lambda**2 * f**2 + cross * Lambda * x * f + 2 * x**2
    return vanishes(under - formulas.lipschitz_softmax(Lambda, f, x, Symbols()) ** 2)


@check("step:bounds-inserted", "smt", every="every Λ > 0, |f| <= R and |x| <= c", wrong={"sign": -1})
def bounds_replace_the_norms(sign=1):
    """The last line: |f| and |x| are replaced by their bounds R and c."""
    # Λ|f| + sqrt(2)|x| against the same with R and c in place of the norms.
    Lambda, R, c, a, b = z3.Reals("Lambda R c a b")
    num = Terms()
    premises = [Lambda > 0, 0 <= a, a <= R, 0 <= b, b <= c]
    pair = [formulas.lipschitz_softmax(Lambda, *values, num) for values in ((a, b), (R, c))]
    return prove(premises, sign * pair[0] <= sign * pair[1], num)


@check(
    "step:mean-value-point",
    "smt",
    at="g(f) = f^2 (the regularizer) between 0 and 1",
    expect="fails",
    wrong={"sign": 1},
)
def printed_mean_value_point_is_off(sign=-1):
    """The displayed point (1-c)f' - cf is not on the segment: with the minus sign no c in [0, 1] works."""
    # For g(f) = f^2 from f' = 0 to f = 1: is there a c in [0, 1] with g(1) - g(0) = g'((1-c)f' + sign c f)?
    c = z3.Real("c")
    point = (1 - c) * 0 + sign * c * 1
    return prove([], z3.Exists([c], z3.And(c >= 0, c <= 1, 1 == 2 * point)))


@check("step:norm-product", "exact", at="x = (3, 4), f = (0, 2)", expect="fails", wrong={"power": 1})
def printed_norm_product_is_squared(power=2):
    """The text sets a product of norms equal to |x|^2|f|^2; it is |x||f|, which the next line uses."""
    x, f = (3, 4), (0, 2)
    norms = [RATIONALS.sqrt(Fraction(sum(entry**2 for entry in vector))) for vector in (x, f)]
    printed = [norm**power for norm in norms]
    return equal_at(prod(norms), prod(printed), ("product of the two roots", "right side"), x=x, f=f)


@check(
    "step:radius",
    "interval",
    at="Λ = 1, R = 1/4, c = 1/20",
    expect="fails",
    wrong={"squared_norm_limit": "R^2"},
)
def inner_product_radius_is_too_weak(squared_norm_limit="R"):
    """The main text bounds <f, f> by R; then |f| may be sqrt(R) > R for R < 1, and L is exceeded. |f| <= R is meant."""
    R, c = Fraction(1, 4), Fraction(1, 20)
    norm_f = Fraction(1, 2) if squared_norm_limit == "R" else R
    lower = certified(lambda: exact(norm_f) - formulas.loss_gradient_softmax(exact(c), BALLS))
    L = certified(lambda: formulas.lipschitz_softmax(1, exact(R), exact(c), BALLS))
    return at_most(lower, L, ("least possible gradient norm", "L"), Lambda=1, R=R, c=c, norm_of_f=norm_f)


TWO, HALF = Fraction(2), Fraction(1, 2)


@check(
    "inference:mean-value-domain",
    "exact",
    at="g = 0 on (-2, 0) and 1 on (0, 2)",
    expect="fails",
    wrong={"pieces": [(-TWO, TWO, Fraction(0), HALF)]},
)
def an_open_set_is_not_enough(
    pieces=[(-TWO, Fraction(0), Fraction(0), Fraction(0)), (Fraction(0), TWO, Fraction(1), Fraction(0))],
):
    """On an open set with a gap g can jump and have gradient 0: the segment must lie in the set, as it does in a ball."""

    def value(x):
        return next(start + slope * (x - left) for left, right, start, slope in pieces if left < x < right)

    wanted = (value(Fraction(1)) - value(Fraction(-1))) / 2
    reached = any(slope == wanted for *_, slope in pieces)
    numbers = shown(mean_slope=wanted, slopes=[slope for *_, slope in pieces])
    return Outcome("holds" if reached else "fails", "the mean value theorem on this open set", numbers)
