"""lem:gauss_mech: Gaussian noise on several releases that each move by a bounded amount, in any dimension.

The curve of a shift of length t is the one of def:deltagauss with noise sigma/t, and it grows with t
(`gaussian_shift.py`); K releases that each move by at most s have t <= sqrt(K) s.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.profile import reflection_exchanges_the_two_datasets
from proofs_check.gaussian.shift import SHIFT
from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import Outcome, about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

check = about("lem:gauss_mech")
s, K = sp.symbols("s K", positive=True)


@check(
    "repair", "smt", every="every number of releases, by induction, and every dimension", wrong={"cross": 2}
)
def joint_shift_grows_like_the_root(cross=0):
    """Releases side by side add their squared shifts, so K of them move by at most sqrt(K) s."""
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


def in_units_of_s(noise) -> Outcome:
    """Noise of this standard deviation on a shift of sqrt(K) s, against the printed curve."""
    return vanishes(
        delta_gauss(eps, noise / (sp.sqrt(K) * s), 1, SYMBOLIC) - delta_gauss(eps, sigma, K, SYMBOLIC)
    )


@check(
    "repair",
    "symbolic",
    every="every eps >= 0, sigma > 0, s > 0 and K_comp >= 1",
    wrong={"noise": sigma},
    needs=[*SHIFT, joint_shift_grows_like_the_root, reflection_exchanges_the_two_datasets],
)
def worst_shift_has_the_printed_curve(noise=sigma * s):
    """A shift of length sqrt(K) s under noise sigma s has exactly delta(eps, K_comp); shorter shifts have less."""
    return in_units_of_s(noise)


@check(
    "premise:independent-noise",
    "interval",
    at="two scalar releases with the same noise",
    expect="fails",
    wrong={"correlation": Fraction(0)},
)
def reused_noise_cancels(correlation=Fraction(1)):
    """If both releases carry the same noise, their difference shows q_1 - q_2 exactly: delta is 1."""
    spread = 2 * (1 - correlation)  # variance of the difference of the two noises

    def above(mean: int):
        margin = Fraction(1, 2) - mean
        if spread == 0:
            return exact(int(margin < 0))
        return BALLS.erfc(exact(margin) / BALLS.sqrt(2 * spread)) / 2

    gained = certified(lambda: above(1) - BALLS.exp(1) * above(0))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(2), BALLS))
    return at_most(gained, printed, ("P(S) - e P'(S)", "printed delta"), eps=1, sigma=1, s=1, K_comp=2)
