"""ours:gradient_diameter, the inner maximum: K logits reduce to three numbers and a count.

With the logits of the label and of its strongest rival fixed, the other N = K - 2 logits t enter a bound of
|u|^2 - 2 kappa <z, u> through sum t, sum e^t and, increasingly, sum e^{2t}; the norm only asks for a small sum t^2.
A maximiser of sum e^{2t} has all t below the rival's logit equal, but for at most one, which is larger.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.diameter.patterns import patterns_are_softmax_values
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import all_vanish, vanishes
from reference import formulas

check = about("ours:gradient_diameter")


# --- the maximiser of sum e^{2t} with given sum t, sum e^t and a bound on sum t^2 -------------------------


def multiplier_function(t, m0, m1, m2, m3):
    """The condition of Fritz John at an entry t below the cap, with multipliers m0, m3 >= 0 that are not all 0."""
    return 2 * m0 * sp.exp(2 * t) + m1 * sp.exp(t) + m2 - 2 * m3 * t


def conditions_are(slope_factor: int) -> Outcome:
    """Derivative of m0 sum e^{2t} + m1 sum e^t + m2 sum t - m3 sum t^2 in one entry, and its own derivative."""
    t, m0, m1, m2, m3 = sp.symbols("t m0 m1 m2 m3", real=True)
    weighed = m0 * sp.exp(2 * t) + m1 * sp.exp(t) + m2 * t - m3 * t**2
    h, X = multiplier_function(t, m0, m1, m2, m3), sp.exp(t)
    return all_vanish([sp.diff(weighed, t) - h, sp.diff(h, t) - (slope_factor * m0 * X**2 + m1 * X - 2 * m3)])


def one_root(sign: int) -> Outcome:
    """4 m0 X^2 + m1 X - 2 m3 has one positive root at most; without m0 and m3, m1 X + m2 has."""
    m0, m1, m2, m3, X, Y = z3.Reals("m0 m1 m2 m3 X Y")
    h = lambda value: 4 * m0 * value**2 + m1 * value - sign * 2 * m3  # noqa: E731
    positive = [X > 0, Y > 0, m0 >= 0, m3 >= 0]
    slopes = prove([*positive, m0 + m3 > 0, h(X) == 0, h(Y) == 0], X == Y)
    linear = prove([*positive[:2], z3.Or(m1 != 0, m2 != 0), m1 * X + m2 == 0, m1 * Y + m2 == 0], X == Y)
    return every(slopes, linear)


@check(
    "statement",
    "smt",
    every="every number of entries; between two roots of a function lies a root of its derivative",
    wrong=[{"sign": -1}, {"slope_factor": 2}],
)
def entries_below_the_cap_take_two_values(slope_factor=4, sign=1):
    """At a maximiser the entries below the cap are roots of a function with at most one turning point: at most two values."""
    return every(conditions_are(slope_factor), one_root(sign))


def moved(pushed: int):
    """Second-order terms of sum e^t, sum t^2, sum e^{2t} as (a, a, b) moves to (a + eps + x, a - eps + x, b - 2x)."""
    a, b, eps = sp.symbols("a b epsilon", real=True)
    x = -pushed * sp.exp(a) * eps**2 / (2 * (sp.exp(a) - sp.exp(b)))
    entries = (a + eps + x, a - eps + x, b - 2 * x)
    sums = [sum(map(part, entries)) for part in (sp.exp, lambda t: t**2, lambda t: sp.exp(2 * t))]
    return a, b, [sp.diff(total, eps, 2).subs(eps, 0) / 2 for total in sums]


def two_large_entries_can_be_pushed_apart(pushed: int) -> Outcome:
    """The terms above: 0, then 2(1 - D/(1 - e^{-D})), then 2 e^a(e^a - e^b), with D = a - b."""
    a, b, (of_exp, of_squares, of_exp2) = moved(pushed)
    gap = 1 - (a - b) / (1 - sp.exp(b - a))
    return all_vanish(
        [of_exp, of_squares - 2 * gap, of_exp2 - 2 * sp.exp(a) * (sp.exp(a) - sp.exp(b))],
    )


def signs_of_the_push(reach: int) -> Outcome:
    """With w = e^{-D} > 1 - D and D > 0: 1 - D/(1 - w) < 0; with A > B > 0: A(A - B) > 0; the sum of e^t can be kept."""
    D, w, A, B = z3.Reals("D w A B")
    squares = prove([D > 0, 0 < w, w < 1, w > 1 - reach * D], 1 - D / (1 - w) < 0)
    return every(squares, prove([A > B, B > 0], z3.And(A * (A - B) > 0, 2 * A - 2 * B != 0)))


@check(
    "statement",
    "symbolic",
    every="every number of entries, a > b: the others do not move",
    wrong=[{"pushed": 2}, {"reach": 2}],
    needs=[entries_below_the_cap_take_two_values],
)
def the_larger_value_is_taken_once(pushed=1, reach=1):
    """Two entries a above an entry b: pushed apart with sum t and sum e^t kept, sum t^2 falls and sum e^{2t} rises.

    The second-order terms decide; x as a function of eps exists because d/dx of the kept sum is 2(e^a - e^b) != 0.
    """
    return every(two_large_entries_can_be_pushed_apart(pushed), signs_of_the_push(reach))


# --- what the other classes contribute at most ------------------------------------------------------------


@check(
    "statement",
    "symbolic",
    every="all 0 < s, m <= top; a convex function lies above its tangent",
    wrong={"curvature": 2},
)
def entropy_is_strongly_concave(curvature=1):
    """s log s >= m log m + (log m + 1)(s - m) + (s - m)^2/(2 top) for s, m in (0, top]."""
    s, m, top = sp.symbols("s m top", positive=True)
    gap = s * sp.log(s) - m * sp.log(m) - (sp.log(m) + 1) * (s - m) - curvature * (s - m) ** 2 / (2 * top)
    second = sp.diff(gap, s, 2) - (1 / s - curvature / top)
    s_, top_ = z3.Reals("s top")
    convex = prove([0 < s_, s_ <= top_], 1 / s_ - curvature / top_ >= 0)
    return every(all_vanish([gap.subs(s, m), sp.diff(gap, s).subs(s, m), second]), convex)


@check(
    "statement",
    "symbolic",
    every="every K: sums over the other classes, term by term",
    wrong={"least": lambda S, N: S / N},
    needs=[entropy_is_strongly_concave],
)
def entropy_of_the_rest(least=lambda S, N: S**2 / N):
    """sum s log s over the N other classes is at least S log(S/N) + (Q - E)/(2 top), with E = S^2/N <= Q."""
    s, S, Q, N = sp.symbols("s S Q N", positive=True)
    m, sums = S / N, {0: N, 1: S, 2: Q}

    def total(term):
        return sum(term.coeff_monomial(s**k) * value for k, value in sums.items())

    return all_vanish([total(sp.Poly(s - m, s)), total(sp.Poly((s - m) ** 2, s)) - (Q - least(S, N))])


@check(
    "statement", "symbolic", every="every K; p = rival + S because the shares sum to 1", wrong={"cancels": 0}
)
def logits_may_be_shifted(cancels=1):
    """Logits may be replaced by log s_k, shifted so that the common value is 0, or centred: <z, u> does not change."""
    # <z, u> = sum over all classes but the label of s_k z_k, minus p z_label: a common shift c of the logits drops out.
    p, rival, S, b, log, a, c = sp.symbols("p rival S b log a c", real=True)
    inner = lambda shift: rival * (b + shift) + S * (log + shift) - p * (a + cancels * shift)  # noqa: E731
    return vanishes(sp.expand((inner(c) - inner(0)).subs(p, rival + S)))


def value_is_bounded_by(weight: int) -> Outcome:
    """|u|^2 - 2 kappa <z, u> with T = sum s z over the rest >= S log + weight (Q - E)/(2 rival), against `pattern_value`."""
    kappa, a, b, p, rival, S, Q, E, log, T, more = z3.Reals("kappa a b p rival S Q E log T more")
    num = Terms()
    premises = [kappa >= 0, rival > 0, E <= Q, T >= S * log + weight * (Q - E) / (2 * rival), more >= 0]
    bound = lambda Q_: formulas.pattern_value(kappa, [a, b], [p, rival], [S, Q_, E, log], num)  # noqa: E731
    exact = p**2 + rival**2 + Q - 2 * kappa * (rival * b + T - p * a)
    return prove(premises, z3.And(exact <= bound(Q), bound(Q) <= bound(Q + more)), num)


def value_is_no_larger(least: int) -> Outcome:
    """`pattern_value` is that bound itself for kappa <= rival, and does not depend on Q - E for kappa >= rival."""
    kappa, a, b, p, rival, S, Q, E, log = z3.Reals("kappa a b p rival S Q E log")
    num = Terms()
    bound = formulas.pattern_value(kappa, [a, b], [p, rival], [S, Q, E, log], num)
    even = p**2 + rival**2 + E - 2 * kappa * (rival * b + S * log - p * a)
    tied = prove([rival > 0, kappa >= 0, kappa <= rival], bound == even + (1 - kappa / rival) * (Q - E), num)
    return every(tied, prove([rival > 0, kappa >= rival], bound == even + least * (Q - E), num))


def norm_falls_with(sign: int) -> Outcome:
    """|z|^2 after centring, with sum t fixed, in terms of q = sum t^2."""
    a, b, total, q, less, K = z3.Reals("a b total q less K")
    norm = lambda squares: a**2 + b**2 + squares - (a + b + total) ** 2 / K  # noqa: E731
    return prove([K >= 3, less >= 0], norm(q - sign * less) <= norm(q))


@check(
    "statement",
    "smt",
    every="every K >= 3 and kappa >= 0",
    concludes="three variables",
    wrong=[{"weight": 0}, {"least": 1}, {"sign": -1}],
    needs=[
        the_larger_value_is_taken_once,
        entropy_of_the_rest,
        logits_may_be_shifted,
        patterns_are_softmax_values,
    ],
)
def three_variables_are_enough(weight=1, least=0, sign=1):
    """|u|^2 - 2 kappa <z, u> is at most `pattern_value`, which grows with Q; a smaller sum t^2 keeps the norm in the ball.

    So the maximum over |z| <= r is at most that over patterns: the label at a, 1 + j classes at b, one at g, the others
    at 0, with b >= g >= 0.
    """
    return every(value_is_bounded_by(weight), value_is_no_larger(least), norm_falls_with(sign))
