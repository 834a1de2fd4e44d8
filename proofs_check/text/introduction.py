"""Abstract, introduction, limitations: pure privacy, the order in nw, the learner of each result, the noise of an average."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import t, w
from proofs_check.lemmas.normal import EPS, SIGMA, sigma
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import RATIONALS, at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
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
    needs=["gaussian.growth_of_eps.eps_grows_like_the_root_while_small"],
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


# --- the noise of the average against that of a central party ---------------------------------------------


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


NOISE, RIDGE = "abstract#noise", "C1.1#noise"


def noise_against_central(share) -> Outcome:
    """Noise of all w users in the average over that of one trusted party, squared: 1/t if a share t is counted on."""
    blind = formulas.effective_noise(sigma, w, t, w, SYMBOLIC)
    return vanishes((blind / sigma) ** 2 - share)


@check(
    NOISE,
    about="reading:fixed-share",
    method="symbolic",
    scope="every w, t and sigma",
    universal=True,
    concludes="a factor 1/sqrt(t)",
    control=lambda: noise_against_central(w / t),
)
def a_fixed_share_costs_a_constant() -> Outcome:
    """All the noise in the average is σ/sqrt(t) in units of the sensitivity, a central party adds σ: no factor in w."""
    return noise_against_central(1 / t)


def same_sensitivity(power: int) -> Outcome:
    """2G/(Λn) over w^power against the central 2G/(Λnw)."""
    G, Lambda, n, users = z3.Reals("G Lambda n w")
    local = formulas.sensitivity(G, Lambda, n) / (users if power else 1)
    return prove([G > 0, Lambda > 0, n >= 1, users >= 2], local == formulas.sensitivity(G, Lambda, n * users))


@check(
    NOISE,
    about="reading:fixed-share",
    method="smt",
    scope="every n, w, Λ and G",
    universal=True,
    concludes="the same sensitivity",
    control=lambda: same_sensitivity(0),
)
def average_and_central_move_alike() -> Outcome:
    """The average moves by 2G/(Λn)/w, the central model on all nw records by 2G/(Λnw): the same number."""
    return same_sensitivity(1)


def one_honest_user(users: int) -> Outcome:
    """Only one user is counted on, t = 1/w: the factor over the central noise, squared, against 4."""
    noise = formulas.effective_noise(
        Fraction(1), Fraction(users), Fraction(1, users), Fraction(users), RATIONALS
    )
    return at_most(noise**2, Fraction(4), ("squared factor", "four"), w=users, t=Fraction(1, users))


@check(
    NOISE,
    about="reading:fixed-number",
    method="exact",
    scope="one honest user of 900; the squared factor is w for every w",
    expect="fails",
    control=lambda: one_honest_user(4),
)
def a_fixed_number_costs_the_root_of_w() -> Outcome:
    """If a fixed number of users is counted on, however many take part, the noise in the average grows like sqrt(w)."""
    return one_honest_user(900)


def falls_tenfold(ridge: Fraction, bound) -> Outcome:
    """R = 0.06, c = 34.854, n = 50, as on CIFAR-10: s at ten times this Λ, against a tenth of s; 1 % allowed."""
    R, c, n = Fraction("0.06"), Fraction("34.854"), Fraction(50)
    names = ("s at 10 Λ", "1.01 s/10")
    return at_most(
        bound(10 * ridge, R, c, n), Fraction(101, 1000) * bound(ridge, R, c, n), names, Lambda=ridge, R=R, c=c
    )


@check(
    RIDGE,
    about="reading:printed-bound",
    method="exact",
    scope="CIFAR-10, from Λ = 10 to Λ = 100; R = 0.06, c = 34.854",
    expect="fails",
    control=[
        lambda: falls_tenfold(Fraction(1, 10**4), formulas.sensitivity_svm),
        lambda: falls_tenfold(Fraction(10), lambda L, R, c, n: formulas.sensitivity(c, L, n)),
    ],
)
def printed_bound_has_a_floor() -> Outcome:
    """The printed 2R/n + 2c/(Λn) falls to 2R/n and no further: ten times the Λ does not give a tenth of the noise."""
    return falls_tenfold(Fraction(10), formulas.sensitivity_svm)


def floor(limit) -> Outcome:
    """The limit of the printed s for large Λ."""
    Lambda, R, c, n = sp.symbols("Lambda R c n", positive=True)
    return every(
        vanishes(sp.limit(formulas.sensitivity_svm(Lambda, R, c, n), Lambda, sp.oo) - limit(R, n)),
        vanishes(
            sp.limit(formulas.sensitivity_softmax(Lambda, R, c, n, SYMBOLIC), Lambda, sp.oo) - limit(R, n)
        ),
    )


@check(
    RIDGE,
    about="repair",
    method="symbolic",
    scope="both learners, every R, c and n",
    universal=True,
    control=lambda: floor(lambda R, n: sp.Integer(0)),
)
def the_floor_is_the_radius() -> Outcome:
    """The limit is 2R/n for both learners."""
    return floor(lambda R, n: 2 * R / n)
