"""delta of noise on the whole numbers, in balls: discrete and rounded Gaussians, their sums, and thresholds.

A law is kept on -N..N. What lies outside has a mass of at most `rest`, so that each probability of a sum of users lies
between its value on the window and that plus users * rest. All terms of delta are at least 0: outside the window they add
at most the mass that is there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_poly

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure

BITS = 1024
WIDE = 30  # deviations in the window: e^(-30^2/2) is 1e-195


@dataclass(frozen=True)
class Law:
    """Probabilities of -reach..reach, and a bound of the mass beyond."""

    reach: int
    chances: list[arb]
    rest: arb

    def of(self, x: int) -> arb:
        return self.chances[x + self.reach] if abs(x) <= self.reach else _up_to(self.rest)


def _up_to(most: arb) -> arb:
    return arb(0).union(most)


def discrete_gaussian(sigma: Fraction) -> Law:
    """Proportional to e^(-x^2/(2 sigma^2)); two terms beyond the window have a ratio of at most e^(-N/sigma^2)."""
    reach = math.ceil(WIDE * sigma) + 2
    weights = [(-exact(Fraction(x * x) / (2 * sigma**2))).exp() for x in range(reach + 1)]
    ratio = (-exact(Fraction(reach) / sigma**2)).exp()
    outside = 2 * weights[reach] * ratio / (1 - ratio)
    total = weights[0] + 2 * sum(weights[1:], arb(0)) + _up_to(outside)
    return Law(reach, [weights[abs(x)] / total for x in range(-reach, reach + 1)], outside / total)


def rounded_gaussian(sigma: Fraction) -> Law:
    """N(0, sigma^2), rounded to the nearest whole number."""
    reach = math.ceil(WIDE * sigma) + 2
    root = exact(sigma) * exact(2).sqrt()
    tails = [
        BALLS.erfc(exact(Fraction(2 * x - 1, 2)) / root) / 2 for x in range(1, reach + 2)
    ]  # P(> x - 1/2)
    positive = [tails[x - 1] - tails[x] for x in range(1, reach + 1)]
    chances = [*reversed(positive), 1 - 2 * tails[0], *positive]
    return Law(reach, chances, 2 * tails[reach])


LAWS = {"discrete-gaussian": discrete_gaussian, "rounded-gaussian": rounded_gaussian}


def summed(law: Law, users: int) -> Law:
    """The sum of `users` independent draws."""
    total = arb_poly(law.chances)
    for _ in range(users - 1):
        total = total * arb_poly(law.chances)
    rest = law.rest * users
    reach = law.reach * users
    return Law(reach, [chance + _up_to(rest) for chance in total.coeffs()], rest)


def delta_of_shift(kind: str, sigma: Fraction, users: int, shift: int, eps: Fraction) -> Enclosure:
    """delta between the sum of the noises and the same sum, moved by a whole number; both orders give the same."""
    with precision(BITS):
        law = summed(LAWS[kind](sigma), users)
        factor = exact(eps).exp()
        terms = (
            BALLS.max(0, law.of(x) - factor * law.of(x - shift)) for x in range(-law.reach, law.reach + 1)
        )
        return enclosure(sum(terms, _up_to(law.rest)))


def discrete_laplace_tail(scale: Fraction, k: int) -> arb:
    """P(X >= k) for k >= 0, where P(x) is proportional to e^(-|x|/scale)."""
    ratio = (-exact(1 / scale)).exp()
    return ratio**k / (1 + ratio)


def published(noise: str, scale: Fraction, count: int, threshold: int, at: bool) -> Enclosure:
    """The probability that a count with noise is above the threshold, or `at` it or above."""
    least = threshold - count + (0 if at else 1)
    with precision(BITS):
        if noise == "discrete-laplace":
            return enclosure(discrete_laplace_tail(scale, least))
        law = discrete_gaussian(scale)
        return enclosure(sum((law.of(x) for x in range(least, law.reach + 1)), _up_to(law.rest)))
