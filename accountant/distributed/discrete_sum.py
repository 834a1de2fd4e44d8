"""A sum of discrete Gaussians on the fixed-point grid: sound accounting, in balls (ours:discrete_noise).

A discrete Gaussian N(s) takes the whole number x with probability proportional to e^{-x^2/(2s^2)}.
T as in `closeness`.

1. A shift by a whole vector v has Renyi divergence at most alpha |v|^2/(2s^2): completing the square leaves
   T((1 - alpha) v)/T(0) <= 1 for each entry (Canonne, Kamath, Steinke 2020).
2. N(s) + N(t) has at z the probability of N(sqrt(s^2 + t^2)), up to a factor T at a point that depends on z, and its constant:
   log probabilities differ by at most `theta_log_ratio` (Kairouz, Liu, Steinke 2021).
3. delta <= E max(0, 1 - e^{eps - L}), and 1 - e^{eps - y} <= e^{(alpha-1)(y - eps)} (1 - 1/alpha)^alpha/(alpha - 1) for every
   y and alpha > 1: any order is sound, floats propose one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from accountant.distributed.closeness import delta_less_closeness, eps_less_closeness, required_closeness
from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from reference import formulas

BITS = 128
LOWEST, HIGHEST = -46.0, 230.0  # log(alpha - 1) is searched between these: orders from 1 + 1e-20 to 1e100


@dataclass(frozen=True)
class DiscreteSum:
    """Discrete Gaussians of the surviving honest users, against a move of `compositions` models before rounding."""

    move: Fraction
    compositions: int
    honest: int
    grid: Fraction  # of the n_i f_i, like the move
    entries: int
    changed_users: int = 1
    users: int = 0  # if all honest users stay, their noises are in the sum: at most w, at least `honest`

    def shift(self) -> arb:
        """How many grid units apart two rounded sums can be."""
        moved = exact(self.move) * exact(self.compositions).sqrt()
        return formulas.rounded_shift(moved, exact(self.grid), self.changed_users, self.entries, BALLS)

    def rounding_share(self) -> float:
        """The part of the shift that comes from rounding, roughly."""
        with precision(BITS):
            exactly = exact(self.move) * exact(self.compositions).sqrt() / exact(self.grid)
            return float((1 - exactly / self.shift()).mid())

    def epsilon(self, noise: arb, delta: Any) -> Enclosure:
        """eps is at most the upper end for this noise of one user; no lower end is claimed."""
        with precision(BITS):
            target = exact(delta_less_closeness(delta))
            deviation = (noise / exact(self.grid)).lower()
            close = required_closeness(deviation, max(self.honest, self.users), self.entries)
            rho = formulas.concentrated_rho(self.shift(), deviation**2 * self.honest)
            alpha = _order_at(rho, target)
            found = formulas.epsilon_of_order(exact(alpha), rho, target, BALLS) + 2 * close
            return Enclosure(0, enclosure(BALLS.max(0, found)).hi)

    def order(self, noise: arb, eps: Any, delta: Any) -> Fraction:
        """The order of the divergence: that of `noise_for` if eps is given, else that of `epsilon`."""
        with precision(BITS):
            target = exact(delta_less_closeness(delta))
            if eps is not None:
                return Fraction(_order_for(exact(eps_less_closeness(eps)), target))
            deviation = (noise / exact(self.grid)).lower()
            rho = formulas.concentrated_rho(self.shift(), deviation**2 * self.honest)
            return Fraction(_order_at(rho, target))

    def noise_for(self, eps: Any, delta: Any) -> arb:
        """The noise of one user that meets the target; its upper end does."""
        with precision(BITS):
            loss = exact(eps_less_closeness(eps))
            target = exact(delta_less_closeness(delta))
            alpha = _order_for(loss, target)
            rho = formulas.rho_of_order(exact(alpha), loss, target, BALLS)
            deviation = (self.shift() / (2 * rho * self.honest).sqrt()).upper()
            noise = deviation * exact(self.grid)
            required_closeness(deviation, max(self.honest, self.users), self.entries)
            return noise


def _gain(alpha: float, delta: arb) -> float:
    """`order_gain` for the search: alpha - 1 may be far below the rounding of alpha."""
    x = alpha - 1
    return (float(delta.log()) + math.log(x) + alpha * (math.log1p(x) - math.log(x))) / x


def _order_at(rho: arb, target: arb) -> float:
    """The order with about the smallest eps."""
    return best_order(lambda x: x * float(rho.mid()) - _gain(x, target))


def _order_for(loss: arb, target: arb) -> float:
    """The order with about the least noise."""
    return best_order(lambda x: -(float(loss.mid()) + _gain(x, target)) / x)


def best_order(cost: Callable[[float], float]) -> float:
    """An order near the minimum of the cost; it decides nothing but the tightness."""
    low, high = LOWEST, HIGHEST
    ratio = (math.sqrt(5) - 1) / 2
    orders = (high - ratio * (high - low), low + ratio * (high - low))
    costs = [cost(_order(x)) for x in orders]
    while high - low > 1e-9:
        if costs[0] <= costs[1]:
            high, orders = orders[1], (orders[1] - ratio * (orders[1] - low), orders[0])
            costs = [cost(_order(orders[0])), costs[0]]
        else:
            low, orders = orders[0], (orders[1], orders[0] + ratio * (high - orders[0]))
            costs = [costs[1], cost(_order(orders[1]))]
    return _order((low + high) / 2)


def _order(log_excess: float) -> float:
    return max(1 + math.exp(log_excess), math.nextafter(1, 2))
