"""def:deltagauss: the printed erfc formula is the exact hockey-stick divergence of K_comp Gaussian releases.

P is N(1, sigma^2) in each of K coordinates, Q is N(0, sigma^2). The divergence is the supremum over all sets S of
P(S) - e^eps Q(S). The loss log p/q is linear in the sum of the coordinates, so it is normal under P and under Q; the
best set is where it exceeds eps, and the two probabilities of that set are the two terms of the formula. Below are the equal
forms that the accountant evaluates.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import sympy as sp
import z3
from flint import acb, arb

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.normal import K, density, eps, m, sigma, tail, v, x
from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, Symbols, all_vanish, vanishes
from reference.formulas import (
    delta_gauss,
    delta_gauss_complement,
    delta_gauss_exponent,
    delta_gauss_factor,
    gauss_margins,
)

PROFILE = "def:deltagauss"
check = about(PROFILE)


def loss(at):
    """log p/q of one coordinate, at the output `at`."""
    return at / sigma**2 - 1 / (2 * sigma**2)


def loss_moments(mean):
    """Mean and variance of the K losses together, if each coordinate is N(mean, sigma^2)."""
    return K * loss(mean), K * sigma**2 * sp.diff(loss(x), x) ** 2


@check(
    "statement",
    "symbolic",
    every="every sigma > 0 and every output; densities of K coordinates multiply, so their losses add",
    wrong={"candidate": x / sigma**2},
)
def loss_is_linear_in_the_output(candidate=loss(x)):
    """log p/q = x/sigma^2 - 1/(2 sigma^2) in each coordinate: only the sum of the outputs matters."""
    p, q = density(x, 1, sigma**2), density(x, 0, sigma**2)
    return vanishes(p / q - sp.exp(candidate))


@check("statement", "symbolic", every="every mean and every variance", wrong={"spread": 2})
def erfc_is_the_normal_tail(spread=1):
    """erfc((t - m)/sqrt(2v))/2 is the probability that N(m, v) exceeds t."""
    # The normal tail: its derivative is minus the density, and it vanishes at infinity.
    above = tail(x, m, spread * v)
    slope = vanishes(sp.diff(above, x) + density(x, m, v))
    end = sp.limit(tail(x, 0, 1), x, sp.oo)
    return every(slope, Outcome("holds" if end == 0 else "fails", "sympy: the tail vanishes at infinity"))


@check(
    "statement",
    "symbolic",
    every="every real eps, sigma > 0 and K >= 1",
    wrong={"weight": 1},
    needs=[loss_is_linear_in_the_output, erfc_is_the_normal_tail],
)
def formula_is_the_value_of_the_loss_set(weight=sp.exp(eps)):
    """The loss is N(K/(2 sigma^2), K/sigma^2) under P, with the opposite mean under Q.

    The formula is P(loss > eps) - e^eps Q(loss > eps).
    """
    inside, outside = tail(eps, *loss_moments(1)), tail(eps, *loss_moments(0))
    return vanishes(delta_gauss(eps, sigma, K, SYMBOLIC) - (inside - weight * outside))


@check(
    "statement",
    "smt",
    every="every output, every set and every randomised test, for any two densities",
    wrong={"threshold": 2},
    needs=[loss_is_linear_in_the_output],
)
def no_set_beats_the_likelihood_set(threshold=1):
    """Pointwise t(p - e^eps q) <= max(0, p - e^eps q), which the set {p > e^eps q} = {loss > eps} attains."""
    t, p, q, E = z3.Reals("t p q E")
    chosen = z3.If(p > threshold * E * q, p - E * q, 0)
    return prove([t >= 0, t <= 1, p >= 0, q >= 0, E > 0], t * (p - E * q) <= chosen)


POINTS = (
    (Fraction(0), Fraction(1), 1),
    (Fraction(3, 5), Fraction(7, 2), 1),
    (Fraction(2), Fraction(2), 10),
    (Fraction(40), Fraction(1), 100),
    (Fraction(5), Fraction(50), 100),
)


def divergence_by_integration(eps: Fraction, sigma: Fraction, K: int) -> arb:
    """The integral of max(0, p - e^eps q) for N(tau, 1) against N(0, 1), from where the two cross; the far tail is enclosed."""
    shift = BALLS.sqrt(K) / exact(sigma)
    crossing = exact(eps) / shift + shift / 2
    end = crossing + shift + 40
    weight, unit = exact(eps).exp(), (2 * arb.pi()).sqrt()

    def excess(z: acb, _: bool) -> acb:
        return ((-((z - shift) ** 2) / 2).exp() - weight * (-(z**2) / 2).exp()) / unit

    rest = (-((end - shift) ** 2) / 2).exp()  # P beyond `end`, by the Gaussian tail bound
    return acb.integral(excess, acb(crossing), acb(end)).real + arb(0).union(rest)


@check("statement", "interval", at="five points (eps, sigma, K)", wrong={"rescale": 2})
def integral_of_the_excess_agrees(rescale=1):
    """The divergence integrated in balls, without erfc, encloses the value of the formula."""
    # The formula with K * rescale releases against the integral, at each point, to 25 digits.

    def difference(eps, sigma, releases):
        formula = delta_gauss(exact(eps), exact(sigma), exact(releases * rescale), BALLS)
        return divergence_by_integration(eps, sigma, releases) - formula

    for point_eps, point_sigma, releases in POINTS:
        gap = certified(partial(difference, point_eps, point_sigma, releases))
        numbers = shown(eps=point_eps, sigma=point_sigma, K=releases, difference=gap)
        if 0 not in gap:
            return Outcome("fails", "the formula is not the integral", numbers)
        if gap.hi - gap.lo > Fraction(1, 10**25):
            return Outcome("undecided", "the enclosure is too wide", numbers)
    return Outcome("holds", f"{len(POINTS)} points: the difference is enclosed within 10^-25 of 0", numbers)


def inner(eps, sigma, K):
    """The argument of the first erfc."""
    return (eps - K / (2 * sigma**2)) / (sp.sqrt(2 * K) / sigma)


def bell(eps, sigma, K):
    """The normal density at the best threshold, in standard units."""
    return sp.exp(-(inner(eps, sigma, K) ** 2)) / sp.sqrt(2 * sp.pi)


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
    other = delta_gauss_complement(eps, sigma, K, SYMBOLIC)
    return vanishes((1 - delta_gauss(eps, sigma, K, SYMBOLIC) - sign * other).rewrite(sp.erf))
