"""HingeSVM-SGDWA: what the cited rate O(1/M) asks of the slope, the step size and the weights of the average."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import all_vanish, vanishes
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
