"""ours:averaging_rate: how fast averaged HingeSVM-SGDWA reaches the central optimum for Λ > c^2/2, exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from proofs_check.averaging.sgdwa import RATE, L, one_step
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference import formulas


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
        "averaging.rate.excess_is_the_squared_distance",
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
        "averaging.rate.excess_is_bias_plus_variance_over_w",
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
