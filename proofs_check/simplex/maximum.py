"""lem:max_smoothness: the bound a second way, for every K and every real C; the maximiser is in `maximum_theorems`.

Write A = sum s^2 and B = sum s^3 on the simplex (s >= 0, sum s = 1). A sum of s(1-s)(C+s) is C + (1-C)A - B,
so the K probabilities enter through two numbers, and all that is needed of them is A^2 <= B.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.lemmas.vectors import squares_below_square_of_sum
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, same_double_sum, vanishes
from reference.formulas import simplex_bound, simplex_term, simplex_uniform

LEMMA = "lem:max_smoothness"
check = about(LEMMA)
C, s, t, u = sp.symbols("C s t u", real=True)
A, B = sp.symbols("A B", real=True)


def slope(s, C):
    """The derivative of s(1-s)(C+s) in s; `simplex.maximum_printed.derivatives_are_right` checks it."""
    return C + 2 * s - 2 * C * s - 3 * s**2


def curvature(s, C):
    """The second derivative of s(1-s)(C+s) in s."""
    return 2 - 2 * C - 6 * s


@check("statement", "symbolic", every="every K, every real C", wrong={"power_sums": C + (1 + C) * A - B})
def two_power_sums_are_enough(power_sums=C + (1 - C) * A - B):
    """On the simplex, sum s(1-s)(C+s) = C + (1-C)A - B with A = sum s^2 and B = sum s^3."""
    term = sp.Poly(sp.expand(simplex_term(s, C)), s)
    total = sum(term.coeff_monomial(s**power) * value for power, value in ((1, 1), (2, A), (3, B)))
    rest = term.degree() > 3 or term.coeff_monomial(1) != 0
    return Outcome("fails", "other powers of s occur") if rest else vanishes(total - power_sums)


@check(
    "statement", "symbolic", every="every K: the double sums agree summand by summand", wrong={"weight": 2}
)
def squares_below_cubes(weight=1):
    """A^2 <= B on the simplex: B - A^2 is the sum of s_p s_q (s_p - s_q)^2 over pairs, which is >= 0."""
    return same_double_sum(s * t**3 - weight * s**2 * t**2, s * t * (s - t) ** 2 / 2, [s], [t])


@check(
    "statement",
    "smt",
    every="every K and every real C, in terms of A and B",
    wrong={"bound": lambda C_, num: z3.Q(24, 100) * (C_ + 1) ** 2},
    needs=[two_power_sums_are_enough, squares_below_cubes, squares_below_square_of_sum],
)
def quarter_is_enough(bound=simplex_bound):
    """C + (1-C)A - B <= (C+1)^2/4 follows from A^2 <= B alone."""
    C_, A_, B_ = z3.Reals("C A B")
    num = Terms()
    goal = C_ + (1 - C_) * A_ - B_ <= bound(C_, num)
    return prove(premises=[A_ > 0, A_ <= 1, A_ * A_ <= B_], goal=goal, num=num)


@check(
    "statement",
    "symbolic",
    every="every K, every real C",
    wrong={"centre": (1 + C) / 2},
    needs=[two_power_sums_are_enough, squares_below_cubes],
)
def slack_is_a_sum_of_squares(centre=(1 - C) / 2):
    """(C+1)^2/4 - sum s(1-s)(C+s) = (A - (1-C)/2)^2 + (B - A^2): the bound is tight iff s is uniform with A = (1-C)/2."""
    slack = simplex_bound(C, SYMBOLIC) - (C + (1 - C) * A - B)
    return vanishes(slack - (A - centre) ** 2 - (B - A**2))


def bound_is_met(value) -> Outcome:
    """At C = (k-2)/k the uniform point on k entries reaches the bound."""
    k = sp.Symbol("k", positive=True)
    at = {C: (k - 2) / k}
    return vanishes((simplex_bound(C, SYMBOLIC) - value(C, k)).subs(at))


def met_only_if(centre) -> Outcome:
    """If the bound is reached, then B = A^2 (s is uniform on its support) and A is the given number."""
    C_, A_, B_ = z3.Reals("C A B")
    num = Terms()
    reached = C_ + (1 - C_) * A_ - B_ == simplex_bound(C_, num)
    return prove([A_ > 0, A_ <= 1, A_ * A_ <= B_, reached], z3.And(B_ == A_ * A_, A_ == centre(C_)), num)


@check(
    "step:touches-the-bound",
    "symbolic",
    every="every k >= 2 and every C: 1/4 cannot be lowered at C = (k-2)/k, and elsewhere it is not reached",
    wrong=[{"value": lambda C_, k: simplex_uniform(C_, k + 1)}, {"centre": lambda C_: (1 + C_) / 2}],
)
def quarter_is_attained(value=simplex_uniform, centre=lambda C_: (1 - C_) / 2):
    """The bound is reached at C = (k-2)/k by k entries 1/k, and only by uniform points with A = 1/k = (1-C)/2."""
    return every(bound_is_met(value), met_only_if(centre))
