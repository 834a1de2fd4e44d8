"""The error terms of the lattice engine for DP-SGD: chords, merged outcomes, rounding (ours:lattice_errors)."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import about, every, theorem
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish

check = about("ours:lattice_errors#analysis")
h0, h1, h2, rate_low, rate_high, a0 = sp.symbols("h0 h1 h2 grow grow_next a0", positive=True)


@check(
    "statement",
    "smt",
    every="every convex curve; delta is a largest value of functions linear in e^eps, so convex in it",
    wrong={"side": -1},
    needs=[theorem("dpsgd.errors_theorem", "CHORD")],
)
def convex_curves_have_growing_slopes(side=1):
    """Chords of the curve, which lie above it, have non-negative masses, so that they are the curve of a dominating pair."""
    hu, hv, hm, left, right = z3.Reals("hu hv hm left right")
    below = (left + right) * hm <= right * hu + left * hv  # hm lies below the chord, any spacing
    return prove([left > 0, right > 0, below], side * (left * (hv - hm) - right * (hm - hu)) >= 0)


@check(
    "statement",
    "symbolic",
    every="every lattice and every curve",
    concludes="above",
    wrong={"extra": 2},
    needs=[convex_curves_have_growing_slopes],
)
def chords_are_a_distribution(extra=1):
    """The masses a_k (change of slope) give the curve that joins the given values, linearly in e^eps."""
    # p = a (slope right - slope left), as `lattice.chords` computes it, and the curve of such masses has these slopes;
    # the points may be any distance apart.
    a1, a2 = a0 * rate_low, a0 * rate_low * rate_high
    left, right = (h1 - h0) / (a1 - a0), (h2 - h1) / (a2 - a1)
    computed = (h2 - h1) / (rate_high - 1) - (h1 - h0) / (rate_low - 1) * rate_low
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
    "statement",
    "smt",
    every="any number of outcomes, merged two by two; every mass and loss",
    concludes="below",
    wrong={"sign": -1},
    needs=[theorem("dpsgd.errors_theorem", "MOVED_DOWN")],
)
def merging_loses(sign=1):
    """Merging outcomes never raises delta, as dropping mass and moving losses down do not (MOVED_DOWN)."""
    p1, p2, q1, q2, a = z3.Reals("p1 p2 q1 q2 a")

    def positive(v):
        return z3.If(v > 0, v, z3.RealVal(0))

    apart = positive(p1 - a * q1) + positive(p2 - a * q2)
    premises = [p1 >= 0, p2 >= 0, q1 >= 0, q2 >= 0, a >= 0]
    return prove(premises, sign * positive(p1 + p2 - a * (q1 + q2)) <= sign * apart)


@check(
    "statement",
    "smt",
    every="every product of masses: a coefficient is a sum of such products; all masses are whole multiples of a unit",
    concludes="rounding",
    wrong={"direction": -1},
)
def rounding_goes_outward(direction=1):
    """Masses that are not smaller have products that are not smaller; window overflow to a larger loss only adds."""
    # 0 <= x <= X, 0 <= y <= Y: xy <= XY; a mass moved to a larger loss, or to infinity, counts more.
    x, X, y, Y, p, far, near = z3.Reals("x X y Y p far near")
    products = prove([0 <= x, x <= X, 0 <= y, y <= Y], direction * x * y <= direction * X * Y)
    clamped = prove([p >= 0, 0 <= far, far <= near, near <= 1], p * (1 - near) <= p * (1 - far))
    return every(products, clamped)


@check(
    "statement",
    "symbolic",
    every="every pair of distributions on the lattice",
    concludes="rounding",
    wrong={"level": 2},
)
def infinite_losses_are_kept(level=1):
    """No mass is lost when distributions with infinite losses are composed."""
    # The finite and infinite masses of a product: total A total B = finite A finite B + (inf A total B + finite A inf B).
    fa, fb, ia, ib = sp.symbols("fa fb ia ib", positive=True)
    return all_vanish([sp.expand((fa + ia) * (fb + ib) - fa * fb - (ia * (fb + ib) + level * fa * ib))])


@check(
    "statement",
    "smt",
    every="every loss above the top of the window and every eps",
    concludes="rounding",
    wrong={"kept": 2},
)
def overflow_is_split(kept=1):
    """A loss above the window that is split between its top and infinity, with its mass under Q kept, counts more."""
    # x = e^{eps - loss}, w = e^{top - loss}: the share w goes to the top, where e^{eps - top} = x/w, the rest to infinity
    x, w = z3.Reals("x w")

    def positive(v):
        return z3.If(v > 0, v, z3.RealVal(0))

    return prove([x >= 0, w > 0, w <= 1], positive(1 - x) <= positive(w - x) + (1 - kept * w))


@check(
    "statement",
    "smt",
    every="every pair of runs, each with an outcome that the test accepts, and every test",
    concludes="below",
    wrong={"shared": 0},
)
def accepted_outcomes_compose(shared=1):
    """An outcome that every test accepts, of one run or the other, is one of both; its masses go outward."""
    # f, g: how far the test accepts that outcome of either run; u, v: all that it may accept of the rest. Together at most 1.
    f, g, u, v, P, Q, p, q, a = z3.Reals("f g u v P Q p q a")
    unit = [0 <= f, f <= 1, 0 <= g, g <= 1, 0 <= u, u <= 1 - f, 0 <= v, v <= 1 - g]
    test = prove(unit, f + g - shared * f * g + u * v <= 1)
    # a lower end p of P stays one, an upper end of Q as well: p + g (1 - p) grows with p and with g
    grows = prove([*unit, 0 <= p, p <= f, 0 <= q, q <= g], p + q - shared * p * q <= f + g - shared * f * g)
    counted = prove([p <= P, Q <= q, a >= 0], p - a * q <= P - a * Q)
    return every(test, grows, counted)
