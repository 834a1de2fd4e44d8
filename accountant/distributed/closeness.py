"""How close a sum of noises on the grid is to one noise: a factor near 1 between their probabilities (ours:discrete_noise).

With T(a) the sum of e^{-(x-a)^2/(2v)} over whole x, by Poisson summation T = sqrt(2 pi v) (1 + 2 sum_k u^(k^2) cos(2 pi k a)),
u = e^{-2 pi^2 v}: T is largest at whole a, and its values are within 1 - 2q and 1 + 2q of sqrt(2 pi v), q <= `theta_excess`.
Adding users one after the other, the one after k users meets T with v = s^2 k/(k + 1). Earlier factors do not grow: each
probability of a sum is an average over earlier ones. All entries together have the product of their factors. More users have
more factors, so y is that of all w users: it is not known in advance how many stay.

If all probabilities of P and P' are within e^{+-y} of those of Q and Q', and Q, Q' are (eps, delta)-close, then P, P' are
(eps + 2y, e^y delta)-close.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from accountant.distributed.crowd import NoGuarantee
from accountant.numbers.balls import BALLS, exact, precision
from accountant.numbers.inputs import as_fraction, require_delta, require_eps
from reference import formulas

BITS = 128
NEGLIGIBLE = Fraction(1, 1 << 20)  # the largest y that is accepted
SUMMED_TERMS = 40  # of the users added one by one; later terms are smaller, and bounded by the last of these


def closeness(deviation: arb, honest: int, entries: int) -> arb:
    """y for the sum of `honest` noises of this deviation in grid units; infinite if unknown."""
    total, term = exact(0), exact(0)
    terms = min(honest - 1, SUMMED_TERMS)
    for k in range(1, terms + 1):
        excess = formulas.theta_excess(deviation**2 * k / (k + 1), arb.pi(), BALLS)
        if not 2 * excess < 1:
            return arb("inf")
        term = formulas.theta_log_ratio(excess, BALLS)
        total += term
    return (total + (honest - 1 - terms) * term) * entries


def enough_deviation(honest: int, entries: int) -> float:
    """A deviation in grid units from which on y is negligible."""
    deviation = 0.5
    with precision(BITS):
        while not closeness(arb(deviation), honest, entries) <= exact(NEGLIGIBLE):
            deviation *= 1.01
    return deviation


def required_closeness(deviation: arb, honest: int, entries: int) -> arb:
    """y, or NoGuarantee if it is not negligible."""
    close = closeness(deviation, honest, entries)
    if close <= exact(NEGLIGIBLE):
        return close
    wanted = enough_deviation(honest, entries)
    raise NoGuarantee(
        f"the grid is too coarse: one user's noise is {float(deviation.mid()):.3g} grid units, and the sum of "
        f"{honest} such noises is not provably close to one",
        f"make the grid at least {wanted / float(deviation.mid()) * 1.01:.3g} times finer: "
        f"noise of {wanted:.3g} units is enough",
    )


def delta_less_closeness(delta: Any) -> Fraction:
    """What is left of delta: e^y times it is at most delta."""
    return as_fraction(require_delta(delta)) * (1 - NEGLIGIBLE)


def eps_less_closeness(eps: Any) -> Fraction:
    """What is left of eps."""
    loss = as_fraction(require_eps(eps)) - 2 * NEGLIGIBLE
    if loss > 0:
        return loss
    raise NoGuarantee(
        f"eps = {float(eps):.3g} is not above what a sum of noises on the grid may differ from one",
        f"ask for eps > {float(2 * NEGLIGIBLE):.1e}",
    )
