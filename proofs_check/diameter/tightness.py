"""ours:gradient_diameter#tightness: how near two concrete records come to the certified bound.

The pair is found by a float search, and measured from scratch in balls: the model, both records, both gradients.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from accountant.numbers.balls import BALLS, exact
from accountant.numbers.enclosure import Enclosure
from accountant.sensitivity.diameter import diameter
from accountant.sensitivity.diameter_witness import Pair, best_pair
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified
from reference import formulas

check = about("ours:gradient_diameter#tightness")
PAPER = (  # classes, clipping bound and radii of the paper's softmax runs on CIFAR-10, CIFAR-100 and EMNIST
    (10, Fraction("34.854"), ("0.1", "0.4", "0.6", "1", "3")),
    (100, Fraction("34.157"), ("0.01", "0.03", "0.1", "0.3", "1")),
    (62, Fraction("34.854"), ("2", "6")),
)


def gradient(f: list[list[arb]], x: list[arb], label: int) -> list[list[arb]]:
    """The gradient of the cross-entropy loss at the model f (one row per entry of x), from its definition."""
    classes = range(len(f[0]))
    powers = [
        BALLS.exp(sum((row[k] * x_l for row, x_l in zip(f, x, strict=True)), exact(0))) for k in classes
    ]
    total = sum(powers, exact(0))
    slopes = [formulas.softmax_slope(formulas.softmax(powers[k], total), int(k == label)) for k in classes]
    return [[formulas.loss_gradient_entry(x_l, slope) for slope in slopes] for x_l in x]


def distance(pair: Pair, R: Fraction, c: Fraction) -> arb:
    """|g - g'| for the pair's model, scaled to norm R, and its two records, scaled to norm c."""
    rows = [[*row[:3], *[row[3]] * max(pair.K - 3, 0)][: pair.K] for row in (pair.a, pair.b)]
    norm = BALLS.sqrt(sum((exact(v) * exact(v) for row in rows for v in row), exact(0)))
    f = [[exact(v) * exact(R) / norm for v in row] for row in rows]
    t = exact(pair.t)
    across = BALLS.sqrt(1 - t * t)
    g, h = (
        gradient(f, [t * exact(c), sign * across * exact(c)], label)
        for sign, label in ((1, pair.y), (-1, pair.y2))
    )
    gaps = [p - q for row, other in zip(g, h, strict=True) for p, q in zip(row, other, strict=True)]
    return BALLS.sqrt(sum((gap * gap for gap in gaps), exact(0)))


def comes_near(K: int, R: str, c: Fraction, share: str, bound=lambda proved: proved) -> Outcome:
    """share * bound <= distance of the best pair <= bound, where the bound is certified."""
    proved = diameter(R, c, K)
    pair = best_pair(float(Fraction(R) * c), K)
    reached = certified(lambda: distance(pair, Fraction(R), c))
    hi = bound(proved.enclosure.hi)
    named = {"K": K, "R": R, "c": c, "labels": (pair.y, pair.y2), "cosine": pair.t, "by": proved.theorem}
    near = at_most(
        Enclosure(Fraction(share) * hi, Fraction(share) * hi), reached, ("share", "distance"), **named
    )
    below = at_most(reached, Enclosure(hi, hi), ("distance", "bound"), **named)
    quotient = f"K={K}, R={R}: {reached.lower() / float(hi):.4f} ({proved.theorem})"
    both = every(near, below)
    return Outcome(both.result, quotient if both.result == "holds" else both.detail, both.witness)


@check(
    "statement",
    "interval",
    at="K = 2, c = 1, R = 0.01, 1, 8",
    control=lambda: comes_near(2, "1", Fraction(1), "0.999", lambda hi: Fraction(99, 100) * hi),
)
def two_classes_are_reached():
    """Two records reach 0.999 of the bound for two classes."""
    return every(*(comes_near(2, R, Fraction(1), "0.999") for R in ("0.01", "1", "8")))


@check(
    "statement",
    "interval",
    at="K = 10, R = c = 1",
    wrong=[{"share": "0.999"}, {"bound": lambda hi: Fraction(99, 100) * hi}],
)
def ten_classes_are_nearly_reached(share="0.99", bound=lambda proved: proved):
    """Two records reach 0.99 of the bound for K = 10 at R = c = 1, and do not exceed it."""
    return comes_near(10, "1", Fraction(1), share, bound)


@check(
    "statement",
    "interval",
    at="the 12 pairs of K and R in the paper's softmax runs, each with its c",
    control=lambda: comes_near(100, "0.3", Fraction("34.157"), "0.99"),
)
def paper_settings_are_nearly_reached():
    """At each of the paper's settings two records reach at least 0.916 of the bound, and do not exceed it."""
    return every(*(comes_near(K, R, c, "0.916") for K, c, radii in PAPER for R in radii))
