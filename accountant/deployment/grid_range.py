"""The whole numbers of a release on the fixed-point grid: noise parameter, largest entry, modulus."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from accountant.deployment.plan import Deployment
from accountant.distributed.crowd import NoGuarantee
from accountant.numbers.balls import BALLS, enclosure, exact, precision
from reference import formulas
from reference.errors import shown

BITS = 128
OUT_OF_RANGE = Fraction(1, 1 << 64)  # the share of delta for noisy entries that are too large
LARGEST_EPS = 10**6  # beyond, e^eps times anything is no share


@dataclass(frozen=True)
class GridNumbers:
    """What each user needs, in grid units of n_i/w f_i."""

    variance: int  # the parameter of the (discrete) Gaussian, rounded up
    largest: int  # what no noisy entry of any user exceeds, but for a probability η with (1 + e^eps) η = 2^-64 delta
    modulus: int  # as given, or the least power of two that is enough


def grid_numbers(plan: Deployment, noise: arb, eps: Fraction) -> GridNumbers:
    """The numbers for this noise on n_i f_i, at this eps; NoGuarantee if the sum of all users may wrap around.

    A user whose noisy entry is too large stops, which its data and its noise decide: this costs as much as a failing sum.
    """
    assert plan.grid is not None
    if eps > LARGEST_EPS:
        raise NoGuarantee("eps is so large that entries out of range cannot be counted", "add more noise")
    w, entries = plan.crowd.w, plan.training.entries
    with precision(BITS):
        variance = _whole_above((noise / exact(plan.grid * w)) ** 2)
        failure = exact(plan.delta * OUT_OF_RANGE) / formulas.simulation_loss(exact(eps), 1, BALLS)
        reach = formulas.noise_reach(exact(variance).sqrt(), 1, entries * w, failure, BALLS)
        model = exact(plan.sizes[-1] * plan.training.R / (w * plan.grid) + Fraction(1, 2))
        largest = _whole_above(model + reach)
    bits = (2 * w * largest).bit_length()
    modulus = plan.modulus or 1 << bits
    if formulas.sum_fits(w, largest, Fraction(modulus)) > 0:
        return GridNumbers(variance, largest, modulus)
    raise NoGuarantee(
        f"the sum can wrap around modulo B = {shown(modulus)}: {w} entries of up to {largest} grid units; "
        "the released model would be wrong (its privacy would not suffer)",
        f"take B = 2^{bits} or larger, or a coarser grid",
    )


def _whole_above(ball: arb) -> int:
    return math.ceil(enclosure(ball).hi)
