"""lem:tight_adp_gauss: Gaussian noise on a shift, in any dimension, has the curve of one coordinate.

Neighbouring datasets shift the output by a vector v, t = |v|. With noise N(0, sigma^2 I) the loss depends on v only
through t, so the curve is the one of def:deltagauss with noise sigma/t, and it grows with t.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.gaussian.curve import bell
from proofs_check.lemmas.normal import density, eps, sigma
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference.formulas import delta_gauss

TIGHT = "lem:tight_adp_gauss"
x, v = sp.symbols("x v", real=True)
t = sp.Symbol("t", positive=True)
CURVE = [
    "gaussian.profile.formula_is_the_value_of_the_loss_set",
    "gaussian.profile.no_set_beats_the_likelihood_set",
]
SHIFT = ["gaussian.shift.curve_depends_on_the_length_only", "gaussian.shift.longer_shifts_are_worse"]


def coordinate_loss(scale) -> Outcome:
    """One coordinate of N(v, sigma^2 I) against N(0, sigma^2 I): its loss, the loss's mean under both, its variance."""
    loss = (v * x - v**2 / 2) / sigma**2
    ratio = density(x, v, sigma**2) / density(x, 0, sigma**2)
    moments = loss.subs(x, v), -loss.subs(x, 0), sp.diff(loss, x) ** 2 * sigma**2
    share = v**2 / t**2  # the coordinate's share of |v|^2 = t^2; shares sum to 1
    whole = (scale * sigma / t) ** 2
    wanted = share / (2 * whole), share / (2 * whole), share / whole
    return all_vanish([ratio - sp.exp(loss), *(a - b for a, b in zip(moments, wanted, strict=True))])


@check(
    TIGHT,
    method="symbolic",
    scope="every dimension: coordinate by coordinate, means and variances add up",
    universal=True,
    needs=CURVE,
    control=lambda: coordinate_loss(2),
)
def curve_depends_on_the_length_only() -> Outcome:
    """A shift of length t in any direction has the loss of one coordinate with noise sigma/t, so it has that curve."""
    return coordinate_loss(1)


@check(
    TIGHT,
    about="step:same-loss",
    method="symbolic",
    scope="every dimension: coordinate by coordinate, means and variances add up",
    universal=True,
    control=lambda: coordinate_loss(2),
)
def loss_distribution_is_that_of_one_coordinate() -> Outcome:
    """The loss is N(t^2/(2 sigma^2), t^2/sigma^2) in p dimensions as in one."""
    return coordinate_loss(1)


def slope_in_length(sign: int) -> Outcome:
    """The derivative of the curve in the length t is a normal density over sigma; at t = 0 nothing is gained for E >= 1."""
    grows = vanishes(
        sp.diff(delta_gauss(eps, sigma / t, 1, SYMBOLIC), t)
        - sign * bell(eps, sigma / t, sp.Integer(1)) / sigma
    )
    test, p, E = z3.Reals("test p E")
    return every(grows, prove([test >= 0, test <= 1, p >= 0, E >= 1], test * (p - E * p) <= 0))


@check(
    TIGHT,
    method="symbolic",
    scope="every eps >= 0, sigma > 0 and t >= 0",
    universal=True,
    needs=CURVE,
    control=lambda: slope_in_length(-1),
)
def longer_shifts_are_worse() -> Outcome:
    """The curve grows with the length of the shift, from 0 at t = 0: a bound on the length is all that is needed."""
    return slope_in_length(1)


@check(
    TIGHT,
    about="step:worst-case",
    method="symbolic",
    scope="every eps >= 0, sigma > 0 and t >= 0",
    universal=True,
    control=lambda: slope_in_length(-1),
)
def distance_s_is_the_worst_if_it_occurs() -> Outcome:
    """No pair of inputs at a distance below s has a larger curve than a pair at distance s."""
    return slope_in_length(1)


def some_pair_reaches(bound: int) -> Outcome:
    """q counts the records that are 1 among the datasets {}, {0}, {1}: is some pair of neighbours `bound` apart?"""
    counts = {"{}": 0, "{0}": 0, "{1}": 1}
    largest = max(abs(a - b) for a in counts.values() for b in counts.values())
    return at_most(Fraction(bound), Fraction(largest), ("bound s", "largest distance"), q=counts)


@check(
    TIGHT,
    about="inference:worst-case",
    method="exact",
    scope="one query that is 2-bounded and moves by 1 only",
    expect="fails",
    control=lambda: some_pair_reaches(1),
)
def no_inputs_need_be_s_apart() -> Outcome:
    """An s-bounded function need not have neighbours at distance s, so the argument cannot start from such a pair."""
    return some_pair_reaches(2)


def rotated_variance(variances: tuple[int, int]) -> Outcome:
    """Covariance diag(a, b) after a rotation by the angle with cosine 3/5: is its first entry still a?"""
    cosine, sine = Fraction(3, 5), Fraction(4, 5)
    turned = cosine**2 * variances[0] + sine**2 * variances[1]
    return equal_at(
        turned, Fraction(variances[0]), ("rotated variance", "variance"), covariance=variances, cosine=cosine
    )


@check(
    TIGHT,
    about="step:scale-vector",
    method="exact",
    scope="p = 2, variances 1 and 4",
    expect="fails",
    control=lambda: rotated_variance((4, 4)),
)
def different_scales_are_not_spherical() -> Outcome:
    """diag(sigma^2) with a vector sigma, as the statement opens, is not rotation invariant."""
    return rotated_variance((1, 4))


def entry_of_the_rotated_covariance(scale_k) -> Outcome:
    """One summand of entry (i, j) of R diag(sigma_k^2) R^T, against sigma^2 times that of R R^T = I."""
    R_ik, R_jk = sp.symbols("R_ik R_jk", real=True)
    return vanishes(R_ik * scale_k**2 * R_jk - sigma**2 * R_ik * R_jk)


@check(
    TIGHT,
    about="repair",
    method="symbolic",
    scope="every dimension and every orthogonal matrix: summand by summand",
    universal=True,
    control=lambda: entry_of_the_rotated_covariance(sp.Symbol("sigma_k", positive=True)),
)
def one_scale_is_rotation_invariant() -> Outcome:
    """With one scale for all coordinates, as in the mechanism itself, R (sigma^2 I) R^T = sigma^2 I."""
    return entry_of_the_rotated_covariance(sigma)


def reflection(strength: int) -> Outcome:
    """H = I - strength w w^T/|w|^2 with w = v - |v| e_1: H v against |v| e_1 in any entry, and H H^T against I."""
    first, entry, is_first = sp.symbols("v_1 v_l d", real=True)
    length = sp.Symbol("T", positive=True)  # |v|
    w_w, w_v = 2 * length**2 - 2 * length * first, length**2 - length * first
    w_l = entry - length * is_first
    image = entry - strength * w_l * w_v / w_w
    return all_vanish([image - length * is_first, -2 * strength / w_w + strength**2 * w_w / w_w**2])


@check(
    TIGHT,
    about="step:rotation",
    method="symbolic",
    scope="every dimension and every v that is not on the axis already: entry by entry",
    universal=True,
    control=lambda: reflection(1),
)
def some_orthogonal_map_aligns_the_shift() -> Outcome:
    """The reflection along v - |v| e_1 is orthogonal and takes v to |v| e_1."""
    return reflection(2)
