"""lem:max_smoothness: the printed KKT proof, line by line (and eq:sp_pm), its closing note and its figure.

Symbols as printed: C, the multipliers mu_p and lambda, k positive entries, j of them of the '+' kind,
q = sqrt(C^2 + C - 3 lambda + 1).
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import RATIONALS, at_most, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas
from reference.formulas import simplex_bound, simplex_term, simplex_uniform

check_lemma = about("lem:max_smoothness")

C, s, mu, lam, q, Q = sp.symbols("C s mu lambda q Q", real=True)
k, j = sp.symbols("k j", positive=True)


def slope(s, C):
    """The derivative of s(1-s)(C+s) in s; `simplex.maximum_printed.derivatives_are_right` checks it."""
    return C + 2 * s - 2 * C * s - 3 * s**2


def curvature(s, C):
    """The second derivative of s(1-s)(C+s) in s."""
    return 2 - 2 * C - 6 * s


def root(sign: int):
    """The printed s_p^+-, with q for the square root."""
    return (sign * q - C + 1) / 3


def stationarity(multiplier_sign: int) -> Outcome:
    """The printed condition (1) against the derivative of f + sign (sum mu_p g_p + lambda h)."""
    lagrangian = simplex_term(s, C) + multiplier_sign * (mu * (-s) + lam * (s - 1))
    return vanishes(sp.diff(lagrangian, s) - (slope(s, C) + mu - lam))


@check_lemma(
    "step:lagrangian", "symbolic", every="every entry p", expect="fails", wrong={"multiplier_sign": -1}
)
def lagrangian_has_the_wrong_sign(multiplier_sign=1):
    """The printed f + mu g + lambda h with g = -s does not have condition (1) as its derivative."""
    return stationarity(multiplier_sign)


@check_lemma("repair", "symbolic", every="every entry p", wrong={"multiplier_sign": 1})
def lagrangian_with_minus_signs(multiplier_sign=-1):
    """f - mu g - lambda h has exactly condition (1) as its derivative; every later line uses that one."""
    return stationarity(multiplier_sign)


@check_lemma(
    "step:second-derivatives",
    "symbolic",
    every="every K: one summand and one pair stand for all",
    wrong={"second": lambda s, C: 2 - 2 * C - 3 * s},
)
def derivatives_are_right(second=curvature):
    """The gradient entries are C + 2s - 2Cs - 3s^2, the Hessian is diagonal with entries 2 - 2C - 6s."""
    other = sp.Symbol("t", real=True)
    total = simplex_term(s, C) + simplex_term(other, C)
    return all_vanish(
        [sp.diff(total, s) - slope(s, C), sp.diff(total, s, 2) - second(s, C), sp.diff(total, s, other)]
    )


@check_lemma("step:induction-base", "symbolic", every="k = 1, every C", wrong={"value": C + 1})
def base_case_is_right(value=-C - 1):
    """With a single entry s = 1 and mu = 0, condition (1) holds for lambda = -C - 1."""
    return vanishes((slope(s, C) + mu - lam).subs({s: 1, mu: 0, lam: value}))


@check_lemma(
    "inference:slack-strict",
    "smt",
    every="conditions (3) and (4) at an entry s = 0",
    expect="fails",
    wrong={"strict": False},
)
def zero_entry_does_not_force_positive_slack(strict=True):
    """Conditions (3) and (4) at s = 0 leave mu = 0 possible; mu > 0 does not follow."""
    m, v = z3.Reals("mu s")
    return prove([v == 0, m >= 0, m * v == 0], m > 0 if strict else m >= 0)


@check_lemma("step:slack-strict", "symbolic", every="every entry s = 0", wrong={"value": C - lam})
def slack_of_a_zero_entry(value=lam - C):
    """What the argument goes on to use holds: at s = 0 condition (1) says mu = lambda - C."""
    return vanishes((slope(s, C) + mu - lam).subs({s: 0, mu: value}))


@check_lemma(
    "statement",
    "symbolic",
    label="eq:sp_pm",
    every="every C and lambda; the two signs change places between the printed lines, which only renames them",
    wrong={"leading": 3},
)
def both_printed_lines_agree(leading=-3):
    """The quadratic formula as printed simplifies to the printed second line, as a pair of roots."""
    under = sp.expand((2 - 2 * C) ** 2 - 4 * leading * (C - lam))
    doubled = vanishes(under - 4 * (C**2 + C - 3 * lam + 1))
    roots = [(-(2 - 2 * C) + sign * 2 * q) / (2 * leading) for sign in (1, -1)]
    return every(doubled, all_vanish([roots[0] - root(-1), roots[1] - root(1)]))


@check_lemma(
    "step:sign-by-sign",
    "symbolic",
    label="eq:sp_pm",
    at="every C and lambda with a root q != 0",
    expect="fails",
    wrong={"swap": -1},
)
def plus_becomes_minus(swap=1):
    """The two displayed lines are joined by '=', but + in the first is - in the second: dividing by -6 swaps them."""
    # The first printed line with + against the second with + (swap = 1) or with - (swap = -1).
    return vanishes((-(2 - 2 * C) + 2 * q) / (2 * (-3)) - root(swap))


# --- the multiplier and the solution candidates -----------------------------------------------------------


def candidate(jj, C=C, k=k):
    """The printed solution candidate s_p^(j')."""
    return (-2 * jj * C + 2 * jj - 3) / (6 * jj - 3 * k)


@check_lemma(
    "step:lambda", "symbolic", every="every k, every j with 2j != k", wrong={"numerator_constant": 1}
)
def multiplier_is_right(numerator_constant=3):
    """(2j-k)q = Ck - k + 3, and squaring gives the printed lambda."""
    printed = ((2 * j - k) ** 2 * (C**2 + C + 1) - (C * k - k + numerator_constant) ** 2) / (
        3 * (2 * j - k) ** 2
    )
    q_value = (C * k - k + 3) / (2 * j - k)
    constraint = (j * root(1) + (k - j) * root(-1) - 1).subs(q, q_value)
    return all_vanish([constraint, C**2 + C - 3 * printed + 1 - q_value**2])


@check_lemma(
    "step:balanced-case",
    "symbolic",
    every="every even k, every Q",
    wrong={"value": 1 - 3 / k + sp.Rational(9, 4) / k**2},
)
def balanced_case_is_right(value=1 - 3 / k + 2 / k**2):
    """At 2j = k: C = (k-3)/k, entries 1/k +- Q, and the sum is 1 - 3/k + 2/k^2 for every Q."""
    half = sp.Rational(1, 2)
    fixed = (k - 3) / k
    constraint = k * half * root(1) + k * half * root(-1) - 1
    total = k * half * (simplex_term(1 / k + Q, C) + simplex_term(1 / k - Q, C))
    return all_vanish(
        [constraint.subs(C, fixed), root(1).subs(C, fixed) - (q / 3 + 1 / k), total.subs(C, fixed) - value]
    )


@check_lemma("step:balanced-below", "symbolic", every="every k", wrong={"gap": sp.Integer(0)})
def balanced_case_stays_below(gap=1 / (4 * k**2)):
    """At C = (k-3)/k the bound exceeds the balanced value by 1/(4k^2) > 0, as printed."""
    return vanishes(simplex_bound((k - 3) / k, SYMBOLIC) - (1 - 3 / k + 2 / k**2) - gap)


@check_lemma("step:candidates", "symbolic", every="every k, every j with 2j != k", wrong={"numerator": 1})
def candidates_are_right(numerator=3):
    """The two candidates are (-2j'C + 2j' - 3)/(6j' - 3k) for j' = k - j and j' = j."""
    q_value = (C * k - k + 3) / (2 * j - k)
    shifted = (-2 * j * C + 2 * j - numerator) / (6 * j - 3 * k)
    return all_vanish([root(1).subs(q, q_value) - candidate(k - j), root(-1).subs(q, q_value) - shifted])


@check_lemma("inference:candidates", "exact", at="k = 2, j = 0, C = 0", expect="fails", wrong={"j_value": 2})
def squaring_adds_false_candidates(j_value=0):
    """The root is replaced by (Ck-k+3)/(2j-k), which may be negative: for j = 0 the two roots do not sum to 1."""
    # k = 2, C = 0: lambda from the printed formula, q >= 0 its root, and the sum of j entries s^+ and k - j entries s^-.
    count, bend = 2, Fraction(0)
    ratio = (bend * count - count + 3) / Fraction(2 * j_value - count)
    q_value = abs(ratio)  # the square root that the multiplier defines is never negative
    plus, minus = (1 - bend + q_value) / 3, (1 - bend - q_value) / 3
    total = j_value * plus + (count - j_value) * minus
    return equal_at(
        total, 1, ("sum of the roots", "sum of probabilities"), k=2, j=j_value, C=bend, root=q_value
    )


@check_lemma("step:half-range", "symbolic", every="every k and j", wrong={"other": j})
def half_of_the_counters_is_enough(other=k - j):
    """j and k - j give the same vector up to order, so that 0 <= 2j < k is enough."""
    # With k - j for j the root q = (Ck - k + 3)/(2j - k) changes its sign: the two kinds of entries are exchanged.
    q_of = lambda count: (C * k - k + 3) / (2 * count - k)  # noqa: E731
    return all_vanish([root(sign).subs(q, q_of(other)) - root(-sign).subs(q, q_of(j)) for sign in (1, -1)])


@check_lemma(
    "step:same-system", "smt", at="the step from k = 1 to k = 2", expect="fails", wrong={"strict": False}
)
def an_added_zero_entry_is_not_free(strict=True):
    """A further entry 0 adds the condition lambda >= C: the solution for k = 1 breaks it, mu_2 = -2C - 1 < 0."""
    # s = (1, 0): condition (1) gives lambda = -C - 1 and mu_2 = lambda - C. Is mu_2 >= 0, as condition (3) asks?
    c, lam_, mu_ = z3.Reals("C lambda mu")
    premises = [c >= 0, lam_ == -c - 1, mu_ == lam_ - c]
    return prove(premises, mu_ >= 0 if strict else mu_ < 0)


# --- the second-derivative test ---------------------------------------------------------------------------


@check_lemma(
    "step:candidates-feasible", "symbolic", every="every k, every j with 2j != k", wrong={"copies": j}
)
def candidates_sum_to_one(copies=k - j):
    """j times s^(k-j) and k - j times s^(j) sum to 1."""
    return vanishes(j * candidate(k - j) + copies * candidate(j) - 1)


@check_lemma(
    "step:definiteness",
    "exact",
    at="one variable, a parabola that opens downwards",
    expect="fails",
    wrong={"sign": -1},
)
def definiteness_is_swapped(sign=1):
    """The print says a maximum has a positive definite Hessian; a downward parabola has a negative one.

    The displayed inequalities that follow use the right sign (< 0 for a maximum).
    """
    second = sp.diff(-((s - sp.Rational(1, 2)) ** 2), s, 2)
    return at_most(
        0,
        sign * Fraction(int(second)),
        ("number 0", "second derivative, with the sign that is claimed"),
        function="-(s - 1/2)^2",
    )


@check_lemma(
    "step:sign-conditions", "smt", every="every real k > 0, j' and C with 2j' != k", wrong={"flipped": True}
)
def sign_conditions_are_right(flipped=False):
    """Both displayed rearrangements of the maximum and the minimum condition."""
    # 2 - 2C - 6 s^(j') < 0 iff C > (k-3)/k for 2j' < k, and iff C < (k-3)/k for 2j' > k; > 0 the other way.
    c, kk, jj = z3.Reals("C k j")
    bend = curvature(candidate(jj, c, kk), c)
    above, below = kk * c > kk - 3, kk * c < kk - 3
    if flipped:
        above, below = below, above
    left = prove([kk > 0, jj >= 0, 2 * jj < kk], z3.And((bend < 0) == above, (bend > 0) == below))
    right = prove([kk > 0, 2 * jj > kk], z3.And((bend < 0) == below, (bend > 0) == above))
    return every(left, right)


@check_lemma(
    "inference:tangent-space",
    "exact",
    at="three entries",
    expect="fails",
    wrong={"values": (Fraction(4), Fraction(-3), Fraction(-3))},
)
def mixed_signs_do_not_make_a_saddle(values=(Fraction(1), Fraction(-3), Fraction(-3))):
    """On the simplex only directions with sum 0 count: the diagonal (1, -3, -3) has mixed signs and no uphill one."""
    # A diagonal Hessian with mixed signs: is some direction with sum 0 uphill?
    # For one positive entry d_1 and negative entries the best direction is v_p = 1/d_p up to scale; the restricted
    # form is negative definite iff sum 1/d_p > 0 (three variables: checked on two tangent vectors).
    tangent = [(1, -1, 0), (1, 0, -1)]
    gram = [[sum(d * a * b for d, a, b in zip(values, u, v, strict=True)) for v in tangent] for u in tangent]
    negative = gram[0][0] < 0 and gram[0][0] * gram[1][1] - gram[0][1] ** 2 > 0
    numbers = shown(diagonal=values, restricted_form=gram)
    if negative:
        return Outcome("fails", "mixed signs, and still a strict maximum on directions with sum 0", numbers)
    return Outcome("holds", "some direction with sum 0 is uphill", numbers)


def curvature_is_positive(smallest_count: int) -> Outcome:
    """Move weight to one of the smaller entries b from all m larger entries a: the second derivative is > 0."""
    a, b, C_, m = z3.Reals("a b C m")
    stationary = 3 * (a + b) == 2 * (1 - C_)
    along = curvature(b, C_) + curvature(a, C_) / m  # direction +1 on b, -1/m on each of the m entries a
    return prove([a > b, b > 0, stationary, m >= smallest_count], along > 0)


def two_small_entries_are_unstable(sign: int) -> Outcome:
    """Two entries b below a: shifting weight between them has positive curvature."""
    a, b, C_ = z3.Reals("a b C")
    return prove([a > b, b > 0, 3 * (a + b) == 2 * (1 - C_)], sign * 2 * curvature(b, C_) > 0)


@check_lemma(
    "step:tangent-space",
    "smt",
    every="every k >= 3, every C, whatever the numbers of entries a and b",
    wrong={"smallest_count": 1},
)
def mixed_candidates_are_no_maxima(smallest_count=2):
    """The conclusion holds: with values a > b, some shift of weight towards an entry b is uphill."""
    return every(two_small_entries_are_unstable(1), curvature_is_positive(smallest_count))


@check_lemma("repair", "symbolic", every="every k, every C", wrong={"factor": 2})
def tangent_curvature(factor=1):
    """With a, b = (1-C)/3 +- u: curvature(b) + curvature(a)/m = 6u(1 - 1/m)."""
    half_gap, m = sp.symbols("u m", positive=True)
    a, b = (1 - C) / 3 + half_gap, (1 - C) / 3 - half_gap
    return vanishes(curvature(b, C) + curvature(a, C) / m - 6 * half_gap * (1 - factor / m))


@check_lemma(
    "step:maximum-at-j-equals-k",
    "exact",
    at="C = 0, k = 4, so C < (k-3)/k",
    expect="fails",
    wrong={"C_value": Fraction(1, 2)},
)
def uniform_point_can_be_a_minimum(C_value=Fraction(0), count=4):
    """The print calls the uniform point a maximum also for C < (k-3)/k; there it is a local minimum."""
    # Compare the uniform point on `count` entries with a nearby point of the simplex.
    step = Fraction(1, 100)
    uniform = [Fraction(1, count)] * count
    nearby = [uniform[0] + step, uniform[1] - step, *uniform[2:]]
    values = [sum(simplex_term(p, C_value) for p in point) for point in (uniform, nearby)]
    return at_most(
        values[1],
        values[0],
        ("value nearby", "value at the uniform point"),
        C=C_value,
        k=count,
        nearby_point=nearby,
    )


@check_lemma(
    "step:degenerate-case", "symbolic", every="every k, every j with 2j != k", wrong={"value": 2 / k}
)
def degenerate_case_is_uniform(value=1 / k):
    """At C = (k-3)/k the candidates are all 1/k."""
    return vanishes(candidate(j).subs(C, (k - 3) / k) - value)


# --- the uniform point and its best count k ---------------------------------------------------------------


@check_lemma(
    "inference:degenerate-case", "exact", at="C = 0, k = 3", expect="fails", wrong={"direction": (2, -1, -1)}
)
def indecisive_is_not_maximal(direction=(-2, 1, 1)):
    """Where the second derivatives vanish the uniform point need not be a maximum: one direction is uphill."""
    uniform = [Fraction(1, 3)] * 3
    nearby = [p + Fraction(v, 100) for p, v in zip(uniform, direction, strict=True)]
    values = [sum(simplex_term(p, Fraction(0)) for p in point) for point in (uniform, nearby)]
    names = ("value nearby", "value at the uniform point")
    return at_most(values[1], values[0], names, C=0, k=3, nearby_point=nearby)


@check_lemma(
    "step:uniform-value",
    "symbolic",
    every="every k, every C",
    wrong={"value": lambda C, k: simplex_uniform(C, k + 1)},
)
def uniform_value_is_right(value=simplex_uniform):
    """At the uniform point on k entries the sum is C + (1-C)/k - 1/k^2."""
    return all_vanish([k * simplex_term(1 / k, C) - value(C, k), candidate(0) - 1 / k])


@check_lemma("inference:best-count", "smt", every="every C >= 0", expect="fails", wrong={"largest_C": 1})
def no_best_count_beyond_one(largest_C=None):
    """The printed maximiser k = 2/(1-C) exists only for C < 1; for C >= 1 (strong regularization) no k > 0 does."""
    c, kk = z3.Reals("C k")
    derivative_zero = (c - 1) * kk + 2 == 0  # (C-1)/k^2 + 2/k^3 = 0, times k^3
    allowed = [c >= 0] if largest_C is None else [c >= 0, c < largest_C]
    return prove(allowed, z3.Exists([kk], z3.And(kk > 0, derivative_zero)))


@check_lemma("step:best-count", "symbolic", every="every C != 1", wrong={"factor": 1})
def last_lines_are_right(factor=2):
    """The derivative in k, the value at k = 2/(1-C) and the closing algebra are as printed."""
    printed = (C - 1) / k**2 + factor / k**3
    top = simplex_uniform(C, 2 / (1 - C))
    line = C + (1 - C) ** 2 / 2 - (1 - C) ** 2 / 4
    return all_vanish(
        [sp.diff(simplex_uniform(C, k), k) - printed, top - line, line - simplex_bound(C, SYMBOLIC)]
    )


# --- the closing note and the figure ----------------------------------------------------------------------


@check_lemma("step:real-count", "exact", at="C = 3/10", expect="fails", wrong={"C_value": Fraction(1, 3)})
def whole_counts_need_not_reach_the_bound(C_value=Fraction(3, 10)):
    """The maximum over whole k is set equal to that over real k; at C = 3/10 it is smaller (19/45 against 0.4225)."""
    # The largest value over whole k up to 50 against the bound, which allows any real k.
    best = max(simplex_uniform(C_value, Fraction(count)) for count in range(1, 51))
    return equal_at(best, simplex_bound(C_value, RATIONALS), ("largest over whole k", "bound"), C=C_value)


check_close = about("fig:viz_softmax_smooth#closeness")


def uniform_values(C: Fraction, K: int) -> list[Fraction]:
    return [formulas.simplex_uniform(C, Fraction(k)) for k in range(1, K + 1)]


@check_lemma(
    "step:one-dominant", "exact", at="C = 1/6, k = 2 and 3", expect="fails", wrong={"C": Fraction(0)}
)
def two_maxima_can_tie(C=Fraction(1, 6)):
    """At C = 1 - 1/k - 1/(k+1) the uniform points on k and on k + 1 entries are equally good."""
    # How many of the candidates 1/k, k <= 10, reach the largest value, against one.
    values = uniform_values(C, 10)
    best = [k for k, v in enumerate(values, start=1) if v == max(values)]
    return at_most(len(best), 1, ("number of maxima", "one"), C=C, at_k=best)


@check_close("reading:any-constant", "exact", at="K = 10, C = 3", expect="fails", wrong={"C": Fraction(1, 2)})
def far_for_large_constants(C=Fraction(3), K=10):
    """For C above (K-2)/K the bound leaves the maximum behind: 4 against 2.79 at C = 3, K = 10."""
    # The bound less the best uniform value for k <= K, against a tenth.
    gap = formulas.simplex_bound(C, RATIONALS) - max(uniform_values(C, K))
    return at_most(gap, Fraction(1, 10), ("gap", "a tenth"), C=C, K=K)


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


@check_lemma(
    "step:touches-the-bound",
    "symbolic",
    every="every k >= 2 and every C: 1/4 cannot be lowered at C = (k-2)/k, and elsewhere it is not reached",
    wrong=[{"value": lambda C_, k: simplex_uniform(C_, k + 1)}, {"centre": lambda C_: (1 + C_) / 2}],
)
def quarter_is_attained(value=simplex_uniform, centre=lambda C_: (1 - C_) / 2):
    """The bound is reached at C = (k-2)/k by k entries 1/k, and only by uniform points with A = 1/k = (1-C)/2."""
    return every(bound_is_met(value), met_only_if(centre))
