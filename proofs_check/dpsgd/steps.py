"""One DP-SGD step in closed form: its likelihood ratio, its best test, and delta of that test (ours:subsampled_pairs).

Signs of integrands are shown pointwise; what is integrated keeps its sign.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.profile import no_set_beats_the_likelihood_set
from proofs_check.method.check import about, every
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference import formulas

PAIRS = "ours:subsampled_pairs#analysis"
check = about(PAIRS)
x = sp.Symbol("x", real=True)
q, m, a, up, down = sp.symbols("q m a up down", positive=True)
SHIFTS = [(m, 0), (0, -m), (m, -m)]


@check("statement", "symbolic", every="every q, m and x, all three pairs", wrong={"factor": 2})
def slope_of_the_loss(factor=1):
    """The loss log P/Q of each pair has the slope m (share of moved mass) per moving distribution, and how shares change."""
    # log w, w = 1 - q + q e^{sx - s^2/2}, has the slope s share; the share has s share (1 - share); `factor` scales both.
    gaps = []
    for shift in (m, -m):
        share = formulas.moved_share(x, q, shift, SYMBOLIC)
        slope = sp.diff(sp.log(formulas.mixture_ratio(x, q, shift, SYMBOLIC)), x)
        gaps += [slope - factor * shift * share, sp.diff(share, x) - factor * shift * share * (1 - share)]
    return all_vanish(gaps)


@check(
    "statement", "smt", every="every point of a product, and factor by factor of a run", wrong={"second": 0}
)
def variations_of_steps_add_up(second=1):
    """(p p' - q q')+ <= p (p' - q')+ + q' (p - q)+: integrated, delta(0) of two runs in a row is at most the sum of both."""
    p, q_, p2, q2 = z3.Reals("p q p2 q2")

    def positive(value):
        return z3.If(value > 0, value, z3.RealVal(0))

    return prove(
        [p >= 0, q_ >= 0, p2 >= 0, q2 >= 0],
        positive(p * p2 - q_ * q2) <= p * positive(p2 - q2) + second * q2 * positive(p - q_),
    )


@check(
    "statement",
    "smt",
    every="every q in (0, 1] and every pair of shifts up >= 0 >= down",
    concludes="half-line",
    wrong={"up_sign": -1},
    needs=[slope_of_the_loss, no_set_beats_the_likelihood_set],
)
def likelihood_ratio_increases(up_sign=1):
    """The likelihood ratio increases with x, so that the set where P > a Q, which is the best one, is a half-line."""
    rate, above, below, E, F = z3.Reals("q up down E F")
    premises = [0 < rate, rate <= 1, E > 0, F > 0, up_sign * above >= 0, below <= 0, above != below]
    moved = above * E / (1 - rate + rate * E) - below * F / (1 - rate + rate * F)
    return prove(premises, rate * moved > 0)


@check(
    "statement",
    "symbolic",
    every="every q, a, x and pair of shifts",
    concludes="closed form",
    wrong={"sign": -1},
)
def delta_of_a_half_line(sign=1):
    """`mixture_delta` is P - a Q above x: its derivative is minus the difference of the densities, and it is 0 at infinity."""
    # d/dx of P(x, inf) - a Q(x, inf) is minus the normal density times w_up - a w_down; and both tails are 1 and 0 far out.
    density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
    gaps = []
    for above, below in [*SHIFTS, (up, down)]:
        above, below = sp.sympify(above), sp.sympify(below)
        value = formulas.mixture_delta(a, x, q, above, below, SYMBOLIC)
        gap = formulas.mixture_ratio(x, q, above, SYMBOLIC) - a * formulas.mixture_ratio(
            x, q, below, SYMBOLIC
        )
        gaps.append(sp.expand((sp.diff(value, x) + sign * density * gap) / density, power_exp=False).expand())
    far = [formulas.mixture_tail(sp.oo, q, m, SYMBOLIC), formulas.mixture_tail(-sp.oo, q, m, SYMBOLIC) - 1]
    return all_vanish([*gaps, *far])


@check(
    "statement",
    "symbolic",
    every="every q, m and a > 1 - q (remove), a >= 1 (replace)",
    concludes="closed form",
    wrong={"level": lambda value: 2 * value},
    needs=[delta_of_a_half_line],
)
def thresholds_solve_the_ratio(level=lambda value: value):
    """At `remove_threshold` and `replace_threshold` the likelihood ratio is a, so that the half-line is the best set."""
    # The likelihood ratio at the two thresholds, against `level` of a; u stands for e^{mx} and g for e^{-m^2/2}.
    rate, u, g = sp.symbols("rate u g", positive=True)

    def gap(threshold, shifts):
        top, bottom = (formulas.mixture_ratio(sp.log(u) / m, rate, sp.sympify(s), SYMBOLIC) for s in shifts)
        reached = sp.exp(m * threshold(a, rate, m, SYMBOLIC))
        plain = (top - level(a) * bottom).subs(u, reached).subs(m, sp.sqrt(-2 * sp.log(g)))
        return sp.expand(sp.numer(sp.together(plain)))

    return all_vanish([gap(formulas.remove_threshold, (m, 0)), gap(formulas.replace_threshold, (m, -m))])


@check("statement", "interval", at="q = 1/5, m = 3/4, a = 3/2", wrong={"level": Fraction(8, 5)})
def thresholds_in_balls(level=Fraction(3, 2)):
    """The thresholds exist (of the two roots for e^{mx} the positive one is taken), and the ratio there is a to 50 digits."""
    # The likelihood ratio at both thresholds, evaluated at q = 1/5, m = 3/4, a = 3/2, against `level`.

    def gap(threshold, below) -> Any:
        rate, move, wanted = (exact(Fraction(v)) for v in ("1/5", "3/4", "3/2"))
        at = threshold(wanted, rate, move, BALLS)
        top, bottom = (formulas.mixture_ratio(at, rate, shift, BALLS) for shift in (move, below * move))
        return abs(top / bottom - exact(level))

    names = ("distance of the ratio from its level", "rounding")
    points = ((formulas.remove_threshold, 0), (formulas.replace_threshold, -1))
    return every(*(at_most(certified(partial(gap, *point)), Fraction(1, 10**50), names) for point in points))


@check("statement", "interval", at="q = 1, m = 3/4, a = 3/2", wrong={"noise": Fraction(3, 2)})
def everyone_sampled_is_the_gaussian_mechanism(noise=Fraction(4, 3)):
    """With q = 1 the closed form of a step is the curve of the Gaussian mechanism with noise 1/m."""

    def gap() -> Any:
        move, wanted = exact(Fraction(3, 4)), exact(Fraction(3, 2))
        at = formulas.remove_threshold(wanted, exact(1), move, BALLS)
        value = formulas.mixture_delta(wanted, at, exact(1), move, exact(0), BALLS)
        return abs(value - formulas.delta_gauss(wanted.log(), exact(noise), exact(1), BALLS))

    return at_most(certified(gap), Fraction(1, 10**50), ("distance from the Gaussian mechanism", "rounding"))
