"""The errors of the contour engine for DP-SGD on lines beside the real axis: far nodes, strip, range (ours:contour_errors)."""

from __future__ import annotations

from types import SimpleNamespace

import sympy as sp
import z3

from proofs_check.dpsgd.contour_errors import CONTOUR
from proofs_check.dpsgd.steps import slope_of_the_loss
from proofs_check.method.check import about, every, theorem
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about(CONTOUR)

c = sp.Symbol("c", positive=True)


@check("statement", "symbolic", every="every mixture and every turn", wrong={"power": 4})
def turning_keeps_the_ratio_away_from_zero(power=2):
    """Off the real line the mixture ratio keeps at least cos(w/2) of its size and turns by at most w: real tails are enough"""
    # |A + B e^{iw}|^2 - (A + B)^2 cos(w/2)^2 = (A - B)^2 sin(w/2)^2; turned back by w its imaginary part is -A sin w <= 0.
    A, B, half = sp.symbols("A B half", positive=True)
    turned = (A + B * sp.cos(2 * half)) ** 2 + (B * sp.sin(2 * half)) ** 2
    gap = turned - (A + B) ** 2 * sp.cos(half) ** 2 - (A - B) ** power * sp.sin(half) ** 2
    back = B * sp.sin(2 * half) * sp.cos(2 * half) - (A + B * sp.cos(2 * half)) * sp.sin(2 * half)
    return all_vanish([sp.simplify(sp.expand_trig(gap)), sp.expand(back + A * sp.sin(2 * half))])


@check(
    "statement",
    "symbolic",
    every="every line 0 <= my < pi, every tilt",
    wrong={"halves": 1},
    needs=[turning_keeps_the_ratio_away_from_zero],
)
def growth_on_a_line(halves=2):
    """On x + iy the integrand is at most e^{y^2/2} cos(my/2)^-c times its size at x; the numerator's mixture only shrinks."""
    x, height, cosine = sp.symbols("x y cosine", positive=True)
    growth = sp.exp(formulas.off_axis_growth(height, c, cosine, SYMBOLIC))
    normal = sp.exp(sp.re(sp.expand(-((x + sp.I * height) ** 2) / halves)) + x**2 / 2)
    return all_vanish([sp.simplify(growth / normal * cosine**c - 1)])


@check(
    "statement",
    "smt",
    every="every line 0 < my < pi and every node beyond the last",
    concludes="far nodes",
    wrong=[{"sine_sign": -1}, {"first": 2}, {"power": 6}, {"nodes": 2}],
    needs=[turning_keeps_the_ratio_away_from_zero],
)
def far_nodes_fall_off(sine_sign=1, first=1, power=4, nodes=1):
    """On x + iy the loss has positive imaginary part, so that |E e^{(c+it)L}| is bounded by one integral for all t >= R."""
    A, B, sine, n, real, t, gap, last, pi = z3.Reals("A B sin n c t gap N pi")
    weight = gap / pi / gap**2  # of one node of size bound/(n gap)^2, but for 1/n^2
    return every(
        prove([A >= 0, B > 0, sine_sign * sine > 0], B * sine > 0),
        prove([n > 1], first / (n * n) <= 1 / (n - 1) - 1 / n),
        prove([real > 0], (real**2 + t**2) * ((1 + real) ** 2 + t**2) >= t**power),
        prove(
            [gap > 0, last > 0, pi > 3, B > 0],
            nodes * weight * B / last == formulas.far_rest(B, last * gap, pi),
        ),
    )


@check(
    "statement",
    "symbolic",
    every="every norm, distance and spacing; one side of the line, the other likewise",
    concludes="strip",
    wrong={"turns": 1},
    needs=[growth_on_a_line, far_nodes_fall_off],
)
def strip_is_a_geometric_series(turns=2):
    """What the rule errs on one side is a geometric series; on lines above the axis one norm serves all t >= 0."""
    # The k-th transform is at most norm e^{-2 pi k d/h}: with r = e^{-2 pi d/h} their sum S is norm r + r S.
    norm, d, h, pi = sp.symbols("norm d h pi", positive=True)
    ratio = sp.exp(-turns * pi * d / h)
    rest = formulas.strip_rest(norm, d, h, pi, SYMBOLIC)
    return all_vanish([sp.simplify(norm * ratio + ratio * rest - rest)])


@check(
    "statement",
    "smt",
    every="every range; the slope of the log-density is -x + (1+c) up share + c |down| share', and share' falls with x",
    concludes="range",
    wrong={"largest_share": 2},
    needs=[slope_of_the_loss, growth_on_a_line, theorem("dpsgd.errors_theorem", "RANGE")],
)
def tails_of_the_range(largest_share=1):
    """From b on the slope of the log-density is at most -x + K, K its push at b: then the integrand falls as in RANGE."""
    x, up, down, share, falling, at_b = z3.Reals("x up down share falling share_at_b")
    shares = [0 <= share, share <= largest_share, 0 <= falling, falling <= at_b, up >= 0, down >= 0]
    return prove(shares, -x + up * share + down * falling <= -x + up + down * at_b)


@check(
    "statement",
    "smt",
    every="every set of outcomes: its kept part, and the rest; the probability is that of the rest in any step of the run",
    wrong={"aside": 0},
)
def rare_outcomes_may_be_set_aside(aside=1):
    """A set gains at most the probability of what is set aside over its kept part, which is a set itself."""
    P, Q, p, r, level, probability = z3.Reals(
        "P Q p r level probability"
    )  # kept and rest, under both neighbours
    given = [0 <= p, p <= probability, 0 <= r, level >= 1]
    return prove(given, (P + p) - level * (Q + r) <= P - level * Q + aside * probability)


@check(
    "statement",
    "smt",
    every="every mixture, every turn and every height beside the nodes",
    concludes="set aside",
    wrong=[{"parts": 3}, {"least": 2}, {"most": z3.Q(1, 3)}],
    needs=[turning_keeps_the_ratio_away_from_zero, rare_outcomes_may_be_set_aside],
)
def sides_of_a_cut(parts=4, least=1, most=z3.Q(1, 2)):
    """At a cut the mixture ratio keeps `turned_size` of itself, and halfway between nodes the sides of the strip count half."""
    # |A + B e^{iw}|^2 = (A + B)^2 - 4AB sin(w/2)^2. Halfway e^{2 pi i x/h} = -1: a side weighs 1/(1 + e^{2 pi v/h}), v >= 0.
    A, B, sine, size, root, growth = z3.Reals("A B sine size root growth")
    given = [A > 0, B > 0, size == (A + B) ** 2 - parts * A * B * sine**2]

    def rooted(value):
        given.append(root * root == value)
        return root

    left = formulas.turned_size(B / (A + B), sine, SimpleNamespace(sqrt=rooted))
    return every(
        prove(given, left**2 * (A + B) ** 2 == size),
        prove([growth >= 1], z3.And(1 / (1 + growth) <= most, 1 / (1 + growth) <= least / growth)),
        vanishes(sp.exp(sp.I * sp.pi) + least),
    )
