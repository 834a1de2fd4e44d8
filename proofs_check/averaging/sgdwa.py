"""HingeSVM-SGDWA: what the cited rate O(1/M) asks of it, what a drawn record weighs, and how fast averages converge.

ours:averaging_rate: Λ > c^2/2, records are drawn independently, f_0 = 0, R >= c/(2Λ). With u = y x/(2Λ) of the drawn record,
B_m = m(m+1) f_m and A_M = (M+1)(M+2)/2 times the average of the iterates, both are weighted sums of the u. N, Q and P sum over
the drawn records: squared weights of B, products of the weights of A and B, squared weights of A.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, nonnegative_by_coefficients, vanishes
from reference import formulas
from reference.formulas import averaging_weight, hinge, hinge_slope, regularized, subgradient_step

AVERAGED = "cor:convergenceOfBlindlyAveraging"
Lambda, m = sp.symbols("Lambda m", positive=True)


def supports(slope) -> Outcome:
    """The line through (z, hinge(z)) with this slope stays below the loss."""
    z, w = z3.Reals("z w")
    num = Terms()
    return prove([], hinge(w, num) >= hinge(z, num) + slope(z, num) * (w - z), num)


@check(
    AVERAGED,
    about="repair",
    method="smt",
    scope="every two margins",
    universal=True,
    control=lambda: supports(lambda z, num: hinge_slope(z + 1, num)),
)
def hinge_slope_is_a_subgradient() -> Outcome:
    """The slope that the learner uses is a subgradient of the hinge loss, also at the kink."""
    return supports(hinge_slope)


def idle(slope) -> Outcome:
    """A record without loss has slope 0."""
    z = z3.Real("z")
    num = Terms()
    return prove([hinge(z, num) == 0], slope(z, num) == 0, num)


@check(
    AVERAGED,
    about="repair",
    method="smt",
    scope="every margin",
    universal=True,
    control=lambda: idle(lambda z, num: num.if_less(1, z, 0, -1)),
)
def records_without_loss_do_not_pull() -> Outcome:
    """Where the hinge loss is 0 the slope is 0: of the subgradients at the kink the learner takes the smallest."""
    return idle(hinge_slope)


def telescopes(step) -> Outcome:
    """m (1/tau_m - mu) = (m - 1)/tau_{m-1} with mu, the second derivative of the hinge objective along a unit vector."""
    length = sp.Symbol("length", real=True)
    mu = sp.diff(regularized(2 * Lambda, length**2, 0), length, 2)
    return vanishes(m * (1 / step(Lambda, m) - mu) - (m - 1) / step(Lambda, m - 1))


@check(
    AVERAGED,
    about="repair",
    method="symbolic",
    scope="every step m and every Λ > 0",
    universal=True,
    control=lambda: telescopes(lambda Lambda, m: 1 / (Lambda * m)),
)
def distances_telescope() -> Outcome:
    """With step m weighted m times, what it pays for the distance to the optimum is what the step before has gained."""
    return telescopes(subgradient_step)


def weighs_by_position(weight) -> Outcome:
    """The running average counts iterate i exactly i + 1 times, the start (i = 0) included."""
    i = sp.Symbol("i", integer=True, nonnegative=True)
    whole = sp.summation(i + 1, (i, 0, m))
    before = sp.summation(i + 1, (i, 0, m - 1))
    return all_vanish([weight(m) * whole - (m + 1), (1 - weight(m)) * whole - before])


# --- what a drawn record weighs ---------------------------------------------------------------------------


@check(
    AVERAGED,
    about="repair",
    method="symbolic",
    scope="every number of steps, by induction",
    universal=True,
    control=lambda: weighs_by_position(lambda m: 2 / (m + 1)),
)
def running_average_weighs_by_position() -> Outcome:
    """One update with the printed weight turns the weighted mean of m iterates into that of m + 1 iterates."""
    return weighs_by_position(averaging_weight)


RATE = "ours:averaging_rate"
M, L, H = sp.symbols("M Lambda H", positive=True)


def one_step(f, yx, Lambda, m, num=SYMBOLIC):
    """A step on a record whose hinge is active: its margin is below 1."""
    gradient = formulas.gradient_entry(
        2 * Lambda, f, formulas.loss_gradient_entry(yx, formulas.hinge_slope(0, num))
    )
    return formulas.sgd_step(f, formulas.subgradient_step(Lambda, m), gradient)


def step_adds(weight) -> Outcome:
    """m(m+1) f_m - (m-1)m f_{m-1} against weight u, one entry."""
    f, yx = sp.symbols("f yx", real=True)
    after = one_step(f, yx, L, M)
    return vanishes(M * (M + 1) * after - (M - 1) * M * f - weight * formulas.class_mean_entry(yx, 2 * L))


@check(
    RATE,
    method="symbolic",
    scope="every step, dimension, record and Λ, while the hinge is active",
    universal=True,
    control=lambda: step_adds(M),
)
def iterates_are_weighted_sums() -> Outcome:
    """B_m = B_{m-1} + 2m u: iterate m is the mean of the drawn u, the k-th counted k times."""
    return step_adds(2 * M)


def stays_active(scale) -> Outcome:
    """|f| <= c/(2Λ) is kept: a step mixes f and u with shares 1 - a and a; then margins are below 1 and R never acts."""
    Lambda, c, R, norm, new, a, z = z3.Reals("Lambda c R norm new a z")
    ball = formulas.class_mean_entry(c, 2 * Lambda)
    premises = [c > 0, Lambda > scale * formulas.hinge_threshold(c), R >= ball, 0 <= a, a <= 1]
    premises += [0 <= norm, norm <= ball, 0 <= new, new <= (1 - a) * norm + a * ball, z <= c * new]
    return prove(premises, z3.And(new <= ball, new <= R, z < 1))


@check(
    RATE,
    method="smt",
    scope="every dimension, order of records, number of steps and user; Λ > c^2/2, R >= c/(2Λ)",
    universal=True,
    needs=["lemmas.vectors.triangle_inequality", "lemmas.vectors.cauchy_schwarz_by_pairs"],
    control=lambda: stays_active(z3.Q(99, 100)),
)
def hinges_stay_active() -> Outcome:
    """No iterate, average or optimum ever reaches the margin 1 or the rim of the ball."""
    return stays_active(1)


def average_adds(weight) -> Outcome:
    """A_M - A_{M-1} from the running average, and its start: A_0 is 1 times f_0 = 0."""
    before, f = sp.symbols("average f", real=True)
    after = before + formulas.averaging_weight(M) * (f - before)
    bias = formulas.sgdwa_bias
    return all_vanish([after / bias(M) - before / bias(M - 1) - weight * f, bias(sp.Integer(0)) - 1])


@check(
    RATE,
    method="symbolic",
    scope="every number of steps; 2/((M+1)(M+2)) is also the share of f_0 in the average",
    universal=True,
    control=lambda: average_adds(M),
)
def average_adds_up() -> Outcome:
    """A_M = A_{M-1} + (M+1) f_M = A_{M-1} + B_M/M."""
    return average_adds(M + 1)


def moments(P: Callable[..., sp.Expr]) -> Outcome:
    """Induction: B_M = B_{M-1} + 2M e_M, A_M = A_{M-1} + B_M/M, with e_M orthogonal to all before."""
    N = lambda m: sp.Rational(2, 3) * m * (m + 1) * (2 * m + 1)  # noqa: E731
    Q = lambda m: m * (4 * m**2 + 15 * m + 17) / 9  # noqa: E731
    zero = sp.Integer(0)
    return all_vanish([
        N(M) - N(M - 1) - 4 * M**2,
        Q(M) - Q(M - 1) - N(M) / M,
        P(M, H) - P(M - 1, H - 1 / M) - 2 * Q(M - 1) / M - N(M) / M**2,
        N(zero), Q(zero), P(zero, zero),
    ])  # fmt: skip


@check(
    RATE,
    method="symbolic",
    scope="every number of steps, by induction; H = 1 + 1/2 + ... + 1/M",
    universal=True,
    needs=["averaging.sgdwa.iterates_are_weighted_sums", "averaging.sgdwa.average_adds_up"],
    control=lambda: moments(lambda m, harmonic: formulas.sgdwa_moment(m, harmonic) + m),
)
def squared_weights_close() -> Outcome:
    """The squared weights of the drawn records in A_M sum to (M(8M^2 + 39M + 79) - 18H)/27."""
    return moments(formulas.sgdwa_moment)


def variance_below(numerator: int) -> Outcome:
    """27 M times the variance against the numerator, for every M >= 1 and H >= 0: coefficients of the difference."""
    gap = numerator - 27 * M * formulas.sgdwa_variance(M, H)
    polynomial = sp.expand(sp.cancel(gap * (M + 1) ** 2 * (M + 2) ** 2))
    return nonnegative_by_coefficients(polynomial, [M, H], tries=[{M: sp.Integer(10**6), H: sp.Integer(14)}])


def variance_in_z3(numerator: int) -> Outcome:
    steps, harmonic = z3.Reals("M H")
    premises = [steps >= 1, harmonic >= 1]
    variance = formulas.sgdwa_variance(steps, harmonic)
    return prove(
        premises, z3.And(27 * steps * variance < numerator, formulas.sgdwa_bias(steps) * steps * steps < 2)
    )


# --- how fast averaged models reach the central optimum, exactly ------------------------------------------


@check(
    RATE,
    method="smt",
    scope="every number of steps M >= 1 and w; second moment q <= c^2/(4Λ^2) of u",
    universal=True,
    concludes="never above 32/(27 M)",
    needs=["averaging.sgdwa.squared_weights_close"],
    control=[lambda: variance_in_z3(31), lambda: variance_below(31)],
)
def variance_is_of_order_one_over_M() -> Outcome:
    """The variance factor is below 32/(27 M) for every M, and that constant is the limit; the bias is below 2/M^2."""
    return every(variance_in_z3(32), variance_below(32))


def excess_is(factor) -> Outcome:
    """1 - <m, f> + Λ|f|^2 at f and at f* = m/(2Λ), one entry (the 1 cancels)."""
    f, mean = sp.symbols("f m", real=True)
    best = formulas.class_mean_entry(mean, 2 * L)
    value = lambda g: formulas.regularized(2 * L, g**2, -mean * g)  # noqa: E731
    return vanishes(sp.expand(value(f) - value(best) - factor * L * (f - best) ** 2))


@check(
    RATE,
    method="symbolic",
    scope="every dimension and dataset, at models where all hinges are active",
    universal=True,
    needs=["averaging.sgdwa.hinges_stay_active"],
    control=lambda: excess_is(2),
)
def excess_is_the_squared_distance() -> Outcome:
    """J(f) - J(f*) = Λ|f - f*|^2, not only at most: the loss is linear there."""
    return excess_is(1)


def expected_excess(bias_part: int) -> Outcome:
    """Two users: E(mean of a_i - f*)^2 from independent a_i with mean (1 - e) m_i and variance S (q_i - m_i^2)."""
    e, S, m1, m2, q1, q2 = sp.symbols("e S m1 m2 q1 q2", real=True)
    second = [S * (q - m**2) + (1 - e) ** 2 * m**2 for m, q in ((m1, q1), (m2, q2))]
    best = (m1 + m2) / 2
    mixed = 2 * (1 - e) ** 2 * m1 * m2
    expected = (sum(second) + mixed) / 4 - 2 * best * (1 - e) * best + best**2
    return vanishes(sp.expand(expected - (bias_part * e**2 * best**2 + S * (q1 - m1**2 + q2 - m2**2) / 4)))


@check(
    RATE,
    method="symbolic",
    scope="two users, one entry; w users and p entries add in the same way (variances of independent draws add)",
    universal=True,
    concludes="exact excess",
    needs=[
        "averaging.sgdwa.excess_is_the_squared_distance",
        "averaging.sgdwa.squared_weights_close",
        "averaging.thresholds.average_of_class_means",
    ],
    control=lambda: expected_excess(2),
)
def excess_is_bias_plus_variance_over_w() -> Outcome:
    """E excess = Λ (bias^2 |f*|^2 + variance mean_i Var_i(u)/w): users draw independently, so w divides it."""
    return expected_excess(1)


def bound(scale) -> Outcome:
    """m = |f*|^2 <= mean_i |f_i*|^2 = mm <= q <= c^2/(4Λ^2), e2 the squared bias, Sw the variance over w."""
    Lambda, c, m, mm, q, e2, Sw, top = z3.Reals("Lambda c m mm q e2 Sw top")
    premises = [Lambda > 0, c > 0, 0 <= m, m <= mm, mm <= q, 4 * Lambda**2 * q <= c * c, e2 >= 0, Sw >= 0]
    premises += [top >= e2, top >= Sw]
    return prove(premises, 4 * Lambda * Lambda * (e2 * m + Sw * (q - mm)) <= scale * c * c * top)


@check(
    RATE,
    method="smt",
    scope="every w, M, dimension and data of norm at most c",
    universal=True,
    concludes="O(1/(wM))",
    needs=[
        "averaging.sgdwa.excess_is_bias_plus_variance_over_w",
        "averaging.sgdwa.variance_is_of_order_one_over_M",
        "lemmas.vectors.triangle_inequality",
    ],
    control=lambda: bound(z3.Q(99, 100)),
)
def excess_is_at_most_c_squared_over_four_Lambda() -> Outcome:
    """E excess <= c^2/(4Λ) max(variance/w, bias^2): 8c^2/(27ΛwM) unless w is above about M^3/3."""
    return bound(1)


def enumerated(power: int) -> Outcome:
    """All draws of M = 3 records for two users (u in {1, -1/2} and {1/4, 1}, Λ = 1): the mean excess, in fractions."""
    users, steps = ((Fraction(1), Fraction(-1, 2)), (Fraction(1, 4), Fraction(1))), 3
    best = sum(map(sum, users)) / 4

    def learned(draws: tuple[Fraction, ...]) -> Fraction:
        f = average = Fraction(0)
        for m, u in enumerate(draws, start=1):
            f = one_step(f, 2 * u, Fraction(1), m, RATIONALS)
            average += Fraction(formulas.averaging_weight(Fraction(m))) * (f - average)
        return average

    first, second = ([learned(draws) for draws in product(u, repeat=steps)] for u in users)
    mean = sum(((a + b) / 2 - best) ** 2 for a in first for b in second) / (len(first) * len(second))
    harmonic = sum(Fraction(1, k) for k in range(1, steps + 1))
    bias, variance = formulas.sgdwa_bias(Fraction(steps)), formulas.sgdwa_variance(Fraction(steps), harmonic)
    spread = sum(((a - b) / 2) ** 2 for a, b in users) / 2
    claimed = bias**power * best**2 + variance * spread / 2
    return equal_at(mean, claimed, ("mean excess of all draws", "formula"), steps=steps, draws=64)


@check(
    RATE,
    method="enumeration",
    scope="two users, three steps, all 64 sequences of draws",
    control=lambda: enumerated(1),
)
def all_draws_average_to_the_formula() -> Outcome:
    """The exact expected excess, from every possible run."""
    return enumerated(2)
