"""ours:discrete_noise: a sum of noises on the grid is close to one noise.

T(a) is the sum of e^{-(x-a)^2/(2v)} over whole x. By Poisson summation it is sqrt(2 pi v) (1 + 2 sum_k u^(k^2) cos(2 pi k a)),
u = e^{-2 pi^2 v}. No cosine exceeds 1, so T is largest at whole a; none is below -1, so all values lie between 1 - 2q and
1 + 2q times sqrt(2 pi v), where q is the sum of the u^(k^2).
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from proofs_check.secure_sum.discrete_noise import LABEL, k, v, weight, x, z
from reference import formulas


def two_added(variance: sp.Expr) -> Outcome:
    """k users' noise (parameter kv) and one more (v): the sum over x is T of this variance, at a point that depends on z."""
    both = weight(x, k * v) + weight(z - x, v)
    return vanishes(sp.simplify(both - weight(z, (k + 1) * v) - weight(x - z * k / (k + 1), variance)))


@check(
    LABEL,
    method="symbolic",
    scope="every variance and number of users",
    universal=True,
    control=lambda: two_added(v * (k + 1) / k),
)
def one_more_user_is_one_theta_factor() -> Outcome:
    """Its probability at z is that of one discrete Gaussian with (k + 1)v, times T with the variance v k/(k + 1)."""
    return two_added(v * k / (k + 1))


def densities_added(factor: sp.Expr) -> Outcome:
    """The same for Gaussian densities with real offsets a and b (models and what rounding takes away), constants included."""
    a, b = sp.symbols("a b", real=True)
    both = weight(x + a, k * v) + weight(z - x + b, v)
    centre = (k * (z + b) - a) / (k + 1)
    exponents = both - weight(z + a + b, (k + 1) * v) - weight(x - centre, v * k / (k + 1))
    peak = lambda variance: 1 / sp.sqrt(2 * sp.pi * variance)  # noqa: E731
    constants = peak(k * v) * peak(v) / (peak((k + 1) * v) * peak(factor)) - 1
    return all_vanish([sp.simplify(exponents), sp.simplify(constants)])


@check(
    LABEL,
    method="symbolic",
    scope="every variance, number of users, model and position within the grid",
    universal=True,
    concludes="rounded noise",
    needs=[
        "grid_noise.theta_factor_is_close_to_constant",
        "grid_noise.closeness_costs_twice_in_eps_once_in_delta",
    ],
    control=lambda: densities_added(v * (k + 1) / k),
)
def rounded_gaussians_share_the_factor() -> Outcome:
    """Gaussian densities that add up to z are that of the Gaussian sum times T/sqrt(2 pi v), with v k/(k + 1) for v."""
    return densities_added(v * k / (k + 1))


def excess_bounds_the_series(power: int) -> Outcome:
    """u^(k^2) <= u^k since k^2 >= k, and the geometric series of u^k from k = 1 on is u/(1 - u)."""
    term, rest = z3.Reals("term rest")  # u^k and u^(k^2 - k)
    smaller = prove([term > 0, rest > 0, rest <= 1], term * rest <= term)
    U = sp.Symbol("U", positive=True)
    bound = formulas.theta_excess(-sp.log(U) / (2 * sp.pi**2), sp.pi, SYMBOLIC)
    return every(smaller, vanishes(sp.simplify(bound - U**power - U * bound)))


def normalised_ratio(slack: int) -> Outcome:
    """Values between 1 - 2q and 1 + 2q, times a constant that makes their average 1, stay within the ratio of the ends."""
    q, value, constant = z3.Reals("q value constant")
    ends = [q > 0, 2 * q < 1, 1 - 2 * q <= value, value <= 1 + 2 * q]
    average = [constant > 0, constant * (1 - 2 * q) <= 1, constant * (1 + 2 * q) >= 1]
    ratio = (1 + 2 * q) / (1 - 2 * q)
    inside = z3.And(constant * value * slack <= ratio, constant * value * ratio >= 1)
    q_ = sp.Symbol("q", positive=True)
    printed = sp.exp(formulas.theta_log_ratio(q_, SYMBOLIC)) - (1 + 2 * q_) / (1 - 2 * q_)
    return every(prove([*ends, *average], inside), vanishes(sp.simplify(printed)))


@check(
    LABEL,
    method="smt",
    scope="every variance; terms k = 1, 2, ... one by one, and any two probability vectors in such a ratio",
    universal=True,
    control=[lambda: excess_bounds_the_series(2), lambda: normalised_ratio(2)],
)
def theta_factor_is_close_to_constant() -> Outcome:
    """log probabilities of N(s) + N(t) and of one discrete Gaussian differ by at most `theta_log_ratio` of `theta_excess`."""
    return every(excess_bounds_the_series(1), normalised_ratio(1))


def factors_add_up(power: int) -> Outcome:
    """A factor F between probabilities survives averaging, and two factors in a row or in two entries multiply."""
    p, a, b, F, H, c = z3.Reals("p a b F H c")
    close = [F >= 1, H >= 1, a > 0, b > 0, c > 0, a <= F * b, b <= F * a]
    averaged = prove([*close, p >= 0], z3.And(p * a <= F * p * b, p * b <= F * p * a))
    chained = prove([*close, b <= H * c, c <= H * b], z3.And(a <= F * H * c, c <= F * H * a))
    P, Q, Q_, P_, E, d = z3.Reals("P Q Q' P' E d")
    pair = [
        F >= 1,
        E >= 1,
        d >= 0,
        P >= 0,
        Q >= 0,
        Q_ >= 0,
        P_ >= 0,
        P <= F * Q,
        Q <= E * Q_ + d,
        Q_ <= F * P_,
    ]
    growth = F * F if power == 2 else F
    return every(averaged, chained, prove(pair, P <= growth * E * P_ + F * d))


@check(
    LABEL,
    method="smt",
    scope="every number of users and entries, one after the other; every event",
    universal=True,
    concludes="close to one",
    needs=[
        "grid_noise.one_more_user_is_one_theta_factor",
        "grid_noise.theta_factor_is_close_to_constant",
    ],
    control=lambda: factors_add_up(1),
)
def closeness_costs_twice_in_eps_once_in_delta() -> Outcome:
    """Probabilities within e^{+-y} of those that are (eps, delta)-close are (eps + 2y, e^y delta)-close."""
    return factors_add_up(2)
