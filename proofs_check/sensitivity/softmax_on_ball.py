"""kappa_K: on the ball |f| <= R the softmax cannot saturate, so its gradient stays below sqrt(2) c. For every K.

Logits z = f^T x have norm at most rho = Rc. A share is 1/(sum of e^{differences}); a sum of N exponentials is at least N
times the exponential of the mean difference, and a mean difference is an inner product <z, v>, at most rho |v|. With
p = 1 - s_y and shares pi of the other n = K - 1 classes, |softmax(z) - e_y|^2 = p^2 (1 + sum pi^2).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.vectors import cauchy_schwarz_by_pairs, logits_stay_in_a_ball
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from proofs_check.objectives.softmax_derivatives import gradient_is_right
from reference import formulas

check = about("thm:sens_softmax")
check_curved = about("ours:curvature_on_ball")

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


@check("repair", "symbolic", every="every number of classes", wrong={"squared": lambda N: N})
def mean_differences_have_short_directions(squared=lambda N: N / (N - 1)):
    """|v|^2 is 2 for one class against one, n/(n-1) for one against the rest, n/(2(n-2)) for two against the rest."""
    return every(
        direction(1, lambda N: sp.Integer(1), lambda N: sp.Integer(2)),
        direction(1, lambda N: N - 1, squared),
        direction(2, lambda N: N - 2, lambda N: N / (2 * (N - 2))),
    )


@check(
    "repair",
    "symbolic",
    every="every number of terms; e^d is convex, so it stays above its tangent",
    wrong={"slope": 2},
)
def exponentials_exceed_that_of_the_mean(slope=1):
    """Sum of N exponentials >= N e^{mean}: each stays above the tangent at the mean, whose slopes cancel."""
    d, mu, N, sum_d = sp.symbols("d mu N D", real=True)
    summed = N + slope * (sum_d - N * mu)
    tangent = sp.exp(d) - (1 + slope * d)
    lowest = tangent.subs(d, 0)
    return all_vanish([summed.subs(sum_d, N * mu) - N, lowest, sp.diff(tangent, d).subs(d, 0)])


def share_bound(formula, at_least, squared, scale, fewest: int) -> Outcome:
    """1/total against the formula, for total >= at_least(decay); and the formula's exponent is -rho |v|."""
    num = OneExponential()
    bound = formula(num)
    length = z3.Real("length")
    setting = [rho > 0, n >= fewest, 0 < decay, decay <= 1]
    share = prove([*setting, total >= at_least()], 1 / total <= scale * bound, num)
    exponent = prove([*setting, length >= 0, length**2 == rho**2 * squared()], num.argument == -length, num)
    return every(share, exponent)


CAUCHY_SCHWARZ = cauchy_schwarz_by_pairs


BOTH = [mean_differences_have_short_directions, exponentials_exceed_that_of_the_mean]


@check(
    "repair",
    "smt",
    every="every number n >= 2 of other classes and rho",
    wrong={"scale": z3.Q(99, 100)},
    needs=[*BOTH, CAUCHY_SCHWARZ],
)
def largest_share_is_bounded(scale=1):
    """No other class has a share above 1/(1 + (n-1) e^{-rho sqrt(n/(n-1))})."""
    return share_bound(
        lambda num: formulas.top_share(rho, n, num),
        lambda: 1 + (n - 1) * decay,
        lambda: n / (n - 1),
        scale,
        fewest=2,
    )


@check(
    "repair",
    "smt",
    every="every number n >= 3 of other classes and rho",
    wrong={"scale": z3.Q(99, 100)},
    needs=[*BOTH, CAUCHY_SCHWARZ],
)
def second_share_is_bounded(scale=1):
    """All but one class have a share of at most 1/(2 + (n-2) e^{-rho sqrt(n/(2(n-2)))}): the larger one counts as well."""
    return share_bound(
        lambda num: formulas.second_share(rho, n, num),
        lambda: 2 + (n - 2) * decay,
        lambda: n / (2 * (n - 2)),
        scale,
        fewest=3,
    )


@check(
    "repair",
    "smt",
    every="every K and rho",
    wrong={"scale": z3.Q(101, 100)},
    needs=[mean_differences_have_short_directions, CAUCHY_SCHWARZ],
)
def label_keeps_some_probability(scale=1):
    """No logit exceeds the label's by more than sqrt(2) rho, so s_y >= 1/(1 + (K-1) e^{sqrt(2) rho})."""
    num = OneExponential()
    K, S, length = z3.Reals("K S length")
    floor = formulas.label_share_floor(rho, K, num)
    setting = [rho > 0, K >= 2, 0 < decay, decay <= 1]
    share = prove([*setting, S >= 0, S * decay <= K - 1], 1 / (1 + S) >= scale * floor, num)
    exponent = prove([*setting, length >= 0, length**2 == 2 * rho**2], num.argument == -length, num)
    return every(share, exponent)


# --- from shares to gradients -----------------------------------------------------------------------------


@check("repair", "smt", every="every number of classes", wrong={"scale": z3.Q(99, 100)})
def squares_of_the_shares_are_bounded(scale=1):
    """Squares sum to at most x^2 + y(1-x), which grows with the largest share x."""
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
    "repair",
    "smt",
    every="every K, dimension and rho = Rc",
    wrong=[{"ones": 2}, {"scale": z3.Q(99, 100)}],
    needs=[
        label_keeps_some_probability,
        largest_share_is_bounded,
        second_share_is_bounded,
        squares_of_the_shares_are_bounded,
        gradient_is_right,
        logits_stay_in_a_ball,
    ],
)
def gradient_on_the_ball_is_smaller(ones=1, scale=1):
    """|softmax(z) - e_y| <= kappa_K(rho) for |z| <= rho: the loss gradient is at most kappa_K c, below sqrt(2) c."""
    return every(distance(ones), assembled(scale, 2), assembled(scale, 5), written_out())


# --- no part of kappa_K is larger than it must be ---------------------------------------------------------


@check("repair", "symbolic", every="K = 2, every rho", wrong={"scale": 2})
def two_classes_attain_kappa(scale=1):
    """For two classes kappa_2 is reached by opposite logits: it cannot be lowered."""
    # Logits rho/sqrt(2) (-1, 1), label 1: |s - e_y| = sqrt(2) s_2.
    r = sp.Symbol("rho", positive=True)
    low, high = sp.exp(-r / sp.sqrt(2)), sp.exp(r / sp.sqrt(2))
    wrong = formulas.softmax(high, low + high)
    slopes = [formulas.softmax_slope(formulas.softmax(low, low + high), 1), formulas.softmax_slope(wrong, 0)]
    squared = sum(slope**2 for slope in slopes)
    return vanishes(squared - (scale * formulas.loss_gradient_softmax_on_ball(r, 2, SYMBOLIC)) ** 2)


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


@check("repair", "symbolic", every="every number n >= 2 of other classes and every rho", wrong={"stretch": 2})
def largest_share_is_reached(stretch=1):
    """One logit above n - 1 equal ones has norm rho and the bound on the largest share as its softmax."""
    return reached_by_high_logits(formulas.top_share, 1, stretch)


@check("repair", "symbolic", every="every number n >= 3 of other classes and every rho", wrong={"high": 1})
def second_share_is_reached(high=2):
    """Two equal logits above n - 2 equal ones have norm rho and the bound on the second share as their softmax."""
    return reached_by_high_logits(formulas.second_share, high)


@check("repair", "smt", every="every number of classes: one share and k equal ones", wrong={"scale": 2})
def bound_on_squared_shares_is_reached(scale=1):
    """One share and k equal smaller ones reach the bound on the sum of squares in each of its three cases."""
    top, small, second, k = z3.Reals("top small second k")
    num = Terms()
    shares = [k >= 1, 0 < small, small <= top, top + k * small == 1]
    squares = scale * (top**2 + k * small**2)

    def equal(*more: z3.BoolRef) -> Outcome:
        return prove([*shares, *more], formulas.squared_shares(top, second, num) == squares, num)

    return every(equal(second == small), equal(small == top, second >= top), equal(k == 1, second >= small))


# --- the curvature on the ball ----------------------------------------------------------------------------


@check_curved("repair", "symbolic", every="every K, pair by pair", wrong={"same": 0})
def hessian_form_is_a_spread(same=1):
    """v^T S v with the learner's second derivatives is the sum of s v^2 less the square of the sum of s v."""
    s, v, s2, v2 = sp.symbols("s v s' v'", real=True)
    diagonal = (
        v**2 * (formulas.softmax_curvature(s, s, same) - formulas.softmax_curvature(s, s, 0)) - s * v**2
    )
    return all_vanish([diagonal, v * v2 * formulas.softmax_curvature(s, s2, 0) + s * v * s2 * v2])


@check_curved(
    "repair",
    "interval",
    at="CIFAR-100: K = 100, c = 34.157, R = 0.03, Λ = 30",
    wrong=[{"on_ball": Fraction(92)}, {"radius": "0.1"}],
    needs=[largest_share_is_bounded, logits_stay_in_a_ball],
)
def curvature_falls_from_613_to_93(on_ball=Fraction(93), radius="0.03"):
    """No class has a share above 0.028 on this ball: 92.4 is enough for the smoothness, against Λ + c^2/2 = 613."""
    ridge, c = exact(30), exact("34.157")
    ball = certified(lambda: formulas.smoothness_softmax_on_ball(ridge, c, exact(radius), exact(100), BALLS))
    spectral = certified(lambda: formulas.smoothness_softmax_spectral(ridge, c))
    names = ("smoothness on the ball", "claimed")
    return every(
        at_most(ball, on_ball, names, K=100, R=radius),
        at_most(Fraction(613), spectral, ("claimed", "smoothness everywhere")),
    )


@check_curved(
    "repair",
    "interval",
    at="CIFAR-10: K = 10, p = 6144, c = 34.854, Λ = 1",
    wrong={"factor": Fraction(137, 100)},
)
def printed_beta_forgets_a_third(factor=Fraction(136, 100)):
    """With all blocks of the Hessian the printed proof gives a beta that is 1.36 times smaller here."""
    sizes = exact(1), exact("34.854"), exact(6144), exact(10)
    ratio = certified(
        lambda: (
            formulas.smoothness_softmax(*sizes, BALLS) / formulas.smoothness_softmax_frobenius(*sizes, BALLS)
        )
    )
    return at_most(factor, ratio, ("claimed factor", "printed beta over the Frobenius norm's"), Lambda=1)
