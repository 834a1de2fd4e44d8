"""Gaussian noise on models whose move depends on a secret random order: delta is the average over the orders (lem:m1).

Who sees the sum does not know the order, which was drawn independently of data and noise. Floats propose, balls decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from accountant.distributed.crowd import NoGuarantee
from accountant.distributed.discrete_sum import DiscreteSum
from accountant.gaussian.curve import Curve
from accountant.gaussian.float_guesses import log_delta
from accountant.numbers.balls import enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import as_fmpq, as_fraction, require_delta, require_eps
from accountant.sensitivity.random_order import RandomOrder
from reference import formulas

BITS = 128
DIGITS = 8  # of each delta, rounded up
FINEST = 2.0**-40  # the certified answer is at least so much above the float that proposes it


@dataclass(frozen=True)
class MixedGaussianSum:
    """Gaussian noise of the surviving honest users, against the moves of any of these random orders, one for each size n."""

    orders: tuple[RandomOrder, ...]
    compositions: int
    honest: int

    def delta(self, eps: Any, noise: arb) -> Fraction:
        """delta is at most this at eps, for this noise of one user."""
        with precision(BITS):
            total = enclosure(noise * exact(self.honest).sqrt()).lo
        return max(self._average(order, as_fraction(eps), total) for order in self.orders)

    def _average(self, order: RandomOrder, eps: Fraction, total: Fraction) -> Fraction:
        deltas = [
            Curve(as_fmpq(eps), as_fmpq(total / move), self.compositions).delta_within(DIGITS).hi
            for move, _ in order.moves
        ]
        return Fraction(formulas.averaged_delta([chance for _, chance in order.moves], deltas))

    def epsilon(self, noise: arb, delta: Any) -> Enclosure:
        """eps is at most the upper end for this noise of one user; no lower end is claimed."""
        target = as_fraction(require_delta(delta))
        total = float(noise.mid()) * math.sqrt(self.honest)
        guess = self._guess(lambda order, eps: self._proposed(order, eps, total) <= target)
        return Enclosure(0, _certified(guess, lambda eps: self.delta(eps, noise) <= target))

    def noise_for(self, eps: Any, delta: Any) -> arb:
        """The noise of one user that meets the target; its upper end does."""
        loss, target = as_fraction(require_eps(eps)), as_fraction(require_delta(delta))
        root = math.sqrt(self.honest)
        guess = self._guess(
            lambda order, noise: noise > 0 and self._proposed(order, float(loss), noise * root) <= target
        )
        found = _certified(guess, lambda noise: noise > 0 and self.delta(loss, exact(noise)) <= target)
        return exact(found)

    def _guess(self, works: Callable[[RandomOrder, float], bool]) -> float:
        """The smallest number that works for all orders, in floats."""
        high = 0.0
        for order in self.orders:
            low = high
            while not works(order, high):
                low, high = high, 2 * high or 1e-12
            while high - low > FINEST * high:
                middle = (low + high) / 2
                low, high = (low, middle) if works(order, middle) else (middle, high)
        return high

    def _proposed(self, order: RandomOrder, eps: float, total: float) -> float:
        spread = math.sqrt(self.compositions) / total
        deltas = [math.exp(log_delta(eps, float(move) * spread)) for move, _ in order.moves]
        return float(formulas.averaged_delta([float(chance) for _, chance in order.moves], deltas))


@dataclass(frozen=True)
class MostOrders:
    """Noise on the grid, against a move that a random order exceeds with chance `beyond` at most: delta pays (lem:m1)."""

    inner: DiscreteSum
    beyond: Fraction

    def epsilon(self, noise: arb, delta: Any) -> Enclosure:
        return self.inner.epsilon(noise, self._left(delta))

    def noise_for(self, eps: Any, delta: Any) -> arb:
        return self.inner.noise_for(eps, self._left(delta))

    def order(self, noise: arb, eps: Any, delta: Any) -> Fraction:
        return self.inner.order(noise, eps, self._left(delta))

    def _left(self, delta: Any) -> Fraction:
        left = as_fraction(require_delta(delta)) - self.beyond
        if left > 0:
            return left
        raise NoGuarantee(
            "the failures of SecAgg leave no delta for the orders that are left out",
            'divide every batch sum by b: divisor = "fixed", or state a smaller failure probability',
        )


def _certified(guess: float, works: Callable[[Fraction], bool]) -> Fraction:
    """A number that provably works, a little above the guess."""
    if guess == 0 and works(Fraction(0)):
        return Fraction(0)
    step = max(guess, 1e-12) * FINEST
    while not works(Fraction(guess + step)):
        step *= 4
    return Fraction(guess + step)
