"""lem:max_smoothness: the bound a second way, for every K and every real C; the maximiser is in `maximum_theorems`.

Write A = sum s^2 and B = sum s^3 on the simplex (s >= 0, sum s = 1). A sum of s(1-s)(C+s) is C + (1-C)A - B,
so the K probabilities enter through two numbers, and all that is needed of them is A^2 <= B.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, same_double_sum, vanishes
from reference.formulas import simplex_bound, simplex_term, simplex_uniform

LEMMA = "lem:max_smoothness"
C, s, t, u = sp.symbols("C s t u", real=True)
A, B = sp.symbols("A B", real=True)


def slope(s, C):
    """The derivative of s(1-s)(C+s) in s; `simplex.maximum_printed.derivatives_are_right` checks it."""
    return C + 2 * s - 2 * C * s - 3 * s**2


def curvature(s, C):
    """The second derivative of s(1-s)(C+s) in s."""
    return 2 - 2 * C - 6 * s


def reduced_to(power_sums: sp.Expr) -> Outcome:
    """Collect s(1-s)(C+s) by powers of s, and replace sum s, s^2, s^3 by 1, A, B."""
    term = sp.Poly(sp.expand(simplex_term(s, C)), s)
    total = sum(term.coeff_monomial(s**power) * value for power, value in ((1, 1), (2, A), (3, B)))
    rest = term.degree() > 3 or term.coeff_monomial(1) != 0
    return Outcome("fails", "other powers of s occur") if rest else vanishes(total - power_sums)


@check(
    LEMMA,
    method="symbolic",
    scope="every K, every real C",
    universal=True,
    control=lambda: reduced_to(C + (1 + C) * A - B),
)
def two_power_sums_are_enough() -> Outcome:
    """On the simplex, sum s(1-s)(C+s) = C + (1-C)A - B with A = sum s^2 and B = sum s^3."""
    return reduced_to(C + (1 - C) * A - B)


def cubes_above_squares(weight: int) -> Outcome:
    """(sum s)(sum s^3) - (sum s^2)^2 against half the sum of s t (s - t)^2, pair by pair."""
    return same_double_sum(s * t**3 - weight * s**2 * t**2, s * t * (s - t) ** 2 / 2, [s], [t])


@check(
    LEMMA,
    method="symbolic",
    scope="every K: the double sums agree summand by summand",
    universal=True,
    control=lambda: cubes_above_squares(2),
)
def squares_below_cubes() -> Outcome:
    """A^2 <= B on the simplex: B - A^2 is the sum of s_p s_q (s_p - s_q)^2 over pairs, which is >= 0."""
    return cubes_above_squares(1)


def below_parabola(bound) -> Outcome:
    """C + (1-C)A - B stays below the bound whenever A^2 <= B."""
    C_, A_, B_ = z3.Reals("C A B")
    num = Terms()
    goal = C_ + (1 - C_) * A_ - B_ <= bound(C_, num)
    return prove(premises=[A_ > 0, A_ <= 1, A_ * A_ <= B_], goal=goal, num=num)


@check(
    LEMMA,
    method="smt",
    scope="every K and every real C, in terms of A and B",
    universal=True,
    concludes="bound",
    needs=[
        "simplex.maximum.two_power_sums_are_enough",
        "simplex.maximum.squares_below_cubes",
        "lemmas.vectors.squares_below_square_of_sum",
    ],
    control=lambda: below_parabola(lambda C_, num: z3.Q(24, 100) * (C_ + 1) ** 2),
)
def quarter_is_enough() -> Outcome:
    """C + (1-C)A - B <= (C+1)^2/4 follows from A^2 <= B alone."""
    return below_parabola(simplex_bound)


def slack_is_a_square(centre: sp.Expr) -> Outcome:
    """The bound minus the sum equals (A - centre)^2 + (B - A^2)."""
    slack = simplex_bound(C, SYMBOLIC) - (C + (1 - C) * A - B)
    return vanishes(slack - (A - centre) ** 2 - (B - A**2))


@check(
    LEMMA,
    method="symbolic",
    scope="every K, every real C",
    universal=True,
    concludes="bound",
    needs=["simplex.maximum.two_power_sums_are_enough", "simplex.maximum.squares_below_cubes"],
    control=lambda: slack_is_a_square((1 + C) / 2),
)
def slack_is_a_sum_of_squares() -> Outcome:
    """(C+1)^2/4 - sum s(1-s)(C+s) = (A - (1-C)/2)^2 + (B - A^2): the bound is tight iff s is uniform with A = (1-C)/2."""
    return slack_is_a_square((1 - C) / 2)


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
    LEMMA,
    about="step:touches-the-bound",
    method="symbolic",
    scope="every k >= 2 and every C: 1/4 cannot be lowered at C = (k-2)/k, and elsewhere it is not reached",
    universal=True,
    control=[
        lambda: bound_is_met(lambda C_, k: simplex_uniform(C_, k + 1)),
        lambda: met_only_if(lambda C_: (1 + C_) / 2),
    ],
)
def quarter_is_attained() -> Outcome:
    """The bound is reached at C = (k-2)/k by k entries 1/k, and only by uniform points with A = 1/k = (1-C)/2."""
    return every(bound_is_met(simplex_uniform), met_only_if(lambda C_: (1 - C_) / 2))
