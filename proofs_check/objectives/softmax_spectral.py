"""thm:smooth_softmax: the smaller constant Λ + c^2/2, by the spectral norm of the Hessian, for every K and dimension.

v^T S v <= |v|^2/2 for the curvature S of the softmax, so no direction bends more than Λ + |x|^2/2.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import same_double_sum
from proofs_check.objectives.softmax_convexity import quadratic_form_summand
from proofs_check.objectives.softmax_smoothness import THEOREM
from reference import formulas

s, s2, v, v2 = sp.symbols("s s' v v'", real=True)


def half_identity(coefficient: int) -> Outcome:
    """|v|^2/2 - v^T S v as sum (1 - 2s)^2 v^2/2 plus the sum over pairs of s_p s_q (v_p + v_q)^2.

    Single sums become double sums through sum s = 1; the pair sum leaves out p = q, whose terms are 4 s^2 v^2/2.
    """
    left = v**2 / 2 * s2 - quadratic_form_summand(s, s2, v, v2)
    right = (1 - coefficient * s) ** 2 * v**2 / 2 * s2 + s * s2 * (v + v2) ** 2 / 2 - 2 * s**2 * v**2 * s2
    return same_double_sum(left, right, [s, v], [s2, v2])


@check(
    THEOREM,
    about="repair",
    method="symbolic",
    scope="every K: the double sums agree summand by summand",
    universal=True,
    control=lambda: half_identity(1),
)
def form_stays_below_half() -> Outcome:
    """|v|^2/2 - v^T S v = sum (1-2s_p)^2 v_p^2/2 + sum over p < q of s_p s_q (v_p + v_q)^2 >= 0."""
    return half_identity(2)


def row_sums(limit) -> Outcome:
    """Gershgorin: s_p(1 - s_p) plus the sum of the other entries of row p, which is s_p(1 - s_p) again."""
    p = z3.Real("s")
    return prove([p >= 0, p <= 1], 2 * formulas.softmax_curvature(p, p, 1) <= limit)


@check(
    THEOREM,
    about="repair",
    method="smt",
    scope="every K, row by row",
    universal=True,
    control=lambda: row_sums(z3.Q(49, 100)),
)
def row_sums_stay_below_half() -> Outcome:
    """A second way to the same constant: every row of |S| sums to 2 s_p (1 - s_p) <= 1/2."""
    return row_sums(z3.Q(1, 2))


def along_a_direction(beta) -> Outcome:
    """V^T H V = Λ|V|^2 + u^T S u with u^T S u <= |u|^2/2 and |u|^2 <= X|V|^2, against beta |V|^2."""
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


@check(
    THEOREM,
    about="repair",
    method="smt",
    scope="every K, dimension, Λ and c",
    universal=True,
    needs=[
        "softmax_derivatives.hessian_is_right",
        "softmax_convexity.hessian_is_ridge_plus_form",
        "softmax_spectral.form_stays_below_half",
        "svm_constants.cauchy_schwarz_by_pairs",
    ],
    control=lambda: along_a_direction(lambda La, c: La + z3.Q(49, 100) * c**2),
)
def spectral_beta_is_enough() -> Outcome:
    """Λ + c^2/2 bounds the Hessian in every direction: beta needs no factor sqrt((p+1)K)."""
    return along_a_direction(formulas.smoothness_softmax_spectral)


def attained(s_value: Fraction) -> Outcome:
    """K = 2, x = (1, 2, 2) of norm c = 3, Λ = 1/10, direction V_lp = x_l (+1 or -1): curvature over |V|^2."""
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


@check(
    THEOREM,
    about="repair",
    method="exact",
    scope="K = 2 at f = 0, where s = (1/2, 1/2)",
    control=lambda: attained(Fraction(1, 4)),
)
def spectral_beta_is_attained() -> Outcome:
    """At f = 0 with two classes the curvature is Λ + c^2/2 exactly: the constant cannot be lowered."""
    return attained(Fraction(1, 2))


def gain(at_least: int) -> Outcome:
    """Printed over spectral beta at the paper's CIFAR-100 setting: p = 6144, K = 100, c = 34.157, Λ = 100."""
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


@check(
    THEOREM,
    about="repair",
    method="interval",
    scope="the paper's CIFAR-100 setting with Λ = 100",
    control=lambda: gain(115),
)
def spectral_beta_is_much_smaller() -> Outcome:
    """At CIFAR-100, Λ = 100, the printed beta is more than 114 times the one that is needed."""
    return gain(114)
