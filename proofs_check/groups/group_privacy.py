"""cor:group_privacy: groups of Y records under the noise of the algorithm, which does not know Y.

tau = sqrt(K_comp)/sigma for one record, Y tau for a group that moves together. Along a ray eps = z tau the curve grows in tau:
so eps at a fixed delta grows faster than tau, and Y eps is too little for a group, for every Y > 1, sigma and delta.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.normal import SIGMA, density, tail
from proofs_check.method.check import Outcome, about, theorem
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

check = about("cor:group_privacy")
SIGMA_AT_1_2 = Fraction("3.17")  # a little more than (1.2, 1e-5) needs
tau, z, Y = sp.symbols("tau z Y", positive=True)
ONE = sp.Integer(1)


def group_at(size: int, eps_one: Fraction, noise: Fraction) -> Outcome:
    """A group of this size, noise for (eps_one, 1e-5) of one record: delta at size times eps_one, against 1e-5."""
    truth = certified(lambda: delta_gauss(exact(size * eps_one), exact(noise / size), exact(1), BALLS))
    names = ("delta of the group", "target delta")
    return at_most(truth, Fraction(1, 10**5), names, group=size, eps_of_one=eps_one, sigma=noise)


@check(
    "reading:eps-times-Y",
    "interval",
    at="(0.6, 1e-5) for one record, a group of 50",
    expect="fails",
    wrong={"size": 1},
)
def fifty_records_at_fifty_eps(size=50):
    """Noise for (0.6, 1e-5): 50 records, a whole user of the experiments, have delta = 0.69 at eps = 30."""
    return group_at(size, Fraction("0.6"), SIGMA)


@check(
    "reading:eps-times-Y",
    "interval",
    at="(1.2, 1e-5) for one record, a group of 50",
    expect="fails",
    wrong={"size": 1},
)
def fifty_records_at_larger_eps(size=50):
    """Noise for (1.2, 1e-5): 50 records have delta over 0.9999 at eps = 60."""
    return group_at(size, Fraction("1.2"), SIGMA_AT_1_2)


@check(
    "reading:eps-times-Y",
    "interval",
    at="(0.6, 1e-5) for one record, a group of 2",
    expect="fails",
    wrong={"size": 1},
)
def two_records_already(size=2):
    """Two records have delta = 2.7e-5 at eps = 1.2."""
    return group_at(size, Fraction("0.6"), SIGMA)


@check(
    "repair",
    "symbolic",
    every="every z > 0 and tau > 0",
    wrong={"slope": z + tau / 2},
    needs=[theorem("gaussian.curve_theorem", "ONE_NUMBER")],
)
def curve_along_a_ray(slope=z):
    """Along eps = z tau the curve has the slope e^(z tau) (phi(y) - z Phi(-y)) with y = z + tau/2."""
    y = z + tau / 2
    growth = sp.exp(z * tau) * (density(y, 0, ONE) - slope * tail(y, 0, ONE))
    return vanishes(sp.diff(delta_gauss(z * tau, 1 / tau, 1, SYMBOLIC), tau) - growth)


@check("repair", "symbolic", every="every y > 0", wrong={"sign": 1})
def normal_tails_are_below_mills(sign=-1):
    """phi(y) - y Phi(-y) falls, and tends to 0: it is positive."""
    y = sp.Symbol("y", positive=True)
    return vanishes(sp.diff(density(y, 0, ONE) - y * tail(y, 0, ONE), y) - sign * tail(y, 0, ONE))


RAY = [curve_along_a_ray, normal_tails_are_below_mills]


@check(
    "repair",
    "smt",
    every="every sigma, K_comp, delta with eps > 0, and every Y > 1",
    wrong={"least": -1},
    needs=[*RAY, theorem("gaussian.curve_theorem", "FALLS_IN_EPS")],
)
def groups_always_need_more(least=1):
    """eps at fixed delta grows faster than the shift: (Y eps, delta) fails for the group for every Y > 1 and every sigma."""
    phi, Phi, slope, shift = z3.Reals("phi Phi z tau")
    y = slope + least * shift
    return prove([Phi > 0, slope >= 0, shift > 0, phi > y * Phi], phi - slope * Phi > 0)


@check(
    "inference:from-the-lemma",
    "interval",
    at="a group of 50, (0.6, 1e-5)",
    expect="fails",
    wrong={"factor": 50},
)
def the_lemma_is_about_more_noise(factor=1):
    """lem:group_privacy compares Y times the noise for Y times the shift; the algorithm adds no more noise for groups."""
    truth = certified(lambda: delta_gauss(exact("0.6"), exact(factor * SIGMA / 50), exact(1), BALLS))
    return at_most(
        truth, Fraction(1, 10**5), ("delta of the group", "target delta"), group=50, noise_times=factor
    )
