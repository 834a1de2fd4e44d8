"""The errors of the contour engine for DP-SGD on lines beside the real axis: far nodes, strip, range (ours:contour_errors)."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.dpsgd.contour_errors import CONTOUR
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference import formulas

c = sp.Symbol("c", positive=True)


def turned_ratio(power: int) -> Outcome:
    """|A + B e^{iw}|^2 - (A + B)^2 cos(w/2)^2 = (A - B)^2 sin(w/2)^2; turned back by w its imaginary part is -A sin w <= 0."""
    A, B, half = sp.symbols("A B half", positive=True)
    turned = (A + B * sp.cos(2 * half)) ** 2 + (B * sp.sin(2 * half)) ** 2
    gap = turned - (A + B) ** 2 * sp.cos(half) ** 2 - (A - B) ** power * sp.sin(half) ** 2
    back = B * sp.sin(2 * half) * sp.cos(2 * half) - (A + B * sp.cos(2 * half)) * sp.sin(2 * half)
    return all_vanish([sp.simplify(sp.expand_trig(gap)), sp.expand(back + A * sp.sin(2 * half))])


@check(
    CONTOUR,
    method="symbolic",
    scope="every mixture and every turn",
    universal=True,
    control=lambda: turned_ratio(4),
)
def turning_keeps_the_ratio_away_from_zero() -> Outcome:
    """Off the real line the mixture ratio keeps at least cos(w/2) of its size and turns by at most w: real tails are enough"""
    return turned_ratio(2)


def growth_off_axis(halves: int) -> Outcome:
    """|e^{-(x+iy)^2/2}| = e^{y^2/2} e^{-x^2/2}, and 1/|w|^c grows by at most cos^-c."""
    x, height, cosine = sp.symbols("x y cosine", positive=True)
    growth = sp.exp(formulas.off_axis_growth(height, c, cosine, SYMBOLIC))
    normal = sp.exp(sp.re(sp.expand(-((x + sp.I * height) ** 2) / halves)) + x**2 / 2)
    return all_vanish([sp.simplify(growth / normal * cosine**c - 1)])


@check(
    CONTOUR,
    method="symbolic",
    scope="every line 0 <= my < pi, every tilt",
    universal=True,
    needs=["dpsgd.contour_lines.turning_keeps_the_ratio_away_from_zero"],
    control=lambda: growth_off_axis(1),
)
def growth_on_a_line() -> Outcome:
    """On x + iy the integrand is at most e^{y^2/2} cos(my/2)^-c times its size at x; the numerator's mixture only shrinks."""
    return growth_off_axis(2)


def far_nodes(sine_sign: int = 1, first: int = 1, power: int = 4, nodes: int = 1) -> Outcome:
    """Im(A + B e^{iw}) = B sin w > 0; 1/n^2 <= 1/(n-1) - 1/n, so that nodes beyond N add at most 1/N; |s(s+1)| >= t^2."""
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
    CONTOUR,
    method="smt",
    scope="every line 0 < my < pi and every node beyond the last",
    universal=True,
    concludes="far nodes",
    needs=["dpsgd.contour_lines.turning_keeps_the_ratio_away_from_zero"],
    control=[
        lambda: far_nodes(sine_sign=-1),
        lambda: far_nodes(first=2),
        lambda: far_nodes(power=6),
        lambda: far_nodes(nodes=2),
    ],
)
def far_nodes_fall_off() -> Outcome:
    """On x + iy the loss has positive imaginary part, so that |E e^{(c+it)L}| is bounded by one integral for all t >= R."""
    return far_nodes()


def both_edges(turns: int) -> Outcome:
    """The k-th transform is at most norm e^{-2 pi k d/h}: with r = e^{-2 pi d/h} their sum S is norm r + r S."""
    norm, d, h, pi = sp.symbols("norm d h pi", positive=True)
    ratio = sp.exp(-turns * pi * d / h)
    rest = formulas.strip_rest(norm, d, h, pi, SYMBOLIC)
    return all_vanish([sp.simplify(norm * ratio + ratio * rest - rest)])


@check(
    CONTOUR,
    method="symbolic",
    scope="every norm, distance and spacing; one side of the line, the other likewise",
    universal=True,
    concludes="strip",
    needs=["dpsgd.contour_lines.growth_on_a_line", "dpsgd.contour_lines.far_nodes_fall_off"],
    control=lambda: both_edges(1),
)
def strip_is_a_geometric_series() -> Outcome:
    """What the rule errs on one side is a geometric series; on lines above the axis one norm serves all t >= 0."""
    return both_edges(2)


def gaussian_tail(slope: int = 1, largest_share: int = 1, widths: int = 1) -> Outcome:
    """-(x^2 - b^2)/2 + K(x - b) <= -slope (b - K)(x - b) for x >= b >= K: then the tail is at most g(b)/(b - K)."""
    x, b, K, up, down, share, falling, at_b, density = z3.Reals("x b K up down share falling share_at_b g")
    steep = -(x * x - b * b) / 2 + K * (x - b) <= -slope * (b - K) * (x - b)
    pushed = -x + up * share + down * falling <= -x + up + down * at_b
    shares = [0 <= share, share <= largest_share, 0 <= falling, falling <= at_b, up >= 0, down >= 0]
    return every(
        prove([x >= b, b >= K], steep),
        prove(shares, pushed),
        prove([density > 0, b > K], formulas.tail_rest(density, b - K) * (b - K) == widths * density),
    )


@check(
    CONTOUR,
    method="smt",
    scope="every range; the slope of the log-density is -x + (1+c) up share + c |down| share', and share' falls with x",
    universal=True,
    concludes="range",
    needs=["dpsgd.steps.slope_of_the_loss", "dpsgd.contour_lines.growth_on_a_line"],
    control=[
        lambda: gaussian_tail(slope=2),
        lambda: gaussian_tail(largest_share=2),
        lambda: gaussian_tail(widths=2),
    ],
)
def tails_of_the_range() -> Outcome:
    """From b on the integrand falls like e^{-(b-K)(x-b)}, K its push at b: integral and sum of nodes are at most g(b)/(b-K)."""
    return gaussian_tail()
