"""Gaussian noise on a grid: each user adds real Gaussian noise and rounds; rounded numbers are summed (ours:discrete_noise).

The rounded sum is no function of the Gaussian sum, but close to one. A number y rounds to k if y + u = k for a u within 1/2.
For fixed u_i, the densities of all users that add up to z are one Gaussian density of the summed variance at z - sum u_i, times
factors T/sqrt(2 pi v) between 1 - 2q and 1 + 2q. Averaged over the u_i this is the density at z of the Gaussian sum less
uniform numbers: the probability that this sum, less all but one of them, rounds to z. So up to the factors the release
comes from the Gaussian sum, and its exact curve applies; rounding after the noise adds nothing to the distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from accountant.distributed.closeness import (
    BITS,
    delta_less_closeness,
    eps_less_closeness,
    required_closeness,
)
from accountant.distributed.crowd import GaussianSum
from accountant.distributed.mixed_sum import MixedGaussianSum
from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure


@dataclass(frozen=True)
class RoundedGaussianSum:
    """The Gaussian sum of the surviving honest users, each of whom rounds to the grid."""

    ideal: GaussianSum | MixedGaussianSum
    grid: Fraction  # of the n_i f_i
    entries: int
    users: int = (
        0  # if all honest users stay, their noises are in the sum: at most w, at least `ideal.honest`
    )

    def epsilon(self, noise: arb, delta: Any) -> Enclosure:
        """eps is at most the upper end for this noise of one user; no lower end is claimed."""
        inside = self.ideal.epsilon(noise, delta_less_closeness(delta))
        with precision(BITS):
            total = exact(inside.hi) + 2 * self._closeness(noise)
            return Enclosure(0, enclosure(BALLS.max(0, total)).hi)

    def noise_for(self, eps: Any, delta: Any) -> arb:
        """The noise of one user that meets the target; its upper end does."""
        noise = self.ideal.noise_for(eps_less_closeness(eps), delta_less_closeness(delta))
        with precision(BITS):
            self._closeness(noise)
        return noise

    def _closeness(self, noise: arb) -> arb:
        deviation = enclosure(noise / exact(self.grid))
        return required_closeness(exact(deviation.lo), max(self.ideal.honest, self.users), self.entries)
