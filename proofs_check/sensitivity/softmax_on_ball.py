"""kappa_K, below which `softmax_theorem.SMALL_BALL` keeps the gradients on the ball |f| <= R: no part of it is too large.

Logits z = f^T x have norm at most rho = Rc. Besides, the largest share bounds the curvature there (ours:curvature_on_ball): a
share is 1/(sum of e^{differences}); a sum of N exponentials is at least N times the exponential of the mean difference.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, every, theorem
from proofs_check.method.replay import RATIONALS, at_most, certified, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about("thm:sens_softmax")
check_curved = about("ours:curvature_on_ball")

rho, n, total, decay = z3.Reals("rho n total decay")


class OneExponential(Terms):
    """Terms in which the only exponential is called `decay`; its argument is kept."""

    def exp(self, value: Any) -> z3.ArithRef:
        self.argument = value
        return decay


@check("repair", "symbolic", every="every number of classes", wrong={"squared": lambda N: N})
def mean_differences_have_short_directions(squared=lambda N: N / (N - 1)):
    """v = a unit vector minus the mean of N - 1 others: |v|^2 is N/(N-1)."""
    N = sp.Symbol("N", positive=True)
    return vanishes(sp.simplify(1 + (N - 1) * (1 / (N - 1)) ** 2 - squared(N)))


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


@check(
    "repair",
    "smt",
    every="every number n >= 2 of other classes and rho",
    wrong={"scale": z3.Q(99, 100)},
    needs=[
        mean_differences_have_short_directions,
        exponentials_exceed_that_of_the_mean,
        theorem("lemmas.spaces", "CAUCHY_SCHWARZ"),
    ],
)
def largest_share_is_bounded(scale=1):
    """No other class has a share above 1/(1 + (n-1) e^{-rho sqrt(n/(n-1))})."""
    num = OneExponential()
    bound, length = formulas.top_share(rho, n, num), z3.Real("length")
    setting = [rho > 0, n >= 2, 0 < decay, decay <= 1]
    share = prove([*setting, total >= 1 + (n - 1) * decay], 1 / total <= scale * bound, num)
    lengths = [length >= 0, length**2 == rho**2 * (n / (n - 1))]
    return every(share, prove([*setting, *lengths], num.argument == -length, num))


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


@check("repair", "symbolic", at="K = 3, every rho", wrong={"others": sp.Integer(3)})
def three_classes_have_two_wrong_ones(others=sp.Integer(2)):
    """For three classes the shares of the wrong ones are those of two classes."""
    wrong = 1 - formulas.label_share_floor(radius, 3, SYMBOLIC)
    shares = formulas.squared_shares(
        formulas.top_share(radius, others, SYMBOLIC), sp.Rational(1, 2), SYMBOLIC
    )
    return vanishes(
        formulas.loss_gradient_softmax_on_ball(radius, 3, SYMBOLIC) ** 2 - wrong**2 * (1 + shares)
    )


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
    needs=[largest_share_is_bounded, theorem("objectives.softmax_theorems", "SHORT_LOGITS")],
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


@check_curved(
    "repair",
    "symbolic",
    every="every Λ, c, number of features and of classes; two classes have share 1/2",
    wrong={"excess": lambda Lambda: 0},
)
def beta_of_all_blocks_is_sharp_up_to_one_ridge(excess=lambda Lambda: Lambda**2):
    """Two classes share evenly and |x| = c: beta^2 with all blocks exceeds the squared norm of the Hessian by Λ^2, no more."""
    Lambda, c, p, K = sp.symbols("Lambda c p K", positive=True)
    half = sp.Rational(1, 2)
    norm = formulas.hessian_frobenius_squared(Lambda, c**2, (p + 1) * K, 2 * half**2, 2 * half**3)
    beta = formulas.smoothness_softmax_frobenius(Lambda, c, p, K, SYMBOLIC)
    return vanishes(sp.expand(beta**2 - norm - excess(Lambda)))


@check_curved("repair", "exact", at="shares of at most 1/3, and of at most 3/4", wrong={"shares": 5})
def curvature_of_shares_is_a_maximum(shares=12):
    """The largest 2 s (1 - s) over the shares s = 0, 1/12, ... up to the top: at 1/3 itself, or at 1/2."""
    names = ("largest curvature", "formula")
    found = []
    for top in (Fraction(1, 3), Fraction(3, 4)):
        within = [s for i in range(shares + 1) if (s := Fraction(i, shares)) <= top]
        most = max(2 * s * (1 - s) for s in within)
        found.append(equal_at(most, formulas.curvature_of_shares(top, RATIONALS), names, top=top))
    return every(*found)
