"""lem:tight_adp_gauss: Gaussian noise on a shift, in any dimension, has the curve of one coordinate.

Neighbouring datasets shift the output by a vector v, t = |v|. With noise N(0, sigma^2 I) the loss depends on v only
through t, so the curve is the one of def:deltagauss with noise sigma/t, and it grows with t.
"""

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.gaussian.profile import (
    bell,
    formula_is_the_value_of_the_loss_set,
    no_set_beats_the_likelihood_set,
)
from proofs_check.lemmas.normal import density, eps, sigma
from proofs_check.method.check import about, every
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference.formulas import delta_gauss

check = about("lem:tight_adp_gauss")
x, v = sp.symbols("x v", real=True)
t = sp.Symbol("t", positive=True)
CURVE = [formula_is_the_value_of_the_loss_set, no_set_beats_the_likelihood_set]


@check(
    "statement",
    "symbolic",
    every="every dimension: coordinate by coordinate, means and variances add up",
    wrong={"scale": 2},
    needs=CURVE,
)
def curve_depends_on_the_length_only(scale=1):
    """A shift of length t in any direction has the loss of one coordinate with noise sigma/t, so it has that curve."""
    # One coordinate of N(v, sigma^2 I) against N(0, sigma^2 I): its loss, the loss's mean under both, its variance.
    loss = (v * x - v**2 / 2) / sigma**2
    ratio = density(x, v, sigma**2) / density(x, 0, sigma**2)
    moments = loss.subs(x, v), -loss.subs(x, 0), sp.diff(loss, x) ** 2 * sigma**2
    share = v**2 / t**2  # the coordinate's share of |v|^2 = t^2; shares sum to 1
    whole = (scale * sigma / t) ** 2
    wanted = share / (2 * whole), share / (2 * whole), share / whole
    return all_vanish([ratio - sp.exp(loss), *(a - b for a, b in zip(moments, wanted, strict=True))])


@check("statement", "symbolic", every="every eps >= 0, sigma > 0 and t >= 0", wrong={"sign": -1}, needs=CURVE)
def longer_shifts_are_worse(sign=1):
    """The curve grows with the length of the shift, from 0 at t = 0: a bound on the length is all that is needed."""
    # The derivative of the curve in t is a normal density over sigma; at t = 0 nothing is gained for E >= 1.
    grows = vanishes(
        sp.diff(delta_gauss(eps, sigma / t, 1, SYMBOLIC), t)
        - sign * bell(eps, sigma / t, sp.Integer(1)) / sigma
    )
    test, p, E = z3.Reals("test p E")
    return every(grows, prove([test >= 0, test <= 1, p >= 0, E >= 1], test * (p - E * p) <= 0))


@check(
    "inference:worst-case",
    "exact",
    at="one query that is 2-bounded and moves by 1 only",
    expect="fails",
    wrong={"bound": 1},
)
def no_inputs_need_be_s_apart(bound=2):
    """An s-bounded function need not have neighbours at distance s, so the argument cannot start from such a pair."""
    # q counts the records that are 1 among the datasets {}, {0}, {1}: is some pair of neighbours `bound` apart?
    counts = {"{}": 0, "{0}": 0, "{1}": 1}
    largest = max(abs(a - b) for a in counts.values() for b in counts.values())
    return at_most(Fraction(bound), Fraction(largest), ("bound s", "largest distance"), q=counts)


@check(
    "step:scale-vector", "exact", at="p = 2, variances 1 and 4", expect="fails", wrong={"variances": (4, 4)}
)
def different_scales_are_not_spherical(variances=(1, 4)):
    """diag(sigma^2) with a vector sigma, as the statement opens, is not rotation invariant."""
    # Covariance diag(a, b) after a rotation by the angle with cosine 3/5: is its first entry still a?
    cosine, sine = Fraction(3, 5), Fraction(4, 5)
    turned = cosine**2 * variances[0] + sine**2 * variances[1]
    return equal_at(
        turned, Fraction(variances[0]), ("rotated variance", "variance"), covariance=variances, cosine=cosine
    )


@check(
    "repair",
    "symbolic",
    every="every dimension: every rotation is a product of rotations of two coordinates",
    wrong={"other": sp.Symbol("sigma_2", positive=True)},
)
def one_scale_is_rotation_invariant(other=sigma):
    """With one scale for all coordinates, as in the mechanism itself, R (sigma^2 I) R^T = sigma^2 I."""
    # R turns two coordinates, with cosine (1 - t^2)/(1 + t^2): the entries of R diag(sigma^2, other^2) R^T.
    t = sp.Symbol("t", real=True)
    R = sp.Matrix([[1 - t**2, -2 * t], [2 * t, 1 - t**2]]) / (1 + t**2)
    return all_vanish(R * sp.diag(sigma**2, other**2) * R.T - sigma**2 * sp.eye(2))


@check(
    "step:rotation",
    "symbolic",
    every="every dimension and every v that is not on the axis already: entry by entry",
    wrong={"strength": 1},
)
def some_orthogonal_map_aligns_the_shift(strength=2):
    """The reflection along v - |v| e_1 is orthogonal and takes v to |v| e_1."""
    # H = I - strength w w^T/|w|^2 with w = v - |v| e_1: H v against |v| e_1 in any entry, and H H^T against I.
    first, entry, is_first = sp.symbols("v_1 v_l d", real=True)
    length = sp.Symbol("T", positive=True)  # |v|
    w_w, w_v = 2 * length**2 - 2 * length * first, length**2 - length * first
    w_l = entry - length * is_first
    image = entry - strength * w_l * w_v / w_w
    return all_vanish([image - length * is_first, -2 * strength / w_w + strength**2 * w_w / w_w**2])
