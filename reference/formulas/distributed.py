"""Noise of many users and fixed-point sums: the printed share of the noise, and the accounting of noise on a grid."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from reference.arithmetic import FLOATS, Arithmetic, Number


def noise_per_user(sigma: Number, t: Number, w: Number, num: Arithmetic = FLOATS) -> Number:
    """σ~, the share of the noise that each of w users adds when a fraction t of them is honest."""
    return sigma / num.sqrt(t * w)  # alg:dist_blindavg


def simulation_loss(eps: Number, nu: Number, num: Arithmetic = FLOATS) -> Number:
    """What delta grows by when an advantage of nu in telling protocol from ideal sum is admitted on both datasets."""
    return (1 + num.exp(eps)) * nu  # thm:distributed_blindavg


def sum_fits(w: Number, largest: Number, B: Number) -> Number:  # repair of sec:non_interactive_secsum
    """How far w entries of absolute value at most `largest` stay below B/2; above 0, their sum mod B determines their sum.

    Exact when B is a Fraction; B / 2 of a whole number would be a float.
    """
    return B / 2 - w * largest


def effective_noise(sigma: Number, honest: Number, t: Number, w: Number, num: Arithmetic = FLOATS) -> Number:
    """σ that is left when `honest` users' noise is in the sum: σ sqrt((t - rho)/t) if they are (t - rho)w. Repair."""
    return noise_per_user(sigma, t, w, num) * num.sqrt(honest)


def rounded_shift(
    shift: Number, grid: Number, users: Number, entries: Number, num: Arithmetic = FLOATS
) -> Number:
    """Distance of two sums in grid units after rounding the models of `users` changed users. Repair.

    Each entry of each of them moves by up to half a unit in either run.
    """
    return shift / grid + users * num.sqrt(entries)


def theta_excess(variance: Number, pi: Number, num: Arithmetic = FLOATS) -> Number:
    """Bounds the sum of u^(k^2) over k >= 1, u = e^{-2 pi^2 variance}: what Poisson summation adds to an integral. Repair."""
    u = num.exp(-2 * pi**2 * variance)
    return u / (1 - u)


def theta_log_ratio(excess: Number, num: Arithmetic = FLOATS) -> Number:
    """log of the largest over the smallest sum of e^{-(x-a)^2/(2 variance)} over whole x, as a varies. Repair."""
    return num.log((1 + 2 * excess) / (1 - 2 * excess))


def concentrated_rho(shift: Number, variance: Number) -> Number:
    """Renyi divergence over its order, of Gaussian or discrete Gaussian noise that is shifted. Repair."""
    return shift**2 / (2 * variance)


def order_gain(alpha: Number, delta: Number, num: Arithmetic = FLOATS) -> Number:
    """What delta buys at the Renyi order alpha > 1; see `epsilon_of_order`. Repair."""
    return (num.log(delta) + num.log(alpha - 1) - alpha * num.log(1 - 1 / alpha)) / (alpha - 1)


def epsilon_of_order(alpha: Number, rho: Number, delta: Number, num: Arithmetic = FLOATS) -> Number:
    """eps from a Renyi divergence alpha rho: delta = e^{(alpha-1)(alpha rho - eps)}/(alpha-1) (1 - 1/alpha)^alpha. Repair."""
    return alpha * rho - order_gain(alpha, delta, num)


def rho_of_order(alpha: Number, eps: Number, delta: Number, num: Arithmetic = FLOATS) -> Number:
    """The rho that meets (eps, delta) at the order alpha: the inverse of `epsilon_of_order`. Repair."""
    return (eps + order_gain(alpha, delta, num)) / alpha


def noise_reach(
    deviation: Number, w: Number, entries: Number, failure: Number, num: Arithmetic = FLOATS
) -> Number:
    """What no entry of the sum of w sub-Gaussian noises exceeds, but for a probability of `failure`. Repair."""
    return deviation * num.sqrt(2 * w * num.log(2 * entries / failure))


def hypergeometric_tail(marked: int, population: int, drawn: int, at_least: int) -> Fraction:
    """The probability that `drawn` of the population, without replacement, hold `at_least` marked ones."""
    ways = sum(comb(marked, i) * comb(population - marked, drawn - i) for i in range(at_least, drawn + 1))
    return Fraction(ways, comb(population, drawn))


def opened_uploads(w: int, k: int, threshold: int, corrupted: int) -> Fraction:
    """Bounds the probability that some user has `threshold` corrupted neighbours, who open its keys. ours:secagg_graph"""
    return w * hypergeometric_tail(corrupted, w - 1, k, threshold)


def split_graphs(w: int, k: int, gone: int) -> Fraction:
    """Bounds the probability that the users who are not gone fall apart. ours:secagg_graph

    They do only if two separate runs of k/2 in the ring are gone: at most C(w, 2) pairs, each gone with C(gone, k)/C(w, k).
    """
    return Fraction(0) if k == w - 1 else Fraction(comb(w, 2) * comb(gone, k), comb(w, k))


def unopened_keys(w: int, k: int, threshold: int, dropped: int) -> Fraction:
    """Bounds the probability that too few holders of some key stay, so that the round ends without a sum. ours:secagg_graph

    A user that stays holds a share of its own keys; one that drops out takes it along.
    """
    staying = (w - dropped) * hypergeometric_tail(dropped, w - 1, k, k + 2 - threshold)
    leaving = dropped and dropped * hypergeometric_tail(dropped - 1, w - 1, k, k + 1 - threshold)
    return staying + leaving


def meeting_quorum(w: int, honest: int) -> int:
    """The least number of users of whom any two groups have an honest user in common: half of 2w - honest, and one more."""
    return w - (honest - 1) // 2  # ours:secagg_graph
