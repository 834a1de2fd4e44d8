"""The privacy curve of the Gaussian mechanism (def:deltagauss), in equal forms that do not cancel or underflow."""

from __future__ import annotations

from collections.abc import Sequence

from reference.arithmetic import FLOATS, Arithmetic, Number


def gauss_margins(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> list[Number]:
    """The two arguments of erfc in def:deltagauss."""
    sigma_p = 1 / sigma
    mu_p = sigma_p**2 / 2
    spread = num.sqrt(2 * K_comp) * sigma_p
    return [(eps - K_comp * mu_p) / spread, (eps + K_comp * mu_p) / spread]


def delta_gauss(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> Number:
    """The privacy curve of the Gaussian mechanism, def:deltagauss."""
    inside, outside = map(num.erfc, gauss_margins(eps, sigma, K_comp, num))
    return (inside - num.exp(eps) * outside) / 2


def delta_gauss_complement(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> Number:
    """1 - delta, without cancellation where delta is close to 1 (erfc(-x) = 2 - erfc(x))."""
    x, y = gauss_margins(eps, sigma, K_comp, num)
    return (num.erfc(-x) + num.exp(eps) * num.erfc(y)) / 2


def averaged_delta(chances: Sequence[Number], deltas: Sequence[Number]) -> Number:
    """delta of a mechanism with randomness r of its own, from delta_r for each r: the average. Repair of lem:m1."""
    first, *others = (chance * delta for chance, delta in zip(chances, deltas, strict=True))
    return sum(others, start=first)


def budget_ratio(Lambda: Number, R: Number, c: Number, K: Number, num: Arithmetic = FLOATS) -> Number:
    """eps of the one-vs-rest SVM with radius R/sqrt(K) over eps of SoftmaxReg with radius R, C2.2."""
    return (Lambda * R + num.sqrt(K) * c) / (Lambda * R + num.sqrt(2) * c)


def one_vs_one_models(K: Number) -> Number:
    """The pairs of classes that a replaced record reaches: not those among the other K - 2 classes. Repair of C2.2."""
    return 2 * K - 3


def one_vs_one_ratio_squared(K: Number) -> Number:
    """(Joint shift of one-vs-one over that of one-vs-rest)^2, with K balanced classes: 2n/K records a pair. Repair of C2.2."""
    return one_vs_one_models(K) * K / 4


def delta_gauss_exponent(eps: Number, sigma: Number, K_comp: Number) -> Number:
    """x^2 for the first argument x of def:deltagauss; rational if the inputs are."""
    mu_p = 1 / sigma**2 / 2
    return (eps - K_comp * mu_p) ** 2 / (2 * K_comp / sigma**2)


def delta_gauss_factor(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> Number:
    """delta e^{x^2} for eps >= K_comp mu_p: with erfcx(x) = e^{x^2} erfc(x) the two terms no longer underflow."""
    x_squared = delta_gauss_exponent(eps, sigma, K_comp)
    return (num.erfcx_of_root(x_squared) - num.erfcx_of_root(x_squared + eps)) / 2
