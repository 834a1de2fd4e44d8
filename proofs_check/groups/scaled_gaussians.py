"""lem:group_privacy: the density ratio of N(0, k^2 S) and N(mu, k^2 S) at x is that of N(0, S) and N(mu/k, S) at x/k.

With P = S^(-1), symmetric, only three numbers enter, in any dimension: q = x'Px, c = mu'Px, m = mu'P mu.
"""

from fractions import Fraction

import sympy as sp

from proofs_check.gaussian.shift import curve_depends_on_the_length_only
from proofs_check.method.check import about
from proofs_check.method.replay import equal_at
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

check = about("lem:group_privacy")
q, c, m = sp.symbols("q c m", real=True)
k = sp.Symbol("k", positive=True)


@check("step:expansion", "symbolic", every="every dimension, entry by entry", wrong={"cross": 2})
def quadratic_form_expands(cross=1):
    """The quadratic form expands into four terms, and the one in x alone cancels."""
    # (x - mu) P (x - mu), one pair of entries, against its expansion.
    x, y, mu, nu, P = sp.symbols("x y mu nu P", real=True)
    return vanishes(
        sp.expand((x - mu) * P * (y - nu) - (x * P * y - cross * mu * P * y - x * P * nu + mu * P * nu))
    )


@check(
    "step:sign",
    "exact",
    at="one dimension: x = 7/10, mu = 13/10, variance 2, k = 3",
    expect="fails",
    wrong={"sign": 1},
)
def the_quotient_changes_its_sign(sign=-1):
    """The logarithm of the displayed quotient is -0.2925 here, that of the line below +0.2925: its sign is lost."""
    # log of e^{-a/2}/e^{-b/2} with the displayed exponents a, b, against sign/2 times the displayed bracket.
    x, mu, form, k = Fraction(7, 10), Fraction(13, 10), Fraction(1, 2), 3
    quotient = (-(x * k**2 * form * x) + (x - mu) * k**2 * form * (x - mu)) / 2
    line = sign * (-2 * mu * k**2 * form * x + mu * k**2 * form * mu) / 2
    return equal_at(quotient, line, ("log of the quotient", "exponent of the next line"), x=x, mu=mu, k=k)


@check("step:mean", "symbolic", at="one point is enough", expect="fails", wrong={"printed": False})
def substituting_the_mean_gives_k_cubed(printed=True):
    """Inserting mu = k mu_1 into the line before gives k^3 (-2 mu_1'Px + k mu_1'P mu_1), not what is displayed."""
    # k^2 (-2c + m) with mu = k mu_1: c = k c_1, m = k^2 m_1; against the display or the correct line.
    c1, m1 = sp.symbols("c1 m1", real=True)
    line = (k**2 * (-2 * c + m)).subs({c: k * c1, m: k**2 * m1}, simultaneous=True)
    return vanishes(sp.expand(line - (k * (-2 * c1 + m1 / k) if printed else k**3 * (-2 * c1 + k * m1))))


@check("step:point", "symbolic", at="one point is enough", expect="fails", wrong={"printed": False})
def substituting_the_point_leaves_k_squared(printed=True):
    """Inserting x = k x_1 into the display leaves k^2 at the mixed terms; the next display has none."""
    # The display k (-2 c_1 + m_1/k) with x = k x_1, against the next display; or the correct pair of lines.
    c11, m1 = sp.symbols("c11 m1", real=True)
    before = k * (-2 * k * c11 + m1 / k) if printed else (-2 * k * c11 + k * m1) / k
    return vanishes(sp.expand(before - (-2 * c11 + m1)))


@check(
    "step:last-fraction",
    "exact",
    at="one dimension, k = 2",
    expect="fails",
    wrong={"scale": 1, "sign": 1},
)
def stray_k_in_the_denominator(scale=4, sign=-1):
    """The last fraction keeps k^2 in the denominator's exponent only; and the sign that was lost above comes back."""
    # The ratio with k^2 only in the denominator's form, k = 2: is its log sign/2 times the bracket of the line before?
    x2, cross, mean = Fraction(1), Fraction(0), Fraction(1)
    printed = (-x2 + scale * (x2 - 2 * cross + mean)) / 2
    line = sign * (-2 * cross + mean) / 2
    return equal_at(printed, line, ("log of the printed ratio", "line before"), q=x2, m=mean, k=2)


@check(
    "step:consequence",
    "symbolic",
    every="every eps, sigma and k",
    wrong={"noise": lambda sigma: sigma},
    needs=[curve_depends_on_the_length_only],
)
def scaled_noise_scaled_shift(noise=lambda sigma: k * sigma):
    """k times the noise for k times the sensitivity has the same (eps, delta): no factor on eps."""
    # Noise of this deviation on a shift of k, against noise sigma on a shift of 1.
    eps, sigma = sp.Symbol("eps", real=True), sp.Symbol("sigma", positive=True)
    return vanishes(delta_gauss(eps, noise(sigma) / k, 1, SYMBOLIC) - delta_gauss(eps, sigma, 1, SYMBOLIC))
