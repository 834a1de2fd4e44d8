"""ours:discrete_noise: the analysis that the theorems in grid_theorem take as leaves, and the formulas they use.

T(a) is the sum of e^{-(x-a)^2/(2v)} over whole x. By Poisson summation it is sqrt(2 pi v) (1 + 2 sum_k u^(k^2) cos(2 pi k a)),
u = e^{-2 pi^2 v}. No cosine exceeds 1, so T is largest at whole a; none is below -1, so all values lie between 1 - 2q and
1 + 2q times sqrt(2 pi v), where q is the sum of the u^(k^2).
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about("ours:discrete_noise")
x, z, shift = sp.symbols("x z shift", real=True)
v, k, alpha, rho, delta, w, entries = sp.symbols("v k alpha rho delta w entries", positive=True)


def weight(at: sp.Expr, variance: sp.Expr) -> sp.Expr:
    """The exponent of a discrete Gaussian."""
    return -(at**2) / (2 * variance)


@check(
    "statement",
    "symbolic",
    every="every order, variance and shift, entry by entry; the centre is one real number, and T(centre) <= T(0)",
    wrong={"centre": alpha * shift},
)
def renyi_divergence_of_a_whole_shift(centre=(1 - alpha) * shift):
    """E (P/Q)^alpha under Q is e^{alpha (alpha-1) rho} T((1-alpha) shift)/T(0): the divergence is at most alpha rho."""
    # alpha and 1 - alpha parts of the two exponents are one Gaussian around a new centre, and alpha (alpha - 1) rho.
    order = alpha * weight(x, v) + (1 - alpha) * weight(x - shift, v)
    left_over = (alpha - 1) * alpha * formulas.concentrated_rho(shift, v)
    return vanishes(sp.expand(order - weight(x - centre, v) - left_over))


def tangent_from_above(order: sp.Expr) -> Outcome:
    """In t = y - eps: kappa e^{(alpha-1)t} + e^{-t} - 1 is convex, and 0 with slope 0 at t = log(alpha/(alpha-1))."""
    above, t = sp.Symbol("above", positive=True), sp.Symbol("t", real=True)  # alpha = 1 + above
    kappa = (1 - 1 / (1 + above)) ** order.subs(alpha, 1 + above) / above
    gap = kappa * sp.exp(above * t) + sp.exp(-t) - 1
    touching = {t: sp.log((1 + above) / above)}
    flat = [
        sp.simplify(sp.expand_log(sp.powsimp(sp.simplify(e.subs(touching)))), force=True)
        for e in (gap, sp.diff(gap, t))
    ]
    convex = sp.diff(gap, t, 2).is_positive
    return every(
        all_vanish(flat), Outcome("holds" if convex else "fails", "sympy: sums of exponentials are convex")
    )


def order_is_solved(sign: int) -> Outcome:
    """delta = kappa e^{(alpha-1)(alpha rho - eps)} for eps of `epsilon_of_order`; `rho_of_order` is its inverse."""
    eps = formulas.epsilon_of_order(alpha, rho, delta, SYMBOLIC)
    exponent = sp.expand((alpha - 1) * (alpha * rho - eps) * sign)
    kappa = alpha * sp.log(1 - 1 / alpha) - sp.log(alpha - 1)
    asked = sp.Symbol("asked", positive=True)
    back = (
        formulas.epsilon_of_order(
            alpha, formulas.rho_of_order(alpha, asked, delta, SYMBOLIC), delta, SYMBOLIC
        )
        - asked
    )
    return all_vanish([sp.simplify(exponent + kappa - sp.log(delta)), sp.simplify(back)])


@check(
    "statement",
    "symbolic",
    every="every order alpha > 1, every pair of distributions",
    wrong=[{"order": alpha + 1}, {"sign": -1}],
    needs=[renyi_divergence_of_a_whole_shift],
)
def any_order_gives_a_valid_eps(order=alpha, sign=1):
    """1 - e^{eps - y} <= kappa e^{(alpha-1)(y-eps)} for every y, so delta is at most kappa e^{(alpha-1)(alpha rho - eps)}."""
    return every(tangent_from_above(order), order_is_solved(sign))


@check("statement", "symbolic", every="every number of users and entries, both signs", wrong={"parts": 1})
def noise_rarely_leaves_its_reach(parts=2):
    """2 entries e^{-m^2/(2wv)} = failure: no entry of the summed noise exceeds `noise_reach`, but for that probability."""
    # E e^{lX} = e^{l^2 v/2} T(lv)/T(0); Chernoff at m = `noise_reach` for w users leaves `failure` over all entries.
    slope, failure = sp.symbols("slope failure", positive=True)
    moment = vanishes(sp.expand(slope * x + weight(x, v) - slope**2 * v / 2 - weight(x - slope * v, v)))
    m = formulas.noise_reach(sp.sqrt(v), w, entries, failure, SYMBOLIC)
    best = m / (w * v)
    exponent = sp.simplify(-best * m + best**2 * w * v / 2)
    return every(moment, vanishes(sp.simplify(exponent - sp.log(failure / (parts * entries)), force=True)))


@check(
    "statement",
    "smt",
    every="every variance; terms k = 1, 2, ... one by one, and any two probability vectors in such a ratio",
    wrong=[{"power": 2}, {"slack": 2}],
)
def theta_factor_is_close_to_constant(power=1, slack=1):
    """log probabilities of N(s) + N(t) and of one discrete Gaussian differ by at most `theta_log_ratio` of `theta_excess`."""
    return every(excess_bounds_the_series(power), normalised_ratio(slack))


@check(
    "statement",
    "symbolic",
    every="every variance, number of users, model and position within the grid",
    wrong={"factor": v * (k + 1) / k},
    needs=[theta_factor_is_close_to_constant],
)
def rounded_gaussians_share_the_factor(factor=v * k / (k + 1)):
    """Gaussian densities that add up to z are that of the Gaussian sum times T/sqrt(2 pi v), with v k/(k + 1) for v."""
    # The same for Gaussian densities with real offsets a and b (models and what rounding takes away), constants included.
    a, b = sp.symbols("a b", real=True)
    both = weight(x + a, k * v) + weight(z - x + b, v)
    centre = (k * (z + b) - a) / (k + 1)
    exponents = both - weight(z + a + b, (k + 1) * v) - weight(x - centre, v * k / (k + 1))
    peak = lambda variance: 1 / sp.sqrt(2 * sp.pi * variance)  # noqa: E731
    constants = peak(k * v) * peak(v) / (peak((k + 1) * v) * peak(factor)) - 1
    return all_vanish([sp.simplify(exponents), sp.simplify(constants)])


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
    "statement",
    "symbolic",
    every="every shift, grid and number of users and entries",
    wrong={"moved": sp.Rational(1, 2)},
)
def rounding_along_the_shift_reaches_its_bound(moved=1):
    """The shift lies along (1, ..., 1). Each entry of each user rounds by half a unit; in the other run by half against it."""
    length, grid, users = sp.symbols("length grid users", positive=True)
    entry = length / grid / sp.sqrt(entries) + moved * users
    return vanishes(entries * entry**2 - formulas.rounded_shift(length, grid, users, entries, SYMBOLIC) ** 2)
