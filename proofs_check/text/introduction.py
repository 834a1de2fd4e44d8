"""Abstract, introduction, limitations: pure privacy, the order in nw, and the learner that the two results are about."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.distributed_noise import EPS, SIGMA, w
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import RATIONALS, at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import vanishes
from reference import formulas

PURE, RATE, LEARNERS = "introduction#pure_dp", "introduction#order", "abstract#learners"
DELTA = Fraction(1, 10**5)


def no_more_than(target: Fraction) -> Outcome:
    """delta of Gaussian noise with sigma = 5.95 at eps = 0.6, against a target."""
    value = certified(lambda: formulas.delta_gauss(exact(EPS), exact(SIGMA), exact(1), BALLS))
    return at_most(value, target, ("delta", "claimed delta"), eps=EPS, sigma=SIGMA)


def unbounded_loss(slack) -> Outcome:
    """Log density ratio (2xs - s^2)/(2v) of N(s, v) over N(0, v) at x = (eps + 1)v/s + s/2, against eps + slack."""
    eps, s, v = z3.Reals("eps s v")
    x = (eps + 1) * v / s + s / 2
    return prove([eps >= 0, s > 0, v > 0], (2 * x * s - s**2) / (2 * v) >= eps + slack)


@check(
    PURE,
    method="interval",
    scope="sigma = 5.95, eps = 0.6",
    expect="fails",
    control=lambda: no_more_than(DELTA),
)
def gaussian_noise_needs_delta() -> Outcome:
    """At the noise of the paper's (0.6, 1e-5) delta is 9.99e-6, not 0."""
    return no_more_than(Fraction(0))


@check(
    PURE,
    about="repair",
    method="smt",
    scope="every eps, sensitivity s > 0 and variance v > 0",
    universal=True,
    control=lambda: unbounded_loss(2),
)
def no_noise_scale_makes_it_pure() -> Outcome:
    """For every eps some outputs are e^(eps+1) times likelier on one side; they have positive probability, so delta > 0."""
    return unbounded_loss(1)


def eps_is_positive(shift: Fraction) -> Outcome:
    """Datasets `shift` deviations apart: eps > 0 is needed at delta = 1e-5 exactly if delta(0) exceeds 1e-5."""
    at_zero = certified(lambda: formulas.delta_gauss(exact(0), 1 / exact(shift), exact(1), BALLS))
    names = ("target delta", "delta at eps = 0")
    return at_most(DELTA, at_zero, names, shift_over_noise=shift)


@check(
    RATE,
    method="interval",
    scope="shift over noise 1/50,000 at delta = 1e-5, e.g. 50,000 times the records that make it 1",
    expect="fails",
    control=lambda: eps_is_positive(Fraction(1)),
)
def eps_reaches_zero() -> Outcome:
    """At fixed noise and delta a large nw needs no eps at all: eps is 0, not of the order 1/(nw)."""
    return eps_is_positive(Fraction(1, 50000))


def shift_of_the_average(power: int) -> Outcome:
    """The move of the average, 2G/(Λn) over w, in units of a noise A, against 2G/(ΛA) over (nw)^power."""
    G, Lambda, n, A = sp.symbols("G Lambda n A", positive=True)
    return vanishes(formulas.sensitivity(G, Lambda, n) / w / A - 2 * G / (Lambda * A) / (n * w) ** power)


@check(
    RATE,
    about="repair",
    method="symbolic",
    scope="every n, w, Λ, G and noise A of the average",
    universal=True,
    needs=["eps_growth.eps_grows_like_the_root_while_small"],
    control=lambda: shift_of_the_average(2),
)
def order_holds_from_above() -> Outcome:
    """The shift over a fixed noise is proportional to 1/(nw); eps is at most proportional to it while it is at most 1."""
    return shift_of_the_average(1)


def slopes_apart(slope, curvature: Fraction, d: Fraction) -> Outcome:
    """The slopes of a loss at margins 1 - d and 1 + d, over their distance, against a curvature."""
    gap = (slope(1 + d) - slope(1 - d)) / (2 * d)
    return at_most(Fraction(gap), curvature, ("quotient of slopes", "beta"), margins=[1 - d, 1 + d])


def hinge_slope(z: Fraction) -> Fraction:
    return Fraction(formulas.hinge_slope(z, RATIONALS))


def huber_slope(z: Fraction) -> Fraction:
    return Fraction(formulas.huber_slope(Fraction(1, 10), z, RATIONALS))


@check(
    LEARNERS,
    about="reading:one-learner",
    method="exact",
    scope="beta = 10^6; for every beta by a_jump_is_never_smooth",
    expect="fails",
    control=lambda: slopes_apart(huber_slope, Fraction(10**6), Fraction(1, 10**7)),
)
def hinge_loss_is_not_smooth() -> Outcome:
    """The hinge loss, whose average provably converges, has no smoothness that thm:sensitivity_general could use."""
    return slopes_apart(hinge_slope, Fraction(10**6), Fraction(1, 10**7))


def jump(slope) -> Outcome:
    """For every beta two margins 2d apart, d < 1/(2 beta), whose slopes differ by more than 2 beta d."""
    num = Terms()
    beta, d = z3.Reals("beta d")
    gap = slope(1 + d, num) - slope(1 - d, num)
    return prove([beta > 0, d > 0, 2 * beta * d < 1, 10 * d < 1], gap > 2 * beta * d, num)


@check(
    LEARNERS,
    about="reading:one-each",
    method="smt",
    scope="every beta",
    universal=True,
    concludes="not smooth",
    control=lambda: jump(lambda z, num: formulas.huber_slope(z3.Q(1, 10), z, num)),
)
def a_jump_is_never_smooth() -> Outcome:
    """The slope of the hinge loss jumps by 1 at the margin: no beta bounds the quotient; that of Huber (control) does not."""
    return jump(formulas.hinge_slope)
