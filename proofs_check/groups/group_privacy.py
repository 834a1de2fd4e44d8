"""cor:group_privacy: groups of Y records under the noise of the algorithm, which does not know Y.

tau = sqrt(K_comp)/sigma for one record, Y tau for a group that moves together. Along a ray eps = z tau the curve grows in tau:
so eps at a fixed delta grows faster than tau, and Y eps is too little for a group, for every Y > 1, sigma and delta.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import bound, w
from proofs_check.lemmas.normal import SIGMA, K, density, eps, sigma, tail
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import capped_by_ball, delta_gauss

GROUP = "cor:group_privacy"
RAY = ["groups.group_privacy.curve_along_a_ray", "groups.group_privacy.normal_tails_are_below_mills"]
SIGMA_AT_1_2 = Fraction("3.17")  # a little more than (1.2, 1e-5) needs
tau, z, Y = sp.symbols("tau z Y", positive=True)
ONE = sp.Integer(1)


def group_at(size: int, eps_one: Fraction, noise: Fraction) -> Outcome:
    """A group of this size, noise for (eps_one, 1e-5) of one record: delta at size times eps_one, against 1e-5."""
    truth = certified(lambda: delta_gauss(exact(size * eps_one), exact(noise / size), exact(1), BALLS))
    names = ("delta of the group", "target delta")
    return at_most(truth, Fraction(1, 10**5), names, group=size, eps_of_one=eps_one, sigma=noise)


@check(
    GROUP,
    method="interval",
    scope="(0.6, 1e-5) for one record, a group of 50",
    expect="fails",
    control=lambda: group_at(1, Fraction("0.6"), SIGMA),
)
def fifty_records_at_fifty_eps() -> Outcome:
    """Noise for (0.6, 1e-5): 50 records, a whole user of the experiments, have delta = 0.69 at eps = 30."""
    return group_at(50, Fraction("0.6"), SIGMA)


@check(
    GROUP,
    method="interval",
    scope="(1.2, 1e-5) for one record, a group of 50",
    expect="fails",
    control=lambda: group_at(1, Fraction("1.2"), SIGMA_AT_1_2),
)
def fifty_records_at_larger_eps() -> Outcome:
    """Noise for (1.2, 1e-5): 50 records have delta over 0.9999 at eps = 60."""
    return group_at(50, Fraction("1.2"), SIGMA_AT_1_2)


@check(
    GROUP,
    method="interval",
    scope="(0.6, 1e-5) for one record, a group of 2",
    expect="fails",
    control=lambda: group_at(1, Fraction("0.6"), SIGMA),
)
def two_records_already() -> Outcome:
    """Two records have delta = 2.7e-5 at eps = 1.2."""
    return group_at(2, Fraction("0.6"), SIGMA)


def ray(slope) -> Outcome:
    """d/dtau of delta at eps = z tau, against e^(z tau) (phi(y) - z Phi(-y)), y = z + tau/2."""
    y = z + tau / 2
    growth = sp.exp(z * tau) * (density(y, 0, ONE) - slope * tail(y, 0, ONE))
    return vanishes(sp.diff(delta_gauss(z * tau, 1 / tau, 1, SYMBOLIC), tau) - growth)


@check(
    GROUP,
    about="repair",
    method="symbolic",
    scope="every z > 0 and tau > 0",
    universal=True,
    needs=["gaussian.curve.only_the_ratio_matters"],
    control=lambda: ray(z + tau / 2),
)
def curve_along_a_ray() -> Outcome:
    """Along eps = z tau the curve has the slope e^(z tau) (phi(y) - z Phi(-y)) with y = z + tau/2."""
    return ray(z)


def mills(sign: int) -> Outcome:
    """phi(y) - y Phi(-y) has the derivative sign Phi(-y)."""
    y = sp.Symbol("y", positive=True)
    return vanishes(sp.diff(density(y, 0, ONE) - y * tail(y, 0, ONE), y) - sign * tail(y, 0, ONE))


@check(
    GROUP,
    about="repair",
    method="symbolic",
    scope="every y > 0",
    universal=True,
    control=lambda: mills(1),
)
def normal_tails_are_below_mills() -> Outcome:
    """phi(y) - y Phi(-y) falls, and tends to 0: it is positive."""
    return mills(-1)


def grows_along(least: int) -> Outcome:
    """phi - z Phi > 0 from phi > y Phi, Phi > 0 and y = z + least tau."""
    phi, Phi, slope, shift = z3.Reals("phi Phi z tau")
    y = slope + least * shift
    return prove([Phi > 0, slope >= 0, shift > 0, phi > y * Phi], phi - slope * Phi > 0)


@check(
    GROUP,
    about="repair",
    method="smt",
    scope="every sigma, K_comp, delta with eps > 0, and every Y > 1",
    universal=True,
    needs=[*RAY, "gaussian.curve.falls_in_eps"],
    control=lambda: grows_along(-1),
)
def groups_always_need_more() -> Outcome:
    """eps at fixed delta grows faster than the shift: (Y eps, delta) fails for the group for every Y > 1 and every sigma."""
    return grows_along(1)


def group_moves(growth: int) -> Outcome:
    """If k changed records move the sum by at most k s, one more moves it by at most growth s further."""
    k, s, moved, step, after = z3.Reals("k s moved step after")
    premises = [k >= 0, s >= 0, moved <= k * s, step <= s, after <= moved + step]
    return prove(premises, after <= k * s + growth * s)


@check(
    GROUP,
    about="repair",
    method="smt",
    scope="every group size, by induction; records of one user or of several",
    universal=True,
    needs=["distributed.weights.weight_turns_s_over_n_into_s_over_w", "lemmas.vectors.triangle_inequality"],
    control=lambda: group_moves(0),
)
def a_group_moves_at_most_y_times_as_far() -> Outcome:
    """Y replaced records move the sum by at most Y s'/w."""
    return group_moves(1)


def group_curve(power: int) -> Outcome:
    """Noise σ s'/w on a shift of sqrt(K) Y s'/w: the curve of one record at σ/Y^power."""
    noise, shift = sigma * bound / w, sp.sqrt(K) * Y * bound / w
    return vanishes(
        delta_gauss(eps, noise / shift, 1, SYMBOLIC) - delta_gauss(eps, sigma / Y**power, K, SYMBOLIC)
    )


@check(
    GROUP,
    about="repair",
    method="symbolic",
    scope="every Y, sigma, K_comp and eps",
    universal=True,
    needs=["gaussian.mechanism.worst_shift_has_the_printed_curve"],
    control=lambda: group_curve(2),
)
def group_has_the_curve_of_sigma_over_y() -> Outcome:
    """Exactly: delta(eps, K_comp) at σ/Y; so noise Y σ makes a group as private as one record, without a factor on eps."""
    return group_curve(1)


def chain_of_neighbours(weight) -> Outcome:
    """P <= E^k Q + D and Q <= E R + delta give P <= E^(k+1) R + D + weight(E^k) delta."""
    P, Q, R, D, E, Ek, delta = z3.Reals("P Q R D E Ek delta")
    premises = [E >= 1, Ek >= 1, delta >= 0, D >= 0, Q >= 0, R >= 0, P <= Ek * Q + D, Q <= E * R + delta]
    return prove(premises, P <= Ek * E * R + D + weight(Ek) * delta)


@check(
    GROUP,
    about="repair",
    method="smt",
    scope="every (eps, delta)-DP mechanism and group size, by induction",
    universal=True,
    control=lambda: chain_of_neighbours(lambda Ek: 1),
)
def delta_grows_along_the_chain() -> Outcome:
    """Any mechanism: (Y eps, delta + e^eps delta + ... + e^((Y-1) eps) delta); delta alone is not kept (control)."""
    return chain_of_neighbours(lambda Ek: Ek)


def capped(scale) -> Outcome:
    """n/w times min(Y s'/n, 2R) against both bounds."""
    num = Terms()
    n, users, size, s, R = z3.Reals("n w Y s' R")
    move = n / users * capped_by_ball(size * s / n, R, num)
    premises = [n >= 1, users >= 1, size >= 1, s >= 0, R >= 0]
    return every(
        prove(premises, move <= scale * size * s / users, num),
        prove(premises, move <= scale * 2 * R * n / users, num),
    )


@check(
    GROUP,
    about="repair",
    method="smt",
    scope="every group within one user of n records",
    universal=True,
    needs=["sensitivity.theorem_r_by_checks.models_in_the_ball_are_within_2R"],
    control=lambda: capped(z3.Q(1, 2)),
)
def groups_of_one_user_are_capped() -> Outcome:
    """Within one user the group moves the sum by at most min(Y s', 2Rn)/w."""
    return capped(1)


def lemma_with_noise(factor: int) -> Outcome:
    """A group of 50 under noise `factor` σ: delta(0.6) against 1e-5."""
    truth = certified(lambda: delta_gauss(exact("0.6"), exact(factor * SIGMA / 50), exact(1), BALLS))
    return at_most(
        truth, Fraction(1, 10**5), ("delta of the group", "target delta"), group=50, noise_times=factor
    )


@check(
    GROUP,
    about="inference:from-the-lemma",
    method="interval",
    scope="a group of 50, (0.6, 1e-5)",
    expect="fails",
    control=lambda: lemma_with_noise(50),
)
def the_lemma_is_about_more_noise() -> Outcome:
    """lem:group_privacy compares Y times the noise for Y times the shift; the algorithm adds no more noise for groups."""
    return lemma_with_noise(1)
