"""lem:gauss_mech: Gaussian noise on several releases that each move by a bounded amount, in any dimension.

The curve of a shift of length t is the one of def:deltagauss with noise sigma/t, and it grows with t
(`gaussian_shift.py`); K releases that each move by at most s have t <= sqrt(K) s.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.shift import SHIFT
from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

MECHANISM = "lem:gauss_mech"
s, K = sp.symbols("s K", positive=True)


def joint_shift(cross: int) -> Outcome:
    """If k releases move by at most k s^2 in squared norm, then k + 1 by at most (k + 1) s^2; `cross` adds an inner product."""
    k, total, new, bound, inner = z3.Reals("k total new s inner")
    premises = [
        k >= 0,
        total >= 0,
        new >= 0,
        total <= k * bound**2,
        new <= bound**2,
        inner * inner <= total * new,
    ]
    return prove(premises, total + new + cross * inner <= (k + 1) * bound**2)


@check(
    MECHANISM,
    about="repair",
    method="smt",
    scope="every number of releases, by induction, and every dimension",
    universal=True,
    control=lambda: joint_shift(2),
)
def joint_shift_grows_like_the_root() -> Outcome:
    """Releases side by side add their squared shifts, so K of them move by at most sqrt(K) s."""
    return joint_shift(0)


def in_units_of_s(noise) -> Outcome:
    """Noise of this standard deviation on a shift of sqrt(K) s, against the printed curve."""
    return vanishes(
        delta_gauss(eps, noise / (sp.sqrt(K) * s), 1, SYMBOLIC) - delta_gauss(eps, sigma, K, SYMBOLIC)
    )


@check(
    MECHANISM,
    about="repair",
    method="symbolic",
    scope="every eps >= 0, sigma > 0, s > 0 and K_comp >= 1",
    universal=True,
    needs=[
        *SHIFT,
        "gaussian.mechanism.joint_shift_grows_like_the_root",
        "gaussian.profile.reflection_exchanges_the_two_datasets",
    ],
    control=lambda: in_units_of_s(sigma),
)
def worst_shift_has_the_printed_curve() -> Outcome:
    """A shift of length sqrt(K) s under noise sigma s has exactly delta(eps, K_comp); shorter shifts have less."""
    return in_units_of_s(sigma * s)


def difference_of_two_releases(correlation: Fraction) -> Outcome:
    """q_1 moves by s = 1, q_2 stays; S = {y_1 - y_2 > 1/2}, noise sigma = 1 in both with this correlation, eps = 1."""
    spread = 2 * (1 - correlation)  # variance of the difference of the two noises

    def above(mean: int):
        margin = Fraction(1, 2) - mean
        if spread == 0:
            return exact(int(margin < 0))
        return BALLS.erfc(exact(margin) / BALLS.sqrt(2 * spread)) / 2

    gained = certified(lambda: above(1) - BALLS.exp(1) * above(0))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(2), BALLS))
    return at_most(gained, printed, ("P(S) - e P'(S)", "printed delta"), eps=1, sigma=1, s=1, K_comp=2)


@check(
    MECHANISM,
    about="premise:independent-noise",
    method="interval",
    scope="two scalar releases with the same noise",
    expect="fails",
    control=lambda: difference_of_two_releases(Fraction(0)),
)
def reused_noise_cancels() -> Outcome:
    """If both releases carry the same noise, their difference shows q_1 - q_2 exactly: delta is 1."""
    return difference_of_two_releases(Fraction(1))
