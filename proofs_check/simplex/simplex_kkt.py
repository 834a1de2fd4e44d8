"""lem:max_smoothness: the printed KKT conditions and their roots, line by line (and eq:sp_pm).

Symbols as printed: C, the multipliers mu_p and lambda, k positive entries, j of them of the '+' kind,
q = sqrt(C^2 + C - 3 lambda + 1).
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish, vanishes
from proofs_check.simplex.simplex_maximum import LEMMA, curvature, slope
from reference.formulas import simplex_term

C, s, mu, lam, q, Q = sp.symbols("C s mu lambda q Q", real=True)
k, j = sp.symbols("k j", positive=True)


def root(sign: int):
    """The printed s_p^+-, with q for the square root."""
    return (sign * q - C + 1) / 3


def stationarity(multiplier_sign: int) -> Outcome:
    """The printed condition (1) against the derivative of f + sign (sum mu_p g_p + lambda h)."""
    lagrangian = simplex_term(s, C) + multiplier_sign * (mu * (-s) + lam * (s - 1))
    return vanishes(sp.diff(lagrangian, s) - (slope(s, C) + mu - lam))


@check(
    LEMMA,
    about="step:lagrangian",
    method="symbolic",
    scope="every entry p",
    universal=True,
    expect="fails",
    control=lambda: stationarity(-1),
)
def lagrangian_has_the_wrong_sign() -> Outcome:
    """The printed f + mu g + lambda h with g = -s does not have condition (1) as its derivative."""
    return stationarity(1)


@check(
    LEMMA,
    about="repair",
    method="symbolic",
    scope="every entry p",
    universal=True,
    control=lambda: stationarity(1),
)
def lagrangian_with_minus_signs() -> Outcome:
    """f - mu g - lambda h has exactly condition (1) as its derivative; every later line uses that one."""
    return stationarity(-1)


def derivatives(second) -> Outcome:
    """First and second derivative of a summand, and no mixed second derivative."""
    other = sp.Symbol("t", real=True)
    total = simplex_term(s, C) + simplex_term(other, C)
    return all_vanish(
        [
            sp.diff(total, s) - slope(s, C),
            sp.diff(total, s, 2) - second(s, C),
            sp.diff(total, s, other),
        ]
    )


@check(
    LEMMA,
    about="step:second-derivatives",
    method="symbolic",
    scope="every K: one summand and one pair stand for all",
    universal=True,
    control=lambda: derivatives(lambda s, C: 2 - 2 * C - 3 * s),
)
def derivatives_are_right() -> Outcome:
    """The gradient entries are C + 2s - 2Cs - 3s^2, the Hessian is diagonal with entries 2 - 2C - 6s."""
    return derivatives(curvature)


def base_case(value) -> Outcome:
    """One entry, s = 1, no slack: condition (1) gives lambda."""
    return vanishes((slope(s, C) + mu - lam).subs({s: 1, mu: 0, lam: value}))


@check(
    LEMMA,
    about="step:induction-base",
    method="symbolic",
    scope="k = 1, every C",
    universal=True,
    control=lambda: base_case(C + 1),
)
def base_case_is_right() -> Outcome:
    """With a single entry s = 1 and mu = 0, condition (1) holds for lambda = -C - 1."""
    return base_case(-C - 1)


def entries_sum_to_one(entry: Fraction, count: int) -> Outcome:
    """Do `count` entries of this size lie on the simplex?"""
    return equal_at(
        count * entry, 1, ("sum of the entries", "sum of probabilities"), count=count, every_entry=entry
    )


@check(
    LEMMA,
    about="step:induction-zero",
    method="exact",
    scope="k = 1, so two entries",
    expect="fails",
    control=lambda: entries_sum_to_one(Fraction(1, 2), 2),
)
def induction_step_sets_all_entries_to_zero() -> Outcome:
    """As printed, the induction step concludes s_p = 0 for all p <= k+1, which contradicts sum s = 1."""
    return entries_sum_to_one(Fraction(0), 2)


def slack_sign(strict: bool) -> Outcome:
    """From s = 0, mu >= 0 and mu s = 0, does mu > 0 (or mu >= 0) follow?"""
    m, v = z3.Reals("mu s")
    return prove([v == 0, m >= 0, m * v == 0], m > 0 if strict else m >= 0)


@check(
    LEMMA,
    about="inference:slack-strict",
    method="smt",
    scope="conditions (3) and (4) at an entry s = 0",
    universal=True,
    expect="fails",
    control=lambda: slack_sign(False),
)
def zero_entry_does_not_force_positive_slack() -> Outcome:
    """Conditions (3) and (4) at s = 0 leave mu = 0 possible; mu > 0 does not follow."""
    return slack_sign(True)


def slack_value(value) -> Outcome:
    """Condition (1) at s = 0."""
    return vanishes((slope(s, C) + mu - lam).subs({s: 0, mu: value}))


@check(
    LEMMA,
    about="step:slack-strict",
    method="symbolic",
    scope="every entry s = 0",
    universal=True,
    control=lambda: slack_value(C - lam),
)
def slack_of_a_zero_entry() -> Outcome:
    """What the argument goes on to use holds: at s = 0 condition (1) says mu = lambda - C."""
    return slack_value(lam - C)


def quadratic_roots(discriminant) -> Outcome:
    """Both printed roots solve condition (1) with mu = 0, when q^2 is the given expression."""
    condition = slope(s, C) - lam
    return all_vanish([sp.expand(condition.subs(s, root(sign))).subs(q**2, discriminant) for sign in (1, -1)])


def printed_quadratic_formula(leading: int) -> Outcome:
    """The first printed line, before simplification, has the same two roots."""
    under = sp.expand((2 - 2 * C) ** 2 - 4 * leading * (C - lam))
    doubled = vanishes(under - 4 * (C**2 + C - 3 * lam + 1))
    roots = [(-(2 - 2 * C) + sign * 2 * q) / (2 * leading) for sign in (1, -1)]
    return every(doubled, all_vanish([roots[0] - root(-1), roots[1] - root(1)]))


@check(
    "eq:sp_pm",
    method="symbolic",
    scope="every C and lambda",
    universal=True,
    concludes="are roots",
    control=lambda: quadratic_roots(C**2 + C - 2 * lam + 1),
)
def both_roots_are_stationary() -> Outcome:
    """(+-q - C + 1)/3 with q^2 = C^2 + C - 3 lambda + 1 solves C + 2s - 2Cs - 3s^2 = lambda."""
    return quadratic_roots(C**2 + C - 3 * lam + 1)


@check(
    "eq:sp_pm",
    method="symbolic",
    scope="every C and lambda; the two signs change places between the printed lines, which only renames them",
    universal=True,
    control=lambda: printed_quadratic_formula(3),
)
def both_printed_lines_agree() -> Outcome:
    """The quadratic formula as printed simplifies to the printed second line, as a pair of roots."""
    return printed_quadratic_formula(-3)


def no_third_root(exclude_both: bool) -> Outcome:
    """A number with the derivative lambda is one of the two roots."""
    v, c, l, w = z3.Reals("s C lambda q")
    roots = [(w - c + 1) / 3, (-w - c + 1) / 3]
    is_root = z3.Or(v == roots[0], v == roots[1]) if exclude_both else v == roots[0]
    return prove([slope(v, c) == l, w >= 0, w * w == c * c + c - 3 * l + 1], is_root)


def sign_by_sign(swap: int) -> Outcome:
    """The first printed line with + against the second with + (swap = 1) or with - (swap = -1)."""
    return vanishes((-(2 - 2 * C) + 2 * q) / (2 * (-3)) - root(swap))


@check(
    "eq:sp_pm",
    about="step:sign-by-sign",
    method="symbolic",
    scope="every C and lambda with a root q != 0",
    expect="fails",
    control=lambda: sign_by_sign(-1),
)
def plus_becomes_minus() -> Outcome:
    """The two displayed lines are joined by '=', but + in the first is - in the second: dividing by -6 swaps them."""
    return sign_by_sign(1)


@check(
    "eq:sp_pm",
    method="smt",
    scope="every C and lambda",
    universal=True,
    concludes="no others",
    control=lambda: no_third_root(False),
)
def there_is_no_third_root() -> Outcome:
    """Every s with derivative lambda is one of the two printed values."""
    return no_third_root(True)
