"""HingeSVM-SGDWA: what the cited rate O(1/M) asks of it, what a drawn record weighs, and how fast averages converge.

ours:averaging_rate: Λ > c^2/2, records are drawn independently, f_0 = 0, R >= c/(2Λ). With u = y x/(2Λ) of the drawn record,
B_m = m(m+1) f_m and A_M = (M+1)(M+2)/2 times the average of the iterates, both are weighted sums of the u. N, Q and P sum over
the drawn records: squared weights of B, products of the weights of A and B, squared weights of A.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference import formulas
from reference.formulas import averaging_weight, hinge, hinge_slope

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


# --- how fast averaged models reach the central optimum, exactly ------------------------------------------


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
