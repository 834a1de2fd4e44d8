"""kappa_K: on the ball |f| <= R the softmax cannot saturate, so its gradient stays below sqrt(2) c. For every K.

Logits z = f^T x have norm at most rho = Rc. A share is 1/(sum of e^{differences}); a sum of N exponentials is at least N
times the exponential of the mean difference, and a mean difference is an inner product <z, v>, at most rho |v|. With
p = 1 - s_y and shares pi of the other n = K - 1 classes, |softmax(z) - e_y|^2 = p^2 (1 + sum pi^2).
"""

from __future__ import annotations

from typing import Any

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from proofs_check.sensitivity.learners import SOFTMAX
from reference import formulas

rho, n, total, decay = z3.Reals("rho n total decay")


class OneExponential(Terms):
    """Terms in which the only exponential is called `decay`; its argument is kept."""

    def exp(self, value: Any) -> z3.ArithRef:
        self.argument = value
        return decay


def direction(first: int, others, squared) -> Outcome:
    """v = the mean of `first` unit vectors minus the mean of `others` more: |v|^2 is the sum of 1/first and 1/others."""
    k = sp.Symbol("N", positive=True)
    entries = first * sp.Rational(1, first) ** 2 + others(k) * (1 / others(k)) ** 2
    return vanishes(sp.simplify(entries - squared(k)))


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="every number of classes",
    universal=True,
    control=lambda: direction(1, lambda N: N - 1, lambda N: N),
)
def mean_differences_have_short_directions() -> Outcome:
    """|v|^2 is 2 for one class against one, n/(n-1) for one against the rest, n/(2(n-2)) for two against the rest."""
    return every(
        direction(1, lambda N: sp.Integer(1), lambda N: sp.Integer(2)),
        direction(1, lambda N: N - 1, lambda N: N / (N - 1)),
        direction(2, lambda N: N - 2, lambda N: N / (2 * (N - 2))),
    )


def jensen(slope: int) -> Outcome:
    """e^d >= e^mu (1 + slope (d - mu)): summed over N differences with mean mu the bracket gives N e^mu."""
    d, mu, N, sum_d = sp.symbols("d mu N D", real=True)
    summed = N + slope * (sum_d - N * mu)
    tangent = sp.exp(d) - (1 + slope * d)
    lowest = tangent.subs(d, 0)
    return all_vanish([summed.subs(sum_d, N * mu) - N, lowest, sp.diff(tangent, d).subs(d, 0)])


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="every number of terms; e^d is convex, so it stays above its tangent",
    universal=True,
    control=lambda: jensen(2),
)
def exponentials_exceed_that_of_the_mean() -> Outcome:
    """Sum of N exponentials >= N e^{mean}: each stays above the tangent at the mean, whose slopes cancel."""
    return jensen(1)


def share_bound(formula, at_least, squared, scale, fewest: int) -> Outcome:
    """1/total against the formula, for total >= at_least(decay); and the formula's exponent is -rho |v|."""
    num = OneExponential()
    bound = formula(num)
    length = z3.Real("length")
    setting = [rho > 0, n >= fewest, 0 < decay, decay <= 1]
    share = prove([*setting, total >= at_least()], 1 / total <= scale * bound, num)
    exponent = prove([*setting, length >= 0, length**2 == rho**2 * squared()], num.argument == -length, num)
    return every(share, exponent)


BOTH = [
    "sensitivity.softmax_on_ball.mean_differences_have_short_directions",
    "sensitivity.softmax_on_ball.exponentials_exceed_that_of_the_mean",
]
CAUCHY_SCHWARZ = "lemmas.vectors.cauchy_schwarz_by_pairs"


def largest_share(scale) -> Outcome:
    return share_bound(
        lambda num: formulas.top_share(rho, n, num),
        lambda: 1 + (n - 1) * decay,
        lambda: n / (n - 1),
        scale,
        fewest=2,
    )


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every number n >= 2 of other classes and rho",
    universal=True,
    needs=[*BOTH, CAUCHY_SCHWARZ],
    control=lambda: largest_share(z3.Q(99, 100)),
)
def largest_share_is_bounded() -> Outcome:
    """No other class has a share above 1/(1 + (n-1) e^{-rho sqrt(n/(n-1))})."""
    return largest_share(1)


def next_share(scale) -> Outcome:
    return share_bound(
        lambda num: formulas.second_share(rho, n, num),
        lambda: 2 + (n - 2) * decay,
        lambda: n / (2 * (n - 2)),
        scale,
        fewest=3,
    )


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every number n >= 3 of other classes and rho",
    universal=True,
    needs=[*BOTH, CAUCHY_SCHWARZ],
    control=lambda: next_share(z3.Q(99, 100)),
)
def second_share_is_bounded() -> Outcome:
    """All but one class have a share of at most 1/(2 + (n-2) e^{-rho sqrt(n/(2(n-2)))}): the larger one counts as well."""
    return next_share(1)


def label_floor(scale) -> Outcome:
    """s_y = 1/(1 + S) with S <= (K-1)/decay, decay = e^{-sqrt(2) rho}."""
    num = OneExponential()
    K, S, length = z3.Reals("K S length")
    floor = formulas.label_share_floor(rho, K, num)
    setting = [rho > 0, K >= 2, 0 < decay, decay <= 1]
    share = prove([*setting, S >= 0, S * decay <= K - 1], 1 / (1 + S) >= scale * floor, num)
    exponent = prove([*setting, length >= 0, length**2 == 2 * rho**2], num.argument == -length, num)
    return every(share, exponent)


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every K and rho",
    universal=True,
    needs=["sensitivity.softmax_on_ball.mean_differences_have_short_directions", CAUCHY_SCHWARZ],
    control=lambda: label_floor(z3.Q(101, 100)),
)
def label_keeps_some_probability() -> Outcome:
    """No logit exceeds the label's by more than sqrt(2) rho, so s_y >= 1/(1 + (K-1) e^{sqrt(2) rho})."""
    return label_floor(1)


def shares_squared(scale) -> Outcome:
    """Largest share x <= top, all others at most y <= min(x, second, 1-x): sum of squares <= x^2 + y(1-x) <= the bound."""
    num = Terms()
    x, y, top, second = z3.Reals("x y top second")
    premises = [
        0 < x,
        x <= top,
        top <= 1,
        0 <= y,
        y <= x,
        y <= second,
        y <= 1 - x,
        0 < second,
        second <= z3.Q(1, 2),
    ]
    return prove(premises, x * x + y * (1 - x) <= scale * formulas.squared_shares(top, second, num), num)


# --- from shares to gradients -----------------------------------------------------------------------------


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every number of classes",
    universal=True,
    control=lambda: shares_squared(z3.Q(99, 100)),
)
def squares_of_the_shares_are_bounded() -> Outcome:
    """Squares sum to at most x^2 + y(1-x), which grows with the largest share x."""
    return shares_squared(1)


def distance(ones: int) -> Outcome:
    """|s - e_y|^2 = p^2 + sum (p pi)^2 with the learner's slopes; one share pi stands for all in the sum."""
    p, share = sp.symbols("p pi", positive=True)
    label, other = formulas.softmax_slope(1 - p, 1), formulas.softmax_slope(p * share, 0)
    return all_vanish([sp.expand(label**2 - ones * p**2), sp.expand(other**2 - p**2 * share**2)])


def assembled(scale, K: int) -> Outcome:
    """p <= wrong and Q <= spread give p sqrt(1 + Q) <= wrong sqrt(1 + spread), with the formula's own parts."""
    p, Q, wrong, spread, u = z3.Reals("p Q wrong spread u")
    num = Terms()
    bound = wrong * num.sqrt(1 + spread if K > 2 else z3.RealVal(2))
    premises = [0 <= p, p <= wrong, wrong <= 1, 0 <= Q, Q <= (spread if K > 2 else 1), spread >= 0, u >= 0]
    return prove([*premises, u * u == p * p * (1 + Q)], u <= scale * bound, num)


def written_out() -> Outcome:
    """The formula for K = 2, 3 and 7 is wrong * sqrt(1 + spread) of its parts."""
    r = sp.Symbol("rho", positive=True)
    gaps = []
    for K in (2, 3, 7):
        wrong, others = 1 - formulas.label_share_floor(r, sp.Integer(K), SYMBOLIC), sp.Integer(K - 1)
        second = (
            sp.Rational(1, 2) if K == 3 else formulas.second_share(r, others, SYMBOLIC) if K > 3 else None
        )
        spread = (
            1
            if K == 2
            else formulas.squared_shares(formulas.top_share(r, others, SYMBOLIC), second, SYMBOLIC)
        )
        gaps.append(formulas.loss_gradient_softmax_on_ball(r, K, SYMBOLIC) - wrong * sp.sqrt(1 + spread))
    return every(*map(same_expression, gaps))


def same_expression(gap: sp.Expr) -> Outcome:
    """Is the difference 0 as it stands, or is it certainly not 0 at rho = 1?"""
    if gap == 0:
        return Outcome("holds", "the same expression")
    at_one = gap.subs(sp.Symbol("rho", positive=True), 1)
    return Outcome("fails" if at_one.is_zero is False else "undecided", "not the same expression")


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every K, dimension and rho = Rc",
    universal=True,
    concludes="gradient on the ball",
    needs=[
        "sensitivity.softmax_on_ball.label_keeps_some_probability",
        "sensitivity.softmax_on_ball.largest_share_is_bounded",
        "sensitivity.softmax_on_ball.second_share_is_bounded",
        "sensitivity.softmax_on_ball.squares_of_the_shares_are_bounded",
        "objectives.softmax_derivatives.gradient_is_right",
        "lemmas.vectors.logits_stay_in_a_ball",
    ],
    control=[lambda: distance(2), lambda: assembled(z3.Q(99, 100), 5)],
)
def gradient_on_the_ball_is_smaller() -> Outcome:
    """|softmax(z) - e_y| <= kappa_K(rho) for |z| <= rho: the loss gradient is at most kappa_K c, below sqrt(2) c."""
    return every(distance(1), assembled(1, 2), assembled(1, 5), written_out())


def two_classes(scale: int) -> Outcome:
    """Logits rho/sqrt(2) (-1, 1), label 1: |s - e_y| = sqrt(2) s_2."""
    r = sp.Symbol("rho", positive=True)
    low, high = sp.exp(-r / sp.sqrt(2)), sp.exp(r / sp.sqrt(2))
    wrong = formulas.softmax(high, low + high)
    slopes = [formulas.softmax_slope(formulas.softmax(low, low + high), 1), formulas.softmax_slope(wrong, 0)]
    squared = sum(slope**2 for slope in slopes)
    return vanishes(squared - (scale * formulas.loss_gradient_softmax_on_ball(r, 2, SYMBOLIC)) ** 2)


# --- no part of kappa_K is larger than it must be ---------------------------------------------------------


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="K = 2, every rho",
    universal=True,
    control=lambda: two_classes(2),
)
def two_classes_attain_kappa() -> Outcome:
    """For two classes kappa_2 is reached by opposite logits: it cannot be lowered."""
    return two_classes(1)


radius = sp.Symbol("rho", positive=True)
rest = sp.Symbol("rest", positive=True)  # how many logits are low


def reached_by_high_logits(share, high: int, stretch=1) -> Outcome:
    """`high` equal logits above `rest` equal ones, with sum 0 and norm stretch rho: their softmax is the share."""
    n = high + rest
    top = stretch * radius * sp.sqrt(rest / (high * n))
    low = -high * top / rest
    norm_squared = high * top**2 + rest * low**2
    value = formulas.softmax(1, high + rest * sp.exp(low - top))
    return all_vanish([norm_squared - (stretch * radius) ** 2, 1 / share(radius, n, SYMBOLIC) - 1 / value])


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="every number n >= 2 of other classes and every rho",
    universal=True,
    control=lambda: reached_by_high_logits(formulas.top_share, 1, stretch=2),
)
def largest_share_is_reached() -> Outcome:
    """One logit above n - 1 equal ones has norm rho and the bound on the largest share as its softmax."""
    return reached_by_high_logits(formulas.top_share, 1)


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="every number n >= 3 of other classes and every rho",
    universal=True,
    control=lambda: reached_by_high_logits(formulas.second_share, 1),
)
def second_share_is_reached() -> Outcome:
    """Two equal logits above n - 2 equal ones have norm rho and the bound on the second share as their softmax."""
    return reached_by_high_logits(formulas.second_share, 2)


def reached_by_equal_shares(scale) -> Outcome:
    """One share `top` and k equal ones: the sum of their squares, with `second` as small as it may be, and larger."""
    top, small, second, k = z3.Reals("top small second k")
    num = Terms()
    shares = [k >= 1, 0 < small, small <= top, top + k * small == 1]
    squares = scale * (top**2 + k * small**2)

    def equal(*more: z3.BoolRef) -> Outcome:
        return prove([*shares, *more], formulas.squared_shares(top, second, num) == squares, num)

    return every(equal(second == small), equal(small == top, second >= top), equal(k == 1, second >= small))


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every number of classes: one share and k equal ones",
    universal=True,
    control=lambda: reached_by_equal_shares(2),
)
def bound_on_squared_shares_is_reached() -> Outcome:
    """One share and k equal smaller ones reach the bound on the sum of squares in each of its three cases."""
    return reached_by_equal_shares(1)
