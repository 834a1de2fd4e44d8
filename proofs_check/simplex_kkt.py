"""lem:max_smoothness: the printed KKT proof up to the solution candidates, line by line (and eq:sp_pm).

Symbols as printed: C, the multipliers mu_p and lambda, k positive entries, j of them of the '+' kind,
q = sqrt(C^2 + C - 3 lambda + 1).
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.evidence import Outcome, check, every
from proofs_check.replay import equal_at
from proofs_check.simplex_maximum import LEMMA, curvature, slope
from proofs_check.smt import prove
from proofs_check.symbolic import SYMBOLIC, all_vanish, vanishes
from reference.formulas import simplex_bound, simplex_term

C, s, mu, lam, q, Q = sp.symbols("C s mu lambda q Q", real=True)
k, j = sp.symbols("k j", positive=True)


def candidate(jj, C=C, k=k):
    """The printed solution candidate s_p^(j')."""
    return (-2 * jj * C + 2 * jj - 3) / (6 * jj - 3 * k)


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


def multiplier(numerator_constant: int) -> Outcome:
    """j roots of one kind and k - j of the other sum to 1: the printed lambda."""
    printed = ((2 * j - k) ** 2 * (C**2 + C + 1) - (C * k - k + numerator_constant) ** 2) / (
        3 * (2 * j - k) ** 2
    )
    q_value = (C * k - k + 3) / (2 * j - k)
    constraint = (j * root(1) + (k - j) * root(-1) - 1).subs(q, q_value)
    return all_vanish([constraint, C**2 + C - 3 * printed + 1 - q_value**2])


@check(
    LEMMA,
    about="step:lambda",
    method="symbolic",
    scope="every k, every j with 2j != k",
    universal=True,
    control=lambda: multiplier(1),
)
def multiplier_is_right() -> Outcome:
    """(2j-k)q = Ck - k + 3, and squaring gives the printed lambda."""
    return multiplier(3)


def balanced(value) -> Outcome:
    """2j = k: the constraint fixes C, the entries are 1/k +- Q, and the sum does not depend on Q."""
    half = sp.Rational(1, 2)
    fixed = (k - 3) / k
    constraint = k * half * root(1) + k * half * root(-1) - 1
    total = k * half * (simplex_term(1 / k + Q, C) + simplex_term(1 / k - Q, C))
    return all_vanish(
        [constraint.subs(C, fixed), root(1).subs(C, fixed) - (q / 3 + 1 / k), total.subs(C, fixed) - value]
    )


@check(
    LEMMA,
    about="step:balanced-case",
    method="symbolic",
    scope="every even k, every Q",
    universal=True,
    control=lambda: balanced(1 - 3 / k + sp.Rational(9, 4) / k**2),
)
def balanced_case_is_right() -> Outcome:
    """At 2j = k: C = (k-3)/k, entries 1/k +- Q, and the sum is 1 - 3/k + 2/k^2 for every Q."""
    return balanced(1 - 3 / k + 2 / k**2)


def balanced_below(gap: sp.Expr) -> Outcome:
    """The bound at C = (k-3)/k minus the balanced value."""
    return vanishes(simplex_bound((k - 3) / k, SYMBOLIC) - (1 - 3 / k + 2 / k**2) - gap)


@check(
    LEMMA,
    about="step:balanced-below",
    method="symbolic",
    scope="every k",
    universal=True,
    control=lambda: balanced_below(sp.Integer(0)),
)
def balanced_case_stays_below() -> Outcome:
    """At C = (k-3)/k the bound exceeds the balanced value by 1/(4k^2) > 0, as printed."""
    return balanced_below(1 / (4 * k**2))


def candidates(numerator: int) -> Outcome:
    """Inserting lambda into the roots gives the printed candidates for j' = k - j and j' = j."""
    q_value = (C * k - k + 3) / (2 * j - k)
    shifted = (-2 * j * C + 2 * j - numerator) / (6 * j - 3 * k)
    return all_vanish([root(1).subs(q, q_value) - candidate(k - j), root(-1).subs(q, q_value) - shifted])


@check(
    LEMMA,
    about="step:candidates",
    method="symbolic",
    scope="every k, every j with 2j != k",
    universal=True,
    control=lambda: candidates(1),
)
def candidates_are_right() -> Outcome:
    """The two candidates are (-2j'C + 2j' - 3)/(6j' - 3k) for j' = k - j and j' = j."""
    return candidates(3)


def signs_survive(j_value: int) -> Outcome:
    """k = 2, C = 0: lambda from the printed formula, q >= 0 its root, and the sum of j entries s^+ and k - j entries s^-."""
    count, bend = 2, Fraction(0)
    ratio = (bend * count - count + 3) / Fraction(2 * j_value - count)
    q_value = abs(ratio)  # the square root that the multiplier defines is never negative
    plus, minus = (1 - bend + q_value) / 3, (1 - bend - q_value) / 3
    total = j_value * plus + (count - j_value) * minus
    return equal_at(
        total, 1, ("sum of the roots", "sum of probabilities"), k=2, j=j_value, C=bend, root=q_value
    )


@check(
    LEMMA,
    about="inference:candidates",
    method="exact",
    scope="k = 2, j = 0, C = 0",
    expect="fails",
    control=lambda: signs_survive(2),
)
def squaring_adds_false_candidates() -> Outcome:
    """The root is replaced by (Ck-k+3)/(2j-k), which may be negative: for j = 0 the two roots do not sum to 1."""
    return signs_survive(0)


def swapped(other) -> Outcome:
    """j entries of one kind and k - j of the other, against the same with j exchanged for k - j: as unordered pairs."""
    mirrored = [(k - j, candidate(j)), (j, candidate(k - j))]
    counted = [(other, candidate(j)), (j, candidate(k - j))]
    return all_vanish(
        [a - b for pair in zip(mirrored, counted, strict=True) for a, b in zip(*pair, strict=True)]
    )


@check(
    LEMMA,
    about="step:half-range",
    method="symbolic",
    scope="every k and j",
    universal=True,
    control=lambda: swapped(j),
)
def half_of_the_counters_is_enough() -> Outcome:
    """j and k - j give the same vector up to order, so that 0 <= 2j < k is enough."""
    return swapped(k - j)


def dropped_entry_is_feasible(strict: bool) -> Outcome:
    """s = (1, 0): condition (1) gives lambda = -C - 1 and mu_2 = lambda - C. Is mu_2 >= 0, as condition (3) asks?"""
    c, lam_, mu_ = z3.Reals("C lambda mu")
    premises = [c >= 0, lam_ == -c - 1, mu_ == lam_ - c]
    return prove(premises, mu_ >= 0 if strict else mu_ < 0)


@check(
    LEMMA,
    about="step:same-system",
    method="smt",
    scope="the step from k = 1 to k = 2",
    expect="fails",
    control=lambda: dropped_entry_is_feasible(strict=False),
)
def an_added_zero_entry_is_not_free() -> Outcome:
    """A further entry 0 adds the condition lambda >= C: the solution for k = 1 breaks it, mu_2 = -2C - 1 < 0."""
    return dropped_entry_is_feasible(strict=True)


def candidates_sum(copies) -> Outcome:
    """j entries of the first kind and the rest of the second."""
    return vanishes(j * candidate(k - j) + copies * candidate(j) - 1)


@check(
    LEMMA,
    about="step:candidates-feasible",
    method="symbolic",
    scope="every k, every j with 2j != k",
    universal=True,
    control=lambda: candidates_sum(j),
)
def candidates_sum_to_one() -> Outcome:
    """j times s^(k-j) and k - j times s^(j) sum to 1."""
    return candidates_sum(k - j)
