"""ours:gradient_diameter for K >= 3 in closed form: for large Rc the number of classes hardly matters.

Let p be the share of the wrong classes and pi its split among them. Either one rival holds most of p, and the others
add an exponentially small term to the value for two classes, or |u|^2 - 2 kappa <z, u> is at most 3/2 + 2 kappa log(K-1).
"""

from __future__ import annotations

from types import SimpleNamespace

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.diameter.logits import logits_may_be_shifted
from proofs_check.diameter.two_classes import best_pair_sits_at_the_peak, objective_has_one_peak
from proofs_check.lemmas.vectors import squares_below_square_of_sum
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish, vanishes
from reference import formulas

check = about("ours:gradient_diameter")


@check(
    "statement",
    "symbolic",
    every="every K >= 3, class by class",
    wrong={"cross": 2},
    needs=[logits_may_be_shifted],
)
def objective_in_terms_of_the_rivals(cross=1):
    """|u|^2 - 2 kappa <z, u> = p^2(1 + |pi|^2) - 2 kappa p logit p + 2 kappa p H(pi), with s_k = p pi_k."""
    p, pi = sp.symbols("p pi", positive=True)
    square = vanishes((p * pi) ** 2 - p**2 * pi**2)
    inner = p * pi * sp.log(p * pi) - (pi * p * sp.log(p) + cross * p * (pi * sp.log(pi)))
    label = -p * sp.log(1 - p) + p * sp.log(p) - p * sp.log(p / (1 - p))
    return every(square, vanishes(sp.expand_log(inner)), vanishes(sp.expand_log(label, force=True)))


@check(
    "statement",
    "symbolic",
    every="every number of classes and all costs c; log w <= w - 1 is cited",
    wrong={"shift": 2},
)
def entropy_minus_cost(shift=1):
    """H(pi) - sum pi c <= log sum e^{-c}; so H <= log(K-1), and H - eta q <= log(1 + (K-2) e^{-q}), eta = 1 - max pi."""
    pi, c, Z = sp.symbols("pi c Z", positive=True)
    w = sp.exp(-c) / (Z * pi)
    term = pi * (-sp.log(pi) - c - shift * sp.log(Z)) - pi * sp.log(w)
    return all_vanish([sp.expand_log(term, force=True), pi * (w - 1) - (sp.exp(-c) / Z - pi)])


def one_strong_rival(squares) -> Outcome:
    """p > 1/2, max pi = 1 - eta >= 1/2: p^2(1+|pi|^2) + 2 kappa p H <= 2p^2 + 2 kappa(K-2) e^{-1/(4 kappa)}."""
    eta, A, p, kappa_, H, L, x, x_half, m = z3.Reals("eta A p kappa H L x x_half m")
    shares = prove([0 <= eta, 2 * eta <= 1, A <= (1 - eta) ** 2 + eta**2], A <= squares(eta))
    # L = log(1 + m x) <= m x with m = K - 2, x = e^{-p/(2 kappa)} <= x_half = e^{-1/(4 kappa)}
    known = [2 * p > 1, p <= 1, kappa_ > 0, m >= 1, 0 < x, x <= x_half, L <= m * x, 0 <= eta, A <= 1 - eta]
    entropy = H <= L + eta * p / (2 * kappa_)
    total = p**2 * (1 + A) + 2 * kappa_ * p * H
    return every(shares, prove([*known, entropy], total <= 2 * p**2 + 2 * kappa_ * m * x_half))


def no_strong_rival(top) -> Outcome:
    """Otherwise F <= 3/2 + 2 kappa log(K-1): either all pi <= 1/2, or p <= 1/2, where -p logit p <= 1/3."""
    p, kappa_, H, l, A, logit, Y, X = z3.Reals("p kappa H l A logit Y X")
    F = p**2 * (1 + A) - 2 * kappa_ * p * logit + 2 * kappa_ * p * H
    bound = top + 2 * kappa_ * l
    known = [kappa_ > 0, 0 < p, p <= 1, 0 <= H, H <= l, l >= z3.Q(2, 3), 0 <= A]
    spread = prove([*known, 2 * p > 1, 2 * A <= 1, logit >= 0], F <= bound)
    unsure = prove([*known, 2 * p <= 1, A <= 1, -p * logit <= z3.Q(1, 3)], F <= bound)
    third = prove([Y >= 0, X >= 1 + Y + Y**2 / 2], Y / (1 + X) <= z3.Q(1, 3))  # p = 1/(1 + e^Y), logit p = -Y
    squares = prove([0 <= A, 2 * A <= 1], A**2 <= A / 2)  # for each share: they sum to at most 1/2
    return every(spread, unsure, third, squares)


def log_two_is_large(least: str) -> Outcome:
    """log(K - 1) >= log 2 for K >= 3, against 2/3."""
    return at_most(certified(lambda: exact(least)), certified(lambda: BALLS.log(2)), ("least", "log 2"))


def assembled(extra: int) -> Outcome:
    """`diameter_many_classes` is the larger of both cases inside the centre bound, for K = m + 2 classes."""
    k, r_, top, m = sp.symbols("kappa r top m", positive=True)
    strong = top + extra * 2 * k * m * sp.exp(-1 / (4 * k))  # two = centre_bound(kappa, r, top)
    weak = sp.Rational(3, 2) + 2 * k * sp.log(m + 1)
    cases = [formulas.centre_bound(k, r_, case) for case in (strong, weak)]
    num = SimpleNamespace(number=sp.Rational, exp=sp.exp, log=sp.log, max=lambda *values: values)
    found = formulas.diameter_many_classes(formulas.centre_bound(k, r_, top), k, r_, m + 2, num)
    return all_vanish(value - case for value, case in zip(found, cases, strict=True))


@check(
    "statement",
    "smt",
    every="every K >= 3, r and kappa > 0; e^Y >= 1 + Y + Y^2/2 for Y >= 0 and log(1 + w) <= w are cited",
    concludes="many classes",
    wrong=[{"squares": lambda eta: 1 - 2 * eta}, {"top": z3.Q(14, 10)}, {"least": "0.7"}, {"extra": 2}],
    needs=[
        "diameter.centre_theorem.CENTRE",
        objective_in_terms_of_the_rivals,
        entropy_minus_cost,
        objective_has_one_peak,
        best_pair_sits_at_the_peak,
        squares_below_square_of_sum,
    ],
)
def many_classes_add_exponentially_little(squares=lambda eta: 1 - eta, top=z3.Q(3, 2), least="2/3", extra=1):
    """Either one rival holds most of the wrong share (two classes plus 2 kappa(K-2) e^{-1/(4 kappa)}), or the value is small.

    The part 2p^2 - 2 kappa p logit p is the two-class objective at y = logit p, at most its peak.
    """
    return every(
        one_strong_rival(squares),
        no_strong_rival(top),
        log_two_is_large(least),
        assembled(extra),
    )
