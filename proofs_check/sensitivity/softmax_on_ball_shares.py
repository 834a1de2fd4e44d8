"""kappa_K: what share of the probability a class can have while the model stays in the ball |f| <= R. For every K.

Logits z = f^T x have norm at most rho = Rc. A share is 1/(sum of e^{differences}); a sum of N exponentials is at least N
times the exponential of the mean difference, and a mean difference is an inner product <z, v>, at most rho |v|.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import all_vanish, vanishes
from proofs_check.sensitivity.learner_sensitivity import SOFTMAX
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
    "softmax_on_ball_shares.mean_differences_have_short_directions",
    "softmax_on_ball_shares.exponentials_exceed_that_of_the_mean",
]
CAUCHY_SCHWARZ = "svm_constants.cauchy_schwarz_by_pairs"


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
    needs=["softmax_on_ball_shares.mean_differences_have_short_directions", CAUCHY_SCHWARZ],
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
