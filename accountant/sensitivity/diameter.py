"""The gradient diameter of the softmax loss: how far two gradients at the same model can be apart, certified.

A step of Theorem R on a replaced record compares the gradients of two records at one and the same model f, |f| <= R.
Both lie in a ball around kappa f that is smaller than the ball of radius G around 0, for a well chosen kappa; any
kappa >= 0 gives a valid bound. In units c = 1 only r = Rc and K matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import as_fmpq, exact_real, require_count
from accountant.sensitivity.diameter_bound import best_weight, inner_maximum
from accountant.sensitivity.diameter_witness import best_pair
from reference import formulas
from reference.errors import reject
from reference.notation import SYMBOLS

BITS = 128
CLOSE, COARSE = 2e-5, 1e-3  # how far pieces may lie above what floats see
WIDEST_PAIR = Fraction(300)  # a pair at a smaller model is a pair too, and its exponentials do not overflow
NARROWEST, WIDEST = (
    Fraction(1, 1 << 30),
    Fraction(1 << 30),
)  # below, a larger ball is bounded; above, 2G is sharp


@dataclass(frozen=True)
class Diameter:
    """sup |grad loss(f; z) - grad loss(f; z')| over |f| <= R and two records, from both sides."""

    enclosure: Enclosure  # reached by a pair of records, and proved
    theorem: str  # which of the proved bounds is the smallest
    kappa: float  # the centre kappa f of the ball that holds all gradients, in units c = 1

    @property
    def upper(self) -> float:
        return self.enclosure.upper()


def gradient_diameter(R: Any, c: Any, K: Any) -> Enclosure:
    """lo <= the gradient diameter of the softmax loss for |f| <= R, |x| <= c and K classes <= hi."""
    return diameter(R, c, K).enclosure


def diameter(R: Any, c: Any, K: Any) -> Diameter:
    """The same with the theorem that gives the upper end; repeated settings are remembered."""
    because = "the gradients are compared on a ball of models and a ball of records"
    K = require_count("K", SYMBOLS["K"], K, "a classifier needs at least two classes", at_least=2)
    ratios = {}
    for name, given in (("R", R), ("c", c)):
        number = as_fmpq(exact_real(name, SYMBOLS[name], given, because=because))
        if not number > 0:
            raise reject(name, SYMBOLS[name], "must be > 0", given, because)
        ratios[name] = Fraction(int(number.p), int(number.q))
    unit = _unit_diameter(ratios["R"] * ratios["c"], K)
    box = Enclosure(unit.enclosure.lo * ratios["c"], unit.enclosure.hi * ratios["c"])
    return Diameter(box, unit.theorem, unit.kappa)


@lru_cache(maxsize=1024)
def _unit_diameter(r: Fraction, K: int) -> Diameter:
    """For c = 1 and R = r."""
    with precision(BITS):
        squared, theorem, kappa = min(_bounds(r, K), key=lambda found: float(found[0].upper()))
        radius = min(r, WIDEST_PAIR)
        reached = best_pair(float(radius), K).squared_distance(exact(radius))
        ends = enclosure(reached.sqrt()), enclosure(squared.sqrt())
        return Diameter(Enclosure(ends[0].lo, ends[1].hi), theorem, kappa)


def quick_diameter(R: Fraction, c: Fraction, K: int) -> Fraction:
    """An upper bound of the gradient diameter from fewer pieces."""
    return _quick(R * c, K) * c


@lru_cache(maxsize=512)
def _quick(r: Fraction, K: int) -> Fraction:
    with precision(BITS):
        return min(enclosure(squared.sqrt()).hi for squared, _, _ in _bounds(r, K, close=False))


def _bounds(r: Fraction, K: int, close: bool = True) -> Iterator[tuple[arb, str, float]]:
    """Squared upper bounds, each with its name and its kappa."""
    yield (2 * formulas.loss_gradient_softmax(exact(1), BALLS)) ** 2, "2G", 0.0
    if r > WIDEST:
        return
    r = max(r, NARROWEST)
    if K == 2:
        t = best_angle(r)
        kappa = formulas.centre_weight(t, exact(r), BALLS)
        yield formulas.diameter_two_classes(t, exact(r), BALLS), "two classes", float(kappa)
        return
    weight = best_weight(float(r), K)
    tolerance = CLOSE if close else COARSE
    yield (
        formulas.centre_bound(exact(weight), exact(r), inner_maximum(weight, r, K, tolerance)),
        "many classes",
        weight,
    )


def best_angle(r: Fraction) -> arb:
    """A ball around the t that maximises `diameter_two_classes`: its condition changes sign there, once."""
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        positive = math.sqrt(2) * float(r) * middle < 700 and (
            formulas.best_angle_condition(middle, float(r)) > 0
        )
        low, high = (middle, high) if positive else (low, middle)
    width = exact(low) / (1 << 40)
    ends = exact(low) - width, exact(high) + width
    signs = [formulas.best_angle_condition(end, exact(r), BALLS) for end in ends]
    if not (signs[0] > 0 and signs[1] < 0):
        raise ArithmeticError(f"the best angle for r = {r} is not separated")
    return ends[0].union(ends[1])
