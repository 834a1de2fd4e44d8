"""Abstract and C1.1: the noise of the average against that of a central party, and how it falls with Λ."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.distributed.distributed_noise import t, w
from proofs_check.gaussian.gaussian_profile import sigma
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import RATIONALS, at_most
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

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


def inverse_in_ridge(bound, scale) -> Outcome:
    """The bound at a multiple of Λ against the multiple's share of the bound at Λ: s(kΛ) <= s(Λ)/k."""
    num = Terms()
    Lambda, R, c, n, k = z3.Reals("Lambda R c n k")
    s = lambda ridge: bound(ridge, R, c, n, num)  # noqa: E731
    return prove([Lambda > 0, R > 0, c > 0, n >= 1, k >= 1], s(k * Lambda) * k <= scale * s(Lambda), num)


@check(
    RIDGE,
    about="reading:loss-gradient",
    method="smt",
    scope="every Λ, k >= 1, R, c and n",
    universal=True,
    concludes="inverse in Λ",
    control=lambda: inverse_in_ridge(lambda L, R, c, n, num: formulas.sensitivity(c, L, n), z3.Q(99, 100)),
)
def repaired_bound_is_inverse() -> Outcome:
    """2G/(Λn) with the gradient bound G of the loss alone falls like 1/Λ."""
    return inverse_in_ridge(lambda L, R, c, n, num: formulas.sensitivity(c, L, n), 1)


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
