"""lem:max_smoothness: the printed multiplier and the solution candidates, line by line."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from proofs_check.simplex.simplex_kkt import C, Q, j, k, q, root
from proofs_check.simplex.simplex_maximum import LEMMA
from reference.formulas import simplex_bound, simplex_term


def candidate(jj, C=C, k=k):
    """The printed solution candidate s_p^(j')."""
    return (-2 * jj * C + 2 * jj - 3) / (6 * jj - 3 * k)


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
