"""thm:smooth_softmax: lines 4 to 9 of the printed proof, summand by summand, and the sentences around it.

Lines are numbered as displayed: 4 after replacing the other classes' squares, 5 after doubling a term, 6 after
collecting |x|^2, 7 after s(1-s) <= s, 8 after the lemma, 9 the closing form. Lines 1 to 4 are in
`softmax_smoothness_blocks.py`.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.vectors import mean_value_point
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from proofs_check.objectives.softmax_smoothness import THEOREM
from reference import formulas


def termwise(left, right) -> Outcome:
    """One summand of two lines: a = x_l^2, o = the other squares of x, s = s_p, for all non-negative values."""
    La, a, o, s = z3.Reals("Lambda a o s")
    return prove([La > 0, a >= 0, o >= 0, s >= 0, s <= 1], left(La, a, o, s) <= right(La, a, o, s))


def summand_4(La, a, o, s):
    return La**2 + 2 * La * a * s * (1 - s) + a**2 * s**2 * (1 - s) ** 2 + 2 * a * s**2 * (1 - s) ** 2 * o


def summand_5(La, a, o, s, doubled=2):
    return La**2 + a * s * (1 - s) * (2 * La + doubled * a * s * (1 - s) + 2 * s * (1 - s) * o)


def summand_6(La, a, o, s):
    return La**2 + 2 * a * s * (1 - s) * (La + s * (1 - s) * (a + o))


def summand_7(La, a, o, s):
    """|x|^2 a s(1-s)(Λ/|x|^2 + s), with the |x|^2 multiplied out."""
    return La**2 + 2 * a * s * (1 - s) * (La + s * (a + o))


@check(
    THEOREM,
    about="step:doubling",
    method="smt",
    scope="every K and dimension, summand by summand",
    universal=True,
    control=lambda: termwise(summand_4, lambda *v: summand_5(*v, doubled=0)),
)
def doubling_a_term_only_adds() -> Outcome:
    """Line 4 <= line 5: x_l^4 s^2(1-s)^2 is counted twice."""
    return termwise(summand_4, summand_5)


def collected(left, right) -> Outcome:
    """Two summands as polynomials."""
    names = sp.symbols("Lambda a o s", real=True)
    return vanishes(left(*names) - right(*names))


@check(
    THEOREM,
    about="step:collecting",
    method="symbolic",
    scope="every K and dimension, summand by summand",
    universal=True,
    control=lambda: collected(summand_5, summand_7),
)
def collecting_the_norm_is_exact() -> Outcome:
    """Line 5 = line 6: x_l^2 and the other squares add up to |x|^2."""
    return collected(summand_5, summand_6)


@check(
    THEOREM,
    about="step:dropping-a-factor",
    method="smt",
    scope="every K and dimension, summand by summand, x != 0",
    universal=True,
    control=lambda: termwise(summand_7, summand_6),
)
def dropping_a_factor_only_adds() -> Outcome:
    """Line 6 <= line 7: s(1-s) <= s."""
    return termwise(summand_6, summand_7)


def lemma_applied(exponent: int) -> Outcome:
    """2|x|^4 times the bound of lem:max_smoothness at C = Λ/|x|^2, against 0.5 (Λ + |x|^2)^2 inside beta."""
    La, X, p, K = sp.symbols("Lambda X p K", positive=True)
    beta = formulas.smoothness_softmax(La, sp.sqrt(X), p, K, SYMBOLIC)
    return vanishes(
        beta**2 - (p + 1) * K * La**2 - 2 * X**exponent * formulas.simplex_bound(La / X, SYMBOLIC)
    )


@check(
    THEOREM,
    about="step:lemma-applied",
    method="symbolic",
    scope="every Λ, |x| > 0, p and K",
    universal=True,
    control=lambda: lemma_applied(1),
)
def lemma_gives_the_closing_form() -> Outcome:
    """Lines 7 to 9: with C = Λ/|x|^2 the lemma turns 2|x|^4 (C+1)^2/4 into 0.5 (Λ + |x|^2)^2."""
    return lemma_applied(2)


def larger_records(direction: int) -> Outcome:
    """(Λ + X)^2 grows with X = |x|^2."""
    La, X, c2 = z3.Reals("Lambda X c2")
    return prove([La > 0, X >= 0, X <= c2], direction * (La + X) ** 2 <= direction * (La + c2) ** 2)


@check(
    THEOREM,
    about="step:record-bound",
    method="smt",
    scope="every Λ > 0 and |x| <= c",
    universal=True,
    control=lambda: larger_records(-1),
)
def record_bound_is_inserted() -> Outcome:
    """The last line: |x| may be replaced by its bound c."""
    return larger_records(1)


@check(
    THEOREM,
    about="step:mean-value-point",
    method="smt",
    scope="g(f) = f^2 between 0 and 1",
    expect="fails",
    control=lambda: mean_value_point(1),
)
def printed_mean_value_point_is_off() -> Outcome:
    """The displayed point (1-c)f' - cf is not on the segment: with the minus sign no c in [0, 1] works."""
    return mean_value_point(-1)


def common_point(second_power: int) -> Outcome:
    """Gradient (a^2, b^power) of a convex function from (0, 0) to (1, 1): one c for both components?"""
    c = z3.Real("c")
    first, second = 2 * c == 1, second_power * c ** (second_power - 1) == 1
    return prove([], z3.Exists([c], z3.And(c >= 0, c <= 1, first, second)))


@check(
    THEOREM,
    about="inference:common-point",
    method="smt",
    scope="a convex function of two variables on the segment from (0, 0) to (1, 1)",
    expect="fails",
    control=lambda: common_point(2),
)
def components_have_no_common_point() -> Outcome:
    """The mean value theorem is applied to a vector with one c; components (a^2, b^3) need c = 1/2 and c = 0.577."""
    return common_point(3)


def relative_to_approximation(La: str) -> Outcome:
    """beta / (sqrt(pK) Λ) at the paper's CIFAR-10 setting: p = 6144, K = 10, c = 34.854; is it within 10 %?"""
    p, K, c = 6144, 10, "34.854"
    ratio = certified(
        lambda: (
            formulas.smoothness_softmax(exact(La), exact(c), p, K, BALLS) / (BALLS.sqrt(p * K) * exact(La))
        )
    )
    return at_most(
        ratio, Fraction(11, 10), ("ratio of beta to its approximation", "limit"), p=p, K=K, c=c, Lambda=La
    )


@check(
    THEOREM,
    about="step:approximation",
    method="interval",
    scope="the paper's CIFAR-10 setting, Λ = 1; read as: within 10 %",
    expect="fails",
    control=lambda: relative_to_approximation("30"),
)
def approximation_misses_at_small_regularization() -> Outcome:
    """beta is not about sqrt(pK) Λ at the paper's Λ = 1: it is 3.6 times larger (at Λ = 30 it is within 10 %)."""
    return relative_to_approximation("1")
