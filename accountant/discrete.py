"""A sum of discrete Gaussians on the fixed-point grid: sound accounting, in balls (ours:discrete_noise).

A discrete Gaussian N(s) takes the whole number x with probability proportional to e^{-x^2/(2s^2)}. With T(a) the sum of
e^{-(x-a)^2/(2s^2)} over whole x, Poisson summation gives T(a) = sqrt(2 pi) s (1 + 2 sum_k e^{-2 pi^2 s^2 k^2} cos(2 pi k a)):
T is largest at whole a, and its values differ by a factor of at most (1 + 2q)/(1 - 2q), q bounded by `theta_excess`.

1. A shift by a whole vector v has Renyi divergence at most alpha |v|^2/(2s^2): completing the square leaves
   T((1 - alpha) v)/T(0) <= 1 for each entry (Canonne, Kamath, Steinke 2020).
2. N(s) + N(t) has at z the probability of N(sqrt(s^2 + t^2)), up to a factor that depends on z through T with 1/s^2 + 1/t^2
   in place of 1/s^2: their logarithms differ by at most `theta_log_ratio`. Adding one user after the other, k + 1 users need
   the variance s^2 k/(k + 1), and earlier differences do not grow: each outcome of a sum is an average over earlier ones
   (Kairouz, Liu, Steinke 2021, who give 5 e^{-2 pi^2 s^2 k/(k+1)} for each). All entries together: `entries` times that.
3. If all probabilities of P and P' are within e^{+-x} of those of Q and Q', and Q, Q' are (eps, delta)-close, then P, P'
   are (eps + 2x, e^x delta)-close.
4. delta <= E max(0, 1 - e^{eps - L}), and 1 - e^{eps - y} <= e^{(alpha-1)(y - eps)} (1 - 1/alpha)^alpha/(alpha - 1) for every
   y and alpha > 1: any order is sound, floats propose one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from accountant.balls import BALLS, exact, precision
from accountant.enclosure import Enclosure
from accountant.inputs import as_fraction, require_delta, require_eps
from accountant.refusal import NoGuarantee
from reference import formulas

BITS = 128
NEGLIGIBLE = Fraction(1, 1 << 20)  # what the sum may differ from a discrete Gaussian, in log probability
SUMMED_TERMS = 40  # of the users added one by one; later terms are smaller, and bounded by the last of these
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
            target = exact_delta(delta) * (1 - exact(NEGLIGIBLE))
            deviation = (noise / exact(self.grid)).lower()
            close = self._required_closeness(deviation, noise)
            rho = formulas.concentrated_rho(self.shift(), deviation**2 * self.honest)
            alpha = best_order(lambda x: x * float(rho.mid()) - _gain(x, target))
            found = formulas.epsilon_of_order(exact(alpha), rho, target, BALLS) + 2 * close
            return Enclosure(0, BALLS.max(0, found).upper())

    def noise_for(self, eps: Any, delta: Any) -> arb:
        """The noise of one user that meets the target; its upper end does."""
        with precision(BITS):
            loss = exact(as_fraction(require_eps(eps))) - 2 * exact(NEGLIGIBLE)
            if not loss > 0:
                raise NoGuarantee(
                    f"eps = {float(eps):.3g} is not above what a sum of discrete Gaussians may differ from one",
                    f"ask for eps > {float(2 * NEGLIGIBLE):.1e}",
                )
            target = exact_delta(delta) * (1 - exact(NEGLIGIBLE))
            alpha = best_order(lambda x: -(float(loss.mid()) + _gain(x, target)) / x)
            rho = formulas.rho_of_order(exact(alpha), loss, target, BALLS)
            deviation = (self.shift() / (2 * rho * self.honest).sqrt()).upper()
            noise = deviation * exact(self.grid)
            self._required_closeness(deviation, noise)
            return noise

    def _required_closeness(self, deviation: arb, noise: arb) -> arb:
        close = closeness(deviation, self.honest, self.entries)
        if close <= exact(NEGLIGIBLE):
            return close
        wanted = enough_deviation(self.honest, self.entries)
        raise NoGuarantee(
            f"the grid is too coarse: one user's noise is {float(deviation.mid()):.3g} grid units, and the sum of "
            f"{self.honest} such discrete Gaussians is not provably close to one",
            f"make the grid at least {wanted / float(deviation.mid()) * 1.01:.3g} times finer: "
            f"noise of {wanted:.3g} units is enough",
        )


def exact_delta(delta: Any) -> arb:
    return arb(require_delta(delta))


def closeness(deviation: arb, honest: int, entries: int) -> arb:
    """How far log probabilities of the sum of `honest` discrete Gaussians can be from those of one; infinite if unknown."""
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
    """A deviation in grid units from which on the sum is close to a discrete Gaussian."""
    deviation = 0.5
    with precision(BITS):
        while not closeness(arb(deviation), honest, entries) <= exact(NEGLIGIBLE):
            deviation *= 1.01
    return deviation


def _gain(alpha: float, delta: arb) -> float:
    """`order_gain` for the search: alpha - 1 may be far below the rounding of alpha."""
    x = alpha - 1
    return (float(delta.log()) + math.log(x) + alpha * (math.log1p(x) - math.log(x))) / x


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
