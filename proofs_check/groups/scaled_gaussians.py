"""lem:group_privacy: the density ratio of N(0, k^2 S) and N(mu, k^2 S) at x is that of N(0, S) and N(mu/k, S) at x/k.

With P = S^(-1), symmetric, only three numbers enter, in any dimension: q = x'Px, c = mu'Px, m = mu'P mu.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import equal_at
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

LEMMA = "lem:group_privacy"
q, c, m = sp.symbols("q c m", real=True)
k = sp.Symbol("k", positive=True)


def normalisation(root: bool) -> Outcome:
    """Over the powers of 2 pi: 1/sqrt(det) against what the display has, at det = 4."""
    printed = Fraction(1, 2) if root else Fraction(1, 4)
    return equal_at(printed, Fraction(1, 2), ("printed constant", "normalising constant"), det=4)


@check(
    LEMMA,
    about="step:normalisation",
    method="exact",
    scope="one dimension, k^2 S = 4",
    expect="fails",
    control=lambda: normalisation(root=True),
)
def root_of_the_determinant_is_missing() -> Outcome:
    """The density has 1/sqrt(det), the display 1/det; both cancel."""
    return normalisation(root=False)


def inverted(scale: Fraction) -> Outcome:
    """The inverse of k^2 S for S = 1, k = 2, against scale S^(-1)."""
    return equal_at(scale, 1 / Fraction(4), ("printed inverse", "inverse of k^2 S"), k=2, S=1)


@check(
    LEMMA,
    about="step:inverse",
    method="exact",
    scope="one dimension, k = 2, S = 1",
    expect="fails",
    control=lambda: inverted(Fraction(1, 4)),
)
def inverse_divides_by_k_squared() -> Outcome:
    """(k^2 S)^(-1) = S^(-1)/k^2; the display multiplies by k^2."""
    return inverted(Fraction(4))


def expanded(cross: int) -> Outcome:
    """(x - mu) P (x - mu), one pair of entries, against its expansion."""
    x, y, mu, nu, P = sp.symbols("x y mu nu P", real=True)
    return vanishes(
        sp.expand((x - mu) * P * (y - nu) - (x * P * y - cross * mu * P * y - x * P * nu + mu * P * nu))
    )


@check(
    LEMMA,
    about="step:expansion",
    method="symbolic",
    scope="every dimension, entry by entry",
    universal=True,
    control=lambda: expanded(2),
)
def quadratic_form_expands() -> Outcome:
    """The quadratic form expands into four terms, and the one in x alone cancels."""
    return expanded(1)


def first_substitution(printed: bool) -> Outcome:
    """k^2 (-2c + m) with mu = k mu_1: c = k c_1, m = k^2 m_1; against the display or the correct line."""
    c1, m1 = sp.symbols("c1 m1", real=True)
    line = (k**2 * (-2 * c + m)).subs({c: k * c1, m: k**2 * m1}, simultaneous=True)
    return vanishes(sp.expand(line - (k * (-2 * c1 + m1 / k) if printed else k**3 * (-2 * c1 + k * m1))))


@check(
    LEMMA,
    about="step:mean",
    method="symbolic",
    scope="one point is enough",
    expect="fails",
    control=lambda: first_substitution(printed=False),
)
def substituting_the_mean_gives_k_cubed() -> Outcome:
    """Inserting mu = k mu_1 into the line before gives k^3 (-2 mu_1'Px + k mu_1'P mu_1), not what is displayed."""
    return first_substitution(printed=True)


def second_substitution(printed: bool) -> Outcome:
    """The display k (-2 c_1 + m_1/k) with x = k x_1, against the next display; or the correct pair of lines."""
    c11, m1 = sp.symbols("c11 m1", real=True)
    before = k * (-2 * k * c11 + m1 / k) if printed else (-2 * k * c11 + k * m1) / k
    return vanishes(sp.expand(before - (-2 * c11 + m1)))


@check(
    LEMMA,
    about="step:point",
    method="symbolic",
    scope="one point is enough",
    expect="fails",
    control=lambda: second_substitution(printed=False),
)
def substituting_the_point_leaves_k_squared() -> Outcome:
    """Inserting x = k x_1 into the display leaves k^2 at the mixed terms; the next display has none."""
    return second_substitution(printed=True)


def last_fraction(scale: int) -> Outcome:
    """The ratio with k^2 only in the denominator's form, k = 2: does its log equal the line before?"""
    x2, cross, mean = Fraction(1), Fraction(0), Fraction(1)
    printed = (-x2 + scale * (x2 - 2 * cross + mean)) / 2
    return equal_at(
        printed, (-2 * cross + mean) / 2, ("log of the printed ratio", "line before"), q=x2, m=mean, k=2
    )


@check(
    LEMMA,
    about="step:last-fraction",
    method="exact",
    scope="one dimension, k = 2",
    expect="fails",
    control=lambda: last_fraction(1),
)
def stray_k_in_the_denominator() -> Outcome:
    """The last fraction keeps k^2 in the denominator's exponent only."""
    return last_fraction(4)


def same_guarantee(noise) -> Outcome:
    """Noise of this deviation on a shift of k, against noise sigma on a shift of 1."""
    eps, sigma = sp.Symbol("eps", real=True), sp.Symbol("sigma", positive=True)
    return vanishes(delta_gauss(eps, noise(sigma) / k, 1, SYMBOLIC) - delta_gauss(eps, sigma, 1, SYMBOLIC))


@check(
    LEMMA,
    about="step:consequence",
    method="symbolic",
    scope="every eps, sigma and k",
    universal=True,
    needs=["gaussian.shift.curve_depends_on_the_length_only"],
    control=lambda: same_guarantee(lambda sigma: sigma),
)
def scaled_noise_scaled_shift() -> Outcome:
    """k times the noise for k times the sensitivity has the same (eps, delta): no factor on eps."""
    return same_guarantee(lambda sigma: k * sigma)
