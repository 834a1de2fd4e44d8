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

from accountant.numbers.array_intervals import Intervals
from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import as_fmpq, exact_real, require_count
from accountant.sensitivity.diameter_bound import Maximum, largest_value
from accountant.sensitivity.diameter_witness import best_pair
from reference import formulas
from reference.errors import reject
from reference.notation import SYMBOLS

BITS = 128
TOLERANCE = 2e-4  # of the inner maximum, which is at least 1/2: less than 2e-4 of the diameter
CLOSE = 1e-4  # Corollary 1 this close to the value of two classes leaves Theorem 1 nothing to gain
ROUNDS = 12  # values of kappa to try at most
MOST_BOXES = 2_000_000
LARGEST_SEARCH = 300  # classes up to which Theorem 1 is evaluated; beyond, Corollary 1 and 2G remain
WIDEST_PAIR = Fraction(300)  # a pair at a smaller model is a pair too, and its exponentials do not overflow
NARROWEST, WIDEST = Fraction(1, 1 << 30), Fraction(1 << 30)  # r is searched within these; beyond, 2G is sharp


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
    """lo <= the gradient diameter of the softmax loss for |f| <= R, |x| <= c and K classes <= hi.

    For more than LARGEST_SEARCH = 300 classes Theorem 1 is not evaluated: hi is then that of Corollary 1 or 2G, whichever
    is smaller, a valid bound that lies up to 10 % above. `diameter(R, c, K).theorem` says which one it is.
    """
    return diameter(R, c, K).enclosure


def diameter(R: Any, c: Any, K: Any) -> Diameter:
    """The same with the theorem that gives the upper end; repeated settings are remembered."""
    because = "the gradients are compared on a ball of models and a ball of records"
    K = require_count("K", SYMBOLS["K"], K, "a label has a rival", at_least=2)
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


def _bounds(r: Fraction, K: int) -> Iterator[tuple[arb, str, float]]:
    """Squared upper bounds, each with its name and its kappa."""
    largest = BALLS.min(
        formulas.loss_gradient_softmax(1, BALLS), formulas.loss_gradient_softmax_on_ball(exact(r), K, BALLS)
    )
    yield (2 * largest) ** 2, "2G", 0.0
    if not NARROWEST <= r <= WIDEST:
        return
    t = best_angle(r)
    two = formulas.diameter_two_classes(t, exact(r), BALLS)
    kappa = formulas.centre_weight(t, exact(r), BALLS)
    if K == 2:
        yield two, "Corollary 2", float(kappa)
        return
    many = formulas.diameter_many_classes(two, kappa, exact(r), exact(K), BALLS)
    yield many, "Corollary 1", float(kappa)
    if K <= LARGEST_SEARCH and not many < two * (1 + CLOSE):
        yield theorem_1(r, K, float(kappa))


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


def theorem_1(r: Fraction, K: int, largest: float) -> tuple[arb, str, float]:
    """The smallest centre bound over a few kappa <= `largest`: each maximum suggests the next, by convexity in kappa."""
    cuts: list[tuple[float, Maximum]] = []
    found: list[tuple[arb, str, float]] = []
    box, gap, kappa = Intervals.around(exact(r)), 0.02, min(1 / K, largest)
    for _ in range(ROUNDS):
        inner = largest_value(kappa, box, K, tolerance=max(TOLERANCE, gap / 8), most_boxes=MOST_BOXES)
        cuts.append((kappa, inner))
        squared = formulas.centre_bound(exact(kappa), exact(r), exact(inner.upper))
        found.append((squared, "Theorem 1", kappa))
        kappa, least = _next_kappa(cuts, float(r), largest)
        gap = min(float(value.upper()) for value, _, _ in found) / 4 - least
        if gap < 2 * TOLERANCE:
            break
    return min(found, key=lambda bound: float(bound[0].upper()))


def _next_kappa(cuts: list[tuple[float, Maximum]], r: float, largest: float) -> tuple[float, float]:
    """Where kappa^2 r^2 plus the largest tangent so far is least, by ternary search, and its value."""

    def model(kappa: float) -> float:
        return (kappa * r) ** 2 + max(m.reached + m.slope * (kappa - at) for at, m in cuts)

    low, high = 0.0, largest
    for _ in range(80):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if model(left) < model(right) else (left, high)
    return (low + high) / 2, model((low + high) / 2)
