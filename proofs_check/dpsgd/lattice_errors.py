"""The error terms of the lattice engine for DP-SGD: chords, merged outcomes, rounding (ours:lattice_errors)."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish

LATTICE = "ours:lattice_errors"
h0, h1, h2, rate_low, a0 = sp.symbols("h0 h1 h2 grow a0", positive=True)


def chord_masses(extra: int) -> Outcome:
    """p = a (slope right - slope left), as `lattice.chords` computes it, and the curve of such masses has these slopes."""
    a1, a2 = a0 * rate_low, a0 * rate_low**2
    left, right = (h1 - h0) / (a1 - a0), (h2 - h1) / (a2 - a1)
    computed = (h2 - h1) / (rate_low - 1) - (h1 - h0) / (rate_low - 1) * rate_low
    lowest = (h1 - h0) / (rate_low - 1) - (h0 - 1)
    # the kink of sum p_k (1 - a/a_k)_+ at a1 changes its slope by p/a1
    return all_vanish(
        [
            sp.simplify(computed - extra * a1 * (right - left)),
            sp.simplify(computed / a1 - extra * (right - left)),
            sp.simplify(lowest - a0 * ((h1 - h0) / (a1 - a0) - (h0 - 1) / a0)),
        ]
    )


@check(
    LATTICE,
    method="symbolic",
    scope="every lattice and every curve",
    universal=True,
    concludes="above",
    needs=["dpsgd.lattice_errors.convex_curves_lie_below_chords"],
    control=lambda: chord_masses(2),
)
def chords_are_a_distribution() -> Outcome:
    """The masses a_k (change of slope) give the curve that joins the given values, linearly in e^eps."""
    return chord_masses(1)


def below_chord(side: int) -> Outcome:
    """P - aQ <= hu at a = u and <= hv at a = v: between it is below the chord; slopes grow (any spacing): masses are >= 0"""
    P, Q, u, v, hu, hv, hm, t, left, right = z3.Reals("P Q u v hu hv hm t left right")
    ends = [0 <= t, t <= 1, P - u * Q <= hu, P - v * Q <= hv]
    slopes = [left > 0, right > 0, (left + right) * hm <= right * hu + left * hv]  # hm lies below the chord
    return every(
        prove(ends, P - (t * u + (1 - t) * v) * Q <= t * hu + (1 - t) * hv),
        prove(slopes, side * (left * (hv - hm) - right * (hm - hu)) >= 0),
    )


@check(
    LATTICE,
    method="smt",
    scope="every convex curve; delta is a largest value of functions linear in e^eps, so convex in it",
    universal=True,
    control=lambda: below_chord(-1),
)
def convex_curves_lie_below_chords() -> Outcome:
    """Chords of the curve lie above it and have non-negative masses, so that they are the curve of a dominating pair."""
    return below_chord(1)


def merging(sign: int) -> Outcome:
    """(p1 + p2 - a(q1 + q2))_+ <= (p1 - a q1)_+ + (p2 - a q2)_+, and a lower loss or a smaller mass has a smaller delta."""
    p1, p2, q1, q2, a, p, less, weight = z3.Reals("p1 p2 q1 q2 a p less weight")

    def positive(v):
        return z3.If(v > 0, v, z3.RealVal(0))

    nonneg = [p1 >= 0, p2 >= 0, q1 >= 0, q2 >= 0, a >= 0]
    merged = positive(p1 + p2 - a * (q1 + q2)) * sign <= sign * (
        positive(p1 - a * q1) + positive(p2 - a * q2)
    )
    moved = [
        0 <= less,
        less <= p,
        weight >= 0,
        q1 >= weight,
    ]  # weight, q1: e^{eps - loss} before and after moving the loss down
    lower = less * positive(1 - q1) <= p * positive(1 - weight)
    return every(prove(nonneg, merged), prove(moved, lower))


@check(
    LATTICE,
    method="smt",
    scope="any number of outcomes, merged two by two; every mass and loss",
    universal=True,
    concludes="below",
    control=lambda: merging(-1),
)
def merging_and_moving_down_lose() -> Outcome:
    """Merging outcomes, dropping mass and moving losses down never raise delta."""
    return merging(1)


def outward(direction: int) -> Outcome:
    """0 <= x <= X, 0 <= y <= Y: xy <= XY; a mass moved to a larger loss, or to infinity, counts more."""
    x, X, y, Y, p, far, near = z3.Reals("x X y Y p far near")
    products = prove([0 <= x, x <= X, 0 <= y, y <= Y], direction * x * y <= direction * X * Y)
    clamped = prove([p >= 0, 0 <= far, far <= near, near <= 1], p * (1 - near) <= p * (1 - far))
    return every(products, clamped)


@check(
    LATTICE,
    method="smt",
    scope="every product of masses: a coefficient is a sum of such products; all masses are whole multiples of a unit",
    universal=True,
    concludes="rounding",
    control=lambda: outward(-1),
)
def rounding_goes_outward() -> Outcome:
    """Masses that are not smaller have products that are not smaller; window overflow to a larger loss only adds."""
    return outward(1)


def composed_infinite(level: int) -> Outcome:
    """The finite and infinite masses of a product: total A total B = finite A finite B + (inf A total B + finite A inf B)."""
    fa, fb, ia, ib = sp.symbols("fa fb ia ib", positive=True)
    return all_vanish([sp.expand((fa + ia) * (fb + ib) - fa * fb - (ia * (fb + ib) + level * fa * ib))])


@check(
    LATTICE,
    method="symbolic",
    scope="every pair of distributions on the lattice",
    universal=True,
    concludes="rounding",
    control=lambda: composed_infinite(2),
)
def infinite_losses_are_kept() -> Outcome:
    """No mass is lost when distributions with infinite losses are composed."""
    return composed_infinite(1)
