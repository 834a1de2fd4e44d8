"""The dominating pairs of DP-SGD: one step, its best test, and why no other pair of neighbours does worse.

N_c is the normal distribution with mean c and unit covariance, H_a(P||Q) the largest P(S) - a Q(S). Signs of integrands
are shown pointwise; what is integrated keeps its sign.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp
import z3

from accountant.balls import BALLS, exact
from proofs_check.evidence import Outcome, check, every
from proofs_check.replay import at_most, certified
from proofs_check.smt import prove
from proofs_check.symbolic import SYMBOLIC, all_vanish
from reference import formulas

PAIRS = "ours:subsampled_pairs"
x = sp.Symbol("x", real=True)
q, stay, m, a, up, down = sp.symbols("q stay m a up down", positive=True)
SHIFTS = [(m, 0), (0, -m), (m, -m)]


def ratio_slope(factor: int) -> Outcome:
    """The slope of log P/Q is up q e_up/w_up - down q e_down/w_down, with w = 1 - q + q e; `factor` scales it."""

    def share(shift):
        moved = q * sp.exp(shift * x - shift**2 / 2)
        return shift * moved / (stay + moved)

    gaps = []
    for above, below in SHIFTS:
        top, bottom = (formulas.mixture_ratio(x, q, sp.sympify(s), SYMBOLIC) for s in (above, below))
        slope = sp.diff(sp.log(top) - sp.log(bottom), x)
        gaps.append(
            (slope - factor * (share(sp.sympify(above)) - share(sp.sympify(below)))).subs(stay, 1 - q)
        )
    return all_vanish(gaps)


@check(
    PAIRS,
    method="symbolic",
    scope="every q, m and x, all three pairs",
    universal=True,
    control=lambda: ratio_slope(2),
)
def slope_of_the_loss() -> Outcome:
    """The loss log P/Q of each pair has the slope m (share of moved mass) per moving distribution."""
    return ratio_slope(1)


def loss_increases(up_sign: int) -> Outcome:
    """up E/(1 - q + q E) - down F/(1 - q + q F) > 0 for up >= 0 >= down, not both 0."""
    rate, above, below, E, F = z3.Reals("q up down E F")
    premises = [0 < rate, rate <= 1, E > 0, F > 0, up_sign * above >= 0, below <= 0, above != below]
    moved = above * E / (1 - rate + rate * E) - below * F / (1 - rate + rate * F)
    return prove(premises, rate * moved > 0)


@check(
    PAIRS,
    method="smt",
    scope="every q in (0, 1] and every pair of shifts up >= 0 >= down",
    universal=True,
    concludes="half-line",
    needs=["subsampled_pairs.slope_of_the_loss", "subsampled_pairs.best_set"],
    control=lambda: loss_increases(-1),
)
def likelihood_ratio_increases() -> Outcome:
    """The likelihood ratio increases with x, so that the set where P > a Q, which is the best one, is a half-line."""
    return loss_increases(1)


def best_choice(inside: bool) -> Outcome:
    """At one point with densities p and r: s (p - a r) <= b (p - a r) for any s in [0, 1], b = 1 where p > a r, else 0."""
    p, r, factor, s = z3.Reals("p r a s")
    gap = p - factor * r
    chosen = (
        z3.If(gap > 0, z3.RealVal(1), z3.RealVal(0))
        if inside
        else z3.If(gap > 0, z3.RealVal(0), z3.RealVal(1))
    )
    return prove([p >= 0, r >= 0, factor >= 0, s >= 0, s <= 1], s * gap <= chosen * gap)


@check(
    PAIRS,
    method="smt",
    scope="every point, every test, every a >= 0",
    universal=True,
    control=lambda: best_choice(False),
)
def best_set() -> Outcome:
    """P(S) - a Q(S) is largest for the set where P > a Q: point by point no test gains more."""
    return best_choice(True)


def derivative_of_delta(sign: int) -> Outcome:
    """d/dx of P(x, inf) - a Q(x, inf) is minus the normal density times w_up - a w_down; and both tails are 1 and 0 far out."""
    density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
    gaps = []
    for above, below in [*SHIFTS, (up, down)]:
        above, below = sp.sympify(above), sp.sympify(below)
        value = formulas.mixture_delta(a, x, q, above, below, SYMBOLIC)
        gap = formulas.mixture_ratio(x, q, above, SYMBOLIC) - a * formulas.mixture_ratio(
            x, q, below, SYMBOLIC
        )
        gaps.append(sp.expand((sp.diff(value, x) + sign * density * gap) / density, power_exp=False).expand())
    far = [formulas.mixture_tail(sp.oo, q, m, SYMBOLIC), formulas.mixture_tail(-sp.oo, q, m, SYMBOLIC) - 1]
    return all_vanish([*gaps, *far])


@check(
    PAIRS,
    method="symbolic",
    scope="every q, a, x and pair of shifts",
    universal=True,
    concludes="closed form",
    control=lambda: derivative_of_delta(-1),
)
def delta_of_a_half_line() -> Outcome:
    """`mixture_delta` is P - a Q above x: its derivative is minus the difference of the densities, and it is 0 at infinity."""
    return derivative_of_delta(1)


def at_threshold(level) -> Outcome:
    """The likelihood ratio at the two thresholds, against `level` of a; u stands for e^{mx} and g for e^{-m^2/2}."""
    rate, u, g = sp.symbols("rate u g", positive=True)

    def gap(threshold, shifts):
        top, bottom = (formulas.mixture_ratio(sp.log(u) / m, rate, sp.sympify(s), SYMBOLIC) for s in shifts)
        reached = sp.exp(m * threshold(a, rate, m, SYMBOLIC))
        plain = (top - level(a) * bottom).subs(u, reached).subs(m, sp.sqrt(-2 * sp.log(g)))
        return sp.expand(sp.numer(sp.together(plain)))

    return all_vanish([gap(formulas.remove_threshold, (m, 0)), gap(formulas.replace_threshold, (m, -m))])


@check(
    PAIRS,
    method="symbolic",
    scope="every q, m and a > 1 - q (remove), a >= 1 (replace)",
    universal=True,
    concludes="closed form",
    needs=["subsampled_pairs.delta_of_a_half_line"],
    control=lambda: at_threshold(lambda value: 2 * value),
)
def thresholds_solve_the_ratio() -> Outcome:
    """At `remove_threshold` and `replace_threshold` the likelihood ratio is a, so that the half-line is the best set."""
    return at_threshold(lambda value: value)


def ratio_in_balls(level: Fraction) -> Outcome:
    """The likelihood ratio at both thresholds, evaluated at q = 1/5, m = 3/4, a = 3/2, against `level`."""

    def gap(threshold, below) -> Any:
        rate, move, wanted = (exact(Fraction(v)) for v in ("1/5", "3/4", "3/2"))
        at = threshold(wanted, rate, move, BALLS)
        top, bottom = (formulas.mixture_ratio(at, rate, shift, BALLS) for shift in (move, below * move))
        return abs(top / bottom - exact(level))

    names = ("distance of the ratio from its level", "rounding")
    points = ((formulas.remove_threshold, 0), (formulas.replace_threshold, -1))
    return every(
        *(at_most(certified(lambda f=f, b=b: gap(f, b)), Fraction(1, 10**50), names) for f, b in points)
    )


@check(
    PAIRS,
    method="interval",
    scope="q = 1/5, m = 3/4, a = 3/2",
    control=lambda: ratio_in_balls(Fraction(8, 5)),
)
def thresholds_in_balls() -> Outcome:
    """The thresholds exist (of the two roots for e^{mx} the positive one is taken), and the ratio there is a to 50 digits."""
    return ratio_in_balls(Fraction(3, 2))


def sampled_everyone(noise: Fraction) -> Outcome:
    """delta of the pair (m, 0) at q = 1, m = 3/4, a = 3/2 against def:deltagauss with this noise."""

    def gap() -> Any:
        move, wanted = exact(Fraction(3, 4)), exact(Fraction(3, 2))
        at = formulas.remove_threshold(wanted, exact(1), move, BALLS)
        value = formulas.mixture_delta(wanted, at, exact(1), move, exact(0), BALLS)
        return abs(value - formulas.delta_gauss(wanted.log(), exact(noise), exact(1), BALLS))

    return at_most(certified(gap), Fraction(1, 10**50), ("distance from the Gaussian mechanism", "rounding"))


@check(
    PAIRS,
    method="interval",
    scope="q = 1, m = 3/4, a = 3/2",
    control=lambda: sampled_everyone(Fraction(3, 2)),
)
def everyone_sampled_is_the_gaussian_mechanism() -> Outcome:
    """With q = 1 the closed form of a step is the curve of the Gaussian mechanism with noise 1/m."""
    return sampled_everyone(Fraction(4, 3))


def neyman_pearson(right_side: bool) -> Outcome:
    """(s - h)(r - k) >= 0 for s in [0, 1], where h is 1 if r <= k (the half-line with little N_c) and else 0."""
    s, r, k = z3.Reals("s r k")
    low, high = (z3.RealVal(1), z3.RealVal(0)) if right_side else (z3.RealVal(0), z3.RealVal(1))
    return prove([0 <= s, s <= 1, r > 0, k > 0], (s - z3.If(r <= k, low, high)) * (r - k) >= 0)


@check(
    PAIRS,
    method="smt",
    scope="every dimension, every set S and every centre c; r is the density of N_c over that of N_0, k its value at the edge",
    universal=True,
    control=lambda: neyman_pearson(False),
)
def half_line_has_least_mass() -> Outcome:
    """Of all S with the same N_0(S) the half-line against c has the least N_c(S): integrate (1_S - 1_H)(r - k) >= 0."""
    return neyman_pearson(True)


def worst_centres(weight_sign: int) -> Outcome:
    """Phi(t) - w1 N1 - w2 N2 with N_i >= G_i is at most Phi(t) - w1 G1 - w2 G2."""
    t, w1, w2, N1, N2, G1, G2 = z3.Reals("Phi w1 w2 N1 N2 G1 G2")
    premises = [weight_sign * w1 >= 0, weight_sign * w2 >= 0, N1 >= G1, N2 >= G2, G1 >= 0, G2 >= 0]
    return prove(premises, t - w1 * N1 - w2 * N2 <= t - w1 * G1 - w2 * G2)


def weights(a_from) -> Outcome:
    """P - a Q with w+ = (1-q) n0 + q nu, w- = (1-q) n0 + q nv as q nu - a q nv - (1-q)(a-1) n0, weights >= 0."""
    rate, factor, n0, nu, nv = z3.Reals("q a n0 nu nv")
    basic = [0 < rate, rate <= 1, factor >= a_from, n0 > 0, nu > 0, nv > 0]
    P, Q = (1 - rate) * n0 + rate * nu, (1 - rate) * n0 + rate * nv
    replace = rate * nu - factor * rate * nv - (1 - rate) * (factor - 1) * n0
    remove = rate * nu - (factor - 1 + rate) * n0
    return every(
        prove(basic, P - factor * Q == replace),
        prove(basic, z3.And(factor * rate >= 0, (1 - rate) * (factor - 1) >= 0)),
        prove(basic, P - factor * n0 == remove),
        prove([0 < rate, rate <= 1, factor >= 1 - rate], factor - 1 + rate >= 0),
    )


@check(
    PAIRS,
    method="smt",
    scope="every dimension and every centre |u|, |v| <= 1; a >= 1 for replace, a >= 1 - q for remove",
    universal=True,
    concludes="dominates",
    needs=["subsampled_pairs.half_line_has_least_mass", "subsampled_pairs.other_side_by_complement"],
    control=[lambda: every(worst_centres(-1), weights(1)), lambda: every(worst_centres(1), weights(0))],
)
def extreme_centres_are_worst() -> Outcome:
    """Seen from the moved centre, P - a Q is N_0 minus non-negative weights times others; each is least on one half-line."""
    return every(worst_centres(1), weights(1))


def complement(level) -> Outcome:
    """P(S) - a Q(S) = 1 - a + a (Q(S') - P(S')/a) for the complement S'; and for a <= 1 - q everything is the best set."""
    P, Q = sp.symbols("P Q", positive=True)
    left = P - a * Q
    right = level(a) + a * ((1 - Q) - (1 - P) / a)
    n0, nu = sp.symbols("n0 nu", positive=True)
    rest = (stay * n0 + q * nu - (stay - m) * n0) - (
        q * nu + m * n0
    )  # a = 1 - q - m: both terms are positive
    return all_vanish([sp.expand(left - right), sp.expand(rest)])


@check(
    PAIRS,
    method="symbolic",
    scope="every a > 0 and every pair of distributions",
    universal=True,
    control=lambda: complement(lambda a: a - 1),
)
def other_side_by_complement() -> Outcome:
    """H_a(P||Q) = 1 - a + a H_{1/a}(Q||P): a < 1 for replace, and all of add, follow from the mirrored pair."""
    return complement(lambda a: 1 - a)


def gaussian_mean(shift) -> Outcome:
    """N_c above t is N_0 above t - c, and the mirror image x -> -x swaps the shifts m and -m."""
    tail = formulas.mixture_tail(x, sp.Integer(1), m, SYMBOLIC)
    mirrored = formulas.mixture_ratio(-x, q, -m, SYMBOLIC) - formulas.mixture_ratio(x, q, m, SYMBOLIC)
    return all_vanish([tail - sp.erfc((x - shift(m)) / sp.sqrt(2)) / 2, sp.simplify(mirrored)])


@check(
    PAIRS,
    method="symbolic",
    scope="a record whose clipped gradient is +C in one direction at every step, and -C (or nothing) for its neighbour",
    universal=True,
    concludes="tight",
    control=lambda: gaussian_mean(lambda m: 2 * m),
)
def constant_gradients_reach_the_pairs() -> Outcome:
    """Such neighbours output exactly the pair at every step: the interval contains the worst case, not only a bound."""
    return gaussian_mean(lambda m: m)


def halving_one_step(reach: int) -> Outcome:
    """One step, a >= 1: weights a q at distance 2m and (1-q)(a-1) at distance m, against (a - 1 + q) at `reach` m."""
    rate, factor, one, two = z3.Reals("q a G1 G2")  # G_j = Phi(t - j m), decreasing in j
    far = {1: one, 2: two}[reach]
    premises = [0 < rate, rate <= 1, factor >= 1, 0 <= two, two <= one]
    return prove(premises, factor * rate * two + (1 - rate) * (factor - 1) * one >= (factor - 1 + rate) * far)


@check(
    "app:experimental_setup#bounded-dp",
    about="step:one-step",
    method="smt",
    scope="one step: every q, noise and eps >= 0",
    universal=True,
    control=lambda: halving_one_step(1),
)
def halving_is_safe_for_one_step() -> Outcome:
    """One step's replace-one delta is at most the remove delta with half the noise, for every eps >= 0."""
    return halving_one_step(2)


def bounded_loss(rate_power: int) -> Outcome:
    """Is H_b of the add pair 0 for b (1-q) >= 1 while the replace pair still has mass there?"""
    rate, b, n0, nu, nv = z3.Reals("q b n0 nu nv")
    premises = [0 < rate, rate < 1, b * (1 - rate) >= 1, n0 > 0, nu > 0, nv > 0]
    add = n0 - b * ((1 - rate) * n0 + rate * nv)
    replace = (1 - rate) * n0 + rate * nu - b * ((1 - rate) * n0 + rate * nv)
    return every(prove(premises, add <= 0), prove(premises, replace * rate_power <= 0))


@check(
    "app:experimental_setup#bounded-dp",
    about="inference:composition",
    method="smt",
    scope="one q; every noise",
    expect="fails",
    control=lambda: bounded_loss(0),
)
def one_step_does_not_settle_the_run() -> Outcome:
    """For e^eps >= 1/(1-q) the add curve is 0 and the replace curve is not: half the noise dominates only for a >= 1."""
    return bounded_loss(1)
