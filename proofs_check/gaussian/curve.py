"""def:deltagauss as a function of eps, sigma and K_comp: its slopes, and the equal forms that the accountant evaluates."""

from __future__ import annotations

import sympy as sp

from proofs_check.gaussian.profile import PROFILE
from proofs_check.lemmas.normal import K, eps, sigma
from proofs_check.method.check import Outcome, about
from proofs_check.method.symbolic import SYMBOLIC, Symbols, all_vanish, vanishes
from reference.formulas import (
    delta_gauss,
    delta_gauss_complement,
    delta_gauss_exponent,
    delta_gauss_factor,
    gauss_margins,
)

check = about(PROFILE)

tau = sp.Symbol("tau", positive=True)


def outer(eps, sigma, K):
    """The argument of the second erfc."""
    return (eps + K / (2 * sigma**2)) / (sp.sqrt(2 * K) / sigma)


def inner(eps, sigma, K):
    """The argument of the first erfc."""
    return (eps - K / (2 * sigma**2)) / (sp.sqrt(2 * K) / sigma)


def derivative_is(variable, value) -> Outcome:
    """The derivative of the formula in this variable, against a value whose sign is visible."""
    return vanishes(sp.diff(delta_gauss(eps, sigma, K, SYMBOLIC), variable) - value)


@check(
    "statement",
    "symbolic",
    every="every real eps, sigma > 0 and K >= 1",
    wrong={"value": -sp.exp(eps) * sp.erfc(outer(eps, sigma, K))},
)
def falls_in_eps(value=-sp.exp(eps) * sp.erfc(outer(eps, sigma, K)) / 2):
    """The derivative in eps is -e^eps erfc(.)/2 < 0: the two densities cancel."""
    return derivative_is(eps, value)


def bell(eps, sigma, K):
    """The normal density at the best threshold, in standard units."""
    return sp.exp(-(inner(eps, sigma, K) ** 2)) / sp.sqrt(2 * sp.pi)


@check(
    "statement",
    "symbolic",
    every="every real eps, sigma > 0 and K >= 1",
    wrong={"value": sp.sqrt(K) / sigma**2 * bell(eps, sigma, K)},
)
def falls_in_sigma(value=-sp.sqrt(K) / sigma**2 * bell(eps, sigma, K)):
    """The derivative in sigma is -sqrt(K)/sigma^2 times a normal density, so it is negative."""
    return derivative_is(sigma, value)


@check("statement", "symbolic", every="every real eps, tau > 0 and K >= 1", wrong={"power": 1})
def only_the_ratio_matters(power=sp.Rational(1, 2)):
    """K releases with noise sigma are one release whose datasets are tau = sqrt(K)/sigma standard deviations apart."""
    gap = delta_gauss(eps, K**power / tau, K, SYMBOLIC) - delta_gauss(eps, 1 / tau, 1, SYMBOLIC)
    return vanishes(gap)


class FactoredRoots(Symbols):
    """Symbols whose roots are taken of the factored argument, so that the root of a square is seen."""

    def erfcx_of_root(self, value):
        return sp.exp(value) * sp.erfc(sp.sqrt(sp.factor(value)))


@check("repair", "symbolic", every="every sigma > 0, K >= 1 and eps > K mu_p", wrong={"sign": 2})
def scaled_form_is_the_same(sign=1):
    """delta = e^{-x^2} (erfcx(x) - erfcx(y))/2 with erfcx(z) = e^{z^2} erfc(z): the form that never underflows."""
    # The formula for eps = K mu_p + w, w > 0, against e^{-x^2} times the factor that the accountant evaluates far out.
    w = sp.Symbol("w", positive=True)
    point = (K / (2 * sigma**2) + w, sigma, K)
    scaled = sp.exp(-sign * delta_gauss_exponent(*point)) * delta_gauss_factor(*point, FactoredRoots())
    return vanishes(delta_gauss(*point, SYMBOLIC) - scaled)


@check("repair", "symbolic", every="every eps, sigma > 0 and K >= 1", wrong={"factor": 2})
def exponent_is_the_square_of_the_margin(factor=1):
    """The exponent that the accountant splits off is the square of the first margin, and eps more is that of the second."""
    x, y = gauss_margins(eps, sigma, K, SYMBOLIC)
    squared = factor * delta_gauss_exponent(eps, sigma, K)
    return all_vanish([squared - x**2, squared + eps - y**2])


@check("repair", "symbolic", every="every real eps, sigma > 0 and K >= 1", wrong={"sign": 2})
def complement_is_the_same(sign=1):
    """1 - delta = (erfc(-x) + e^eps erfc(y))/2: the form without cancellation where delta is close to 1."""
    # 1 - delta against the sum of two error functions that the accountant uses where delta is close to 1.
    other = delta_gauss_complement(eps, sigma, K, SYMBOLIC)
    return vanishes((1 - delta_gauss(eps, sigma, K, SYMBOLIC) - sign * other).rewrite(sp.erf))
