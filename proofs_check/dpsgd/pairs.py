"""The dominating pairs of DP-SGD: why no other pair of neighbours does worse than the one of `steps`.

N_c is the normal distribution with mean c and unit covariance, H_a(P||Q) the largest P(S) - a Q(S). Signs of integrands
are shown pointwise; what is integrated keeps its sign.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.dpsgd.steps import PAIRS, a, m, q, x
from proofs_check.method.check import about, theorem
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference import formulas

check = about(PAIRS)


@check(
    "statement",
    "smt",
    every="every dimension, every set S and every centre c; r is the density of N_c over that of N_0, k its value at the edge",
    wrong={"right_side": False},
)
def half_line_has_least_mass(right_side=True):
    """Of all S with the same N_0(S) the half-line against c has the least N_c(S): integrate (1_S - 1_H)(r - k) >= 0."""
    s, r, k = z3.Reals("s r k")
    low, high = (z3.RealVal(1), z3.RealVal(0)) if right_side else (z3.RealVal(0), z3.RealVal(1))
    return prove([0 <= s, s <= 1, r > 0, k > 0], (s - z3.If(r <= k, low, high)) * (r - k) >= 0)


@check(
    "statement",
    "symbolic",
    every="every a > 0 and every pair of distributions",
    wrong={"level": lambda a: a - 1},
)
def other_side_by_complement(level=lambda a: 1 - a):
    """H_a(P||Q) = 1 - a + a H_{1/a}(Q||P): a < 1 for replace, and all of add, follow from the mirrored pair."""
    # P(S) - a Q(S) = 1 - a + a (Q(S') - P(S')/a) for the complement S'; and for a <= 1 - q everything is the best set.
    P, Q = sp.symbols("P Q", positive=True)
    left = P - a * Q
    right = level(a) + a * ((1 - Q) - (1 - P) / a)
    n0, nu, stay = sp.symbols("n0 nu stay", positive=True)
    rest = (stay * n0 + q * nu - (stay - m) * n0) - (
        q * nu + m * n0
    )  # a = 1 - q - m: both terms are positive
    return all_vanish([sp.expand(left - right), sp.expand(rest)])


@check(
    "statement",
    "smt",
    every="every dimension and every centre |u|, |v| <= 1; a >= 1 for replace, a >= 1 - q for remove",
    concludes="dominates",
    wrong={"least": lambda q: 0},
    needs=[half_line_has_least_mass, other_side_by_complement, theorem("dpsgd.errors_theorem", "EXTREME")],
)
def extreme_centres_are_worst(least=lambda q: 1 - q):
    """EXTREME is about a replaced record; for a removed one a weight >= 0 of N_0 is lost, the least on the half-line."""
    # n_0 and g_0: what any set, and the half-line with the same N_u, have of N_0.
    rate, level, n0, g0, nu = z3.Reals("q a n0 g0 nu")
    gain = lambda mass: (1 - rate) * mass + rate * nu - level * mass  # noqa: E731
    return prove([0 < rate, rate <= 1, level >= least(rate), g0 <= n0], gain(n0) <= gain(g0))


@check(
    "statement",
    "symbolic",
    every="a record whose clipped gradient is +C in one direction at every step, and -C (or nothing) for its neighbour",
    concludes="tight",
    wrong={"shift": lambda m: 2 * m},
)
def constant_gradients_reach_the_pairs(shift=lambda m: m):
    """Such neighbours output exactly the pair at every step: the interval contains the worst case, not only a bound."""
    # N_c above t is N_0 above t - c, and the mirror image x -> -x swaps the shifts m and -m.
    tail = formulas.mixture_tail(x, sp.Integer(1), m, SYMBOLIC)
    mirrored = formulas.mixture_ratio(-x, q, -m, SYMBOLIC) - formulas.mixture_ratio(x, q, m, SYMBOLIC)
    return all_vanish([tail - sp.erfc((x - shift(m)) / sp.sqrt(2)) / 2, sp.simplify(mirrored)])
