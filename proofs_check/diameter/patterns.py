"""ours:gradient_diameter: the logit patterns that remain, and the slopes with which the search bounds a box.

A pattern has the label at logit a, 1 + j classes at b, one at g and the others at 0. Its closed forms are those of the
K logits written out, for every K and j.
"""

from __future__ import annotations

from types import SimpleNamespace

import sympy as sp
import z3

from accountant.sensitivity.diameter_bound import norm_slopes, pattern_slopes
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about("ours:gradient_diameter")
A, B, G, j, K, kappa = sp.symbols("A B G j K kappa", positive=True)  # e^a, e^b, e^g
LOGITS = [sp.log(A), sp.log(B), sp.log(G)]


def shares_and_norm(shift: int) -> Outcome:
    """The closed forms of a pattern against e^z over the sum of all e^z, and its norm against the sum of squares."""
    total = A + (1 + j) * B + G + (K - 3 - j)
    shares = formulas.pattern_shares(LOGITS[0], LOGITS[1], LOGITS[2], j, K, SYMBOLIC)
    a, b, g = sp.symbols("a b g", real=True)
    mean = shift * (a + (1 + j) * b + g) / K
    squares = (a - mean) ** 2 + (1 + j) * (b - mean) ** 2 + (g - mean) ** 2 + (K - 3 - j) * mean**2
    gaps = [s - formulas.softmax(e, total) for s, e in zip(shares, (A, B, G, 1), strict=True)]
    mean_power = sp.exp(formulas.pattern_rest_log(LOGITS[1], LOGITS[2], j, K, SYMBOLIC))
    gaps.append(mean_power * (K - 2) - (total - A - B))
    return all_vanish([*gaps, squares - formulas.pattern_norm_squared(a, b, g, j, K)])


def largest_difference(squared) -> Outcome:
    """Two of several numbers whose squares sum to at most r^2: (v - w)^2 <= squared r^2."""
    v, w, rest, r = z3.Reals("v w rest r")
    return prove([rest >= 0, v * v + w * w + rest <= r * r], (v - w) ** 2 <= squared * r * r)


@check(
    "statement",
    "symbolic",
    every="every K >= 3 and 0 <= j <= K - 3",
    wrong=[{"shift": 2}, {"squared": z3.Q(19, 10)}],
)
def patterns_are_softmax_values(shift=1, squared=2):
    """Shares and norm of a pattern are those of its K logits; no two logits differ by more than sqrt(2) r < 1.5 r."""
    return every(shares_and_norm(shift), largest_difference(squared), largest_difference(z3.Q(9, 4)))


@check(
    "statement",
    "symbolic",
    every="every K >= 3 and 0 <= j <= K - 3, every box",
    wrong={"factor": 2},
    needs=[patterns_are_softmax_values],
)
def norm_lies_above_its_tangents(factor=1):
    """A box is dropped if the tangent of |z|^2 at its middle exceeds r^2 all over it: then so does |z|^2."""
    # |z + v|^2 - |z|^2 - factor * slopes(z) v is |v|^2, which is no less than 0: a sum of squares (`shares_and_norm`).
    z, v = sp.symbols("a b g", real=True), sp.symbols("v:3", real=True)
    moved, before, step = (
        formulas.pattern_norm_squared(*point, j, K)
        for point in ([x + d for x, d in zip(z, v, strict=True)], z, v)
    )
    along = sum(slope * d for slope, d in zip(norm_slopes(z, j, K), v, strict=True))
    return vanishes(moved - before - factor * along - step)


SHARES = label, rival, single, other = sp.symbols("label rival single other", positive=True)
a, b, log = sp.symbols("a b log", real=True)
MOVED = (  # the logit, the share that moves with it, whose logit it is (label, rival, single), its part of the rest
    (A, label, (1, 0, 0), 0),
    (B, (1 + j) * rival, (0, 1, 0), j * rival),
    (G, single, (0, 0, 1), single),
)


def shares_move(sign: int) -> Outcome:
    """e^a d/d(e^a) and so on: a share changes by itself times (1 if the logit is its own, minus the share moved)."""
    closed = dict(
        zip(SHARES, formulas.pattern_shares(LOGITS[0], LOGITS[1], LOGITS[2], j, K, SYMBOLIC), strict=True)
    )
    S = (j * rival + single + (K - 3 - j) * other).subs(closed)
    rest = formulas.pattern_rest_log(LOGITS[1], LOGITS[2], j, K, SYMBOLIC)
    gaps = []
    for power, mass, own, part in MOVED:
        moves = (sp.diff(closed[share], power) * power for share in SHARES)
        claimed = (share * (is_own - sign * mass) for share, is_own in zip(SHARES, (*own, 0), strict=True))
        gaps += [move - claim.subs(closed) for move, claim in zip(moves, claimed, strict=True)]
        gaps.append(power * sp.diff(rest, power) * S - sp.sympify(part).subs(closed))
    return all_vanish(gaps)


def slopes_are_right(spread: bool, active: int) -> Outcome:
    """The chain rule through the four shares and the log, where kappa < rival (`spread`) and where it is not."""
    theta = 1 - kappa / rival if spread else sp.Integer(0)
    S = j * rival + single + (K - 3 - j) * other
    rest = [S, j * rival**2 + single**2 + (K - 3 - j) * other**2, S**2 / (K - 2), log]
    num = SimpleNamespace(max=lambda zero, margin: theta)
    value = formulas.pattern_value(kappa, [a, b], [1 - label, rival], rest, num)
    claimed = pattern_slopes(kappa, [a, b], [label, rival, single], rest, [theta, active], j, K)
    gaps = []
    for (_, mass, own, part), slope in zip(MOVED, claimed, strict=True):
        through_shares = sum(
            sp.diff(value, s) * s * (is_own - mass) for s, is_own in zip(SHARES, (*own, 0), strict=True)
        )
        direct = sp.diff(value, log) * part / S + sp.diff(value, a) * own[0] + sp.diff(value, b) * own[1]
        gaps.append(sp.expand((through_shares + direct - slope) * rival * (K - 2)))
    return all_vanish(gaps)


@check(
    "statement",
    "symbolic",
    every="every K >= 3, j and kappa, on both sides of kappa = rival",
    wrong=[{"active": 0}, {"sign": 2}],
)
def slopes_of_the_patterns(sign=1, active=1):
    """The slopes with which boxes are bounded are the derivatives of `pattern_value` in a, b and g."""
    return every(shares_move(sign), slopes_are_right(True, active), slopes_are_right(False, 0))
