"""cor:userlevel_sens: all data of one user exchanged at once. Models of norm at most R are within 2R, whatever the data."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import delta_at, n, w
from proofs_check.distributed.weights import entry_of_the_average
from proofs_check.groups.group_privacy import group_at
from proofs_check.lemmas.normal import EPS, SIGMA, K, eps, sigma
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from proofs_check.sensitivity.theorem_r_by_checks import cap
from reference import formulas

USER, AVERAGE = "cor:userlevel_sens", "sec:security_distblindavg#user_level"
ONE, PLAIN = "reading:one-user", "reading:plain-average"


@check(
    USER,
    about=ONE,
    method="smt",
    scope="every dimension, R > 0 and pair of datasets",
    universal=True,
    needs=["lemmas.vectors.cauchy_schwarz_by_pairs"],
    control=lambda: cap(z3.Q(99, 100)),
)
def any_two_models_are_within_2R() -> Outcome:
    """Two models in the ball of radius R are at most 2R apart, and opposite ones on its rim are."""
    return cap(1)


def whole_user(noise_factor) -> Outcome:
    """Honest noise noise_factor σ 2Rn/w on a shift of sqrt(K) 2Rn/w, against delta(eps, K) at σ."""
    R = sp.Symbol("R", positive=True)
    noise, shift = noise_factor * sigma * 2 * R * n / w, sp.sqrt(K) * 2 * R * n / w
    return vanishes(
        formulas.delta_gauss(eps, noise / shift, 1, SYMBOLIC) - formulas.delta_gauss(eps, sigma, K, SYMBOLIC)
    )


@check(
    USER,
    about=ONE,
    method="symbolic",
    scope="every eps, sigma, R, w, K_comp and common n",
    universal=True,
    needs=[
        "gaussian.mechanism.worst_shift_has_the_printed_curve",
        "distributed.noise_split.enough_honest_users_give_sigma",
    ],
    control=lambda: whole_user(2),
)
def noise_of_a_whole_user() -> Outcome:
    """With s = 2R in every user's noise, exchanging one user has delta(eps, K_comp) at σ: no factor Y on eps."""
    return whole_user(1)


def larger_eps(factor: int) -> Outcome:
    """Y eps >= factor eps for Y >= 1."""
    size, loss = z3.Reals("Y eps")
    return prove([size >= 1, loss >= 0], size * loss >= factor * loss)


@check(
    USER,
    about=ONE,
    method="smt",
    scope="every Y >= 1 and eps >= 0",
    universal=True,
    needs=["gaussian.curve.falls_in_eps"],
    control=lambda: larger_eps(2),
)
def printed_factor_is_wasted() -> Outcome:
    """delta falls in eps and Y eps >= eps: the printed (Y eps, delta) follows, and is Y times weaker than need be."""
    return larger_eps(1)


@check(
    USER,
    about="reading:any-records",
    method="interval",
    scope="50 users of 50 records, each with one changed record that turns its model from -R to R; (0.6, 1e-5)",
    expect="fails",
    control=lambda: group_at(1, EPS, SIGMA),
)
def one_record_of_each_of_fifty_users() -> Outcome:
    """Y records of Y users move the sum by Y 2Rn/w under noise for 2Rn/w: delta is 0.69 at 50 eps."""
    return group_at(50, EPS, SIGMA)


def cube(dimension: int) -> Outcome:
    """Opposite corners of [-R, R]^d, R = 1: squared distance against (2R)^2."""
    names = ("squared distance", "(2R)^2")
    return at_most(Fraction(4 * dimension), Fraction(4), names, R=1, dimension=dimension)


@check(
    USER,
    about="step:interval",
    method="exact",
    scope="two dimensions",
    expect="fails",
    control=lambda: cube(1),
)
def entries_in_an_interval_are_not_enough() -> Outcome:
    """Models with entries in [-R, R] can be 2R sqrt(d) apart."""
    return cube(2)


def intercept(noised: bool) -> Outcome:
    """Models whose intercept is 1 or 0: delta of seeing it with noise σ, or bare (S = {1}), against delta at 5 < σ."""
    p, q = Fraction(1), Fraction(0)  # Pr[S] on the two datasets, without noise
    bare = certified(lambda: exact(p) - BALLS.exp(EPS) * exact(q))
    gained = delta_at(lambda: exact(SIGMA)) if noised else bare
    return at_most(gained, delta_at(lambda: exact(5)), ("delta", "delta at 5"), intercept_noised=noised)


@check(
    USER,
    about="step:shape",
    method="interval",
    scope="models that differ in the intercept",
    expect="fails",
    control=lambda: intercept(True),
)
def an_intercept_without_noise_is_public() -> Outcome:
    """p x K noise entries leave the K intercepts bare: they tell the datasets apart for sure."""
    return intercept(False)


def equal_weights(other) -> Outcome:
    """H users with weight n against one of weight other(n): squared noise over squared sensitivity >= sigma^2 if H >= tw."""
    size, count, wanted = z3.Reals("n H tw")
    premises = [size >= 1, wanted > 0, count >= wanted]
    return prove(premises, count * size * size / (wanted * other(size) * other(size)) >= 1)


@check(
    USER,
    about="step:equal-sizes",
    method="smt",
    scope="every common n and number of honest users H >= tw",
    universal=True,
    control=lambda: equal_weights(lambda n: 2 * n),
)
def equal_sizes_keep_sigma() -> Outcome:
    """With equal n_i the weights cancel; a user with twice the records (control) is left with half the noise."""
    return equal_weights(lambda n: n)


@check(
    AVERAGE,
    about=PLAIN,
    method="symbolic",
    scope="every w and dimension, entry by entry; weights equal to 1 are a special case",
    universal=True,
    control=lambda: entry_of_the_average(lambda n: n + 1),
)
def only_one_user_moves() -> Outcome:
    """Exchanging one user's data changes one summand."""
    return entry_of_the_average(lambda n: n)


def share_of_one(weight) -> Outcome:
    """weight/w times a move of at most 2R, against 2R/w."""
    moved, R, users, size = z3.Reals("moved R w n")
    premises = [R > 0, users >= 1, size >= 1, moved >= 0, moved <= 2 * R]
    return prove(premises, weight(size) / users * moved <= 2 * R / users)


@check(
    AVERAGE,
    about=PLAIN,
    method="smt",
    scope="every w, R and dimension",
    universal=True,
    needs=["sensitivity.theorem_r_by_checks.models_in_the_ball_are_within_2R"],
    control=lambda: share_of_one(lambda n: n),
)
def average_moves_by_2R_over_w() -> Outcome:
    """1/w of a move of at most 2R; weighted by n_i (control) it is n_i times as much."""
    return share_of_one(lambda n: 1)


def unequal(largest: int, others: int = 220) -> Outcome:
    """500 honest of 1,000 users: one with `largest` records, 499 with `others`; noise for 2R each, weighted by n_i."""
    share = Fraction(largest**2 + 499 * others**2, 500 * largest**2)
    truth = delta_at(lambda: exact(SIGMA) * BALLS.sqrt(share))
    names = ("delta", "target delta")
    return at_most(
        truth, Fraction(1, 10**5), names, eps=EPS, sigma=SIGMA, records=largest, records_of_others=others
    )


@check(
    AVERAGE,
    about="reading:weighted-by-size",
    method="interval",
    scope="sizes as in EMNIST: 220 on average, 465 at most; t = 1/2, 1,000 users",
    expect="fails",
    control=lambda: unequal(220),
)
def large_users_are_under_protected() -> Outcome:
    """A user with 465 records among users with 220 moves the weighted sum twice as far as the noise allows for."""
    return unequal(465)


def noise_for_a_bound(unit) -> Outcome:
    """H >= tw honest users of n <= N records; one user's m records become m', |models| <= R: noise against σ times the move."""
    num = Terms()
    s, H, share, users, R, size, before, after, most = z3.Reals("sigma H t w R n m m' N")
    premises = [s > 0, R > 0, users >= 1, share > 0, share <= 1, H >= share * users]
    premises += [1 <= size, size <= most, 0 <= before, before <= most, 0 <= after, after <= most]
    left = formulas.effective_noise(s, H, share, users, num) * unit(R, size, most) * size / users
    return prove(premises, left >= s * R * (before + after) / users, num)


@check(
    AVERAGE,
    about="repair",
    method="smt",
    scope="every w, t, R, sigma, public N, sizes of at most N and number of honest users H >= tw; N = 1 is the plain average",
    universal=True,
    needs=[
        "lemmas.vectors.triangle_inequality",
        "distributed.noise_split.variances_add_up",
        "gaussian.mechanism.worst_shift_has_the_printed_curve",
    ],
    control=lambda: noise_for_a_bound(lambda R, n, N: 2 * R),
)
def public_bound_on_the_sizes_keeps_sigma() -> Outcome:
    """Noise σ~ 2RN/n_i of each user is at least σ 2RN/w in the sum; noise σ~ 2R, weighted by n_i (control), is not enough."""
    return noise_for_a_bound(lambda R, n, N: 2 * R * N / n)
