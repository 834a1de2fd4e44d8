"""ours:gradient_diameter in closed form: exactly for two classes, and independent of K for large Rc.

For two classes the inner maximum is one over y = z_2 - z_1 in 2 s^2 - 2 kappa y s, s = 1/(1 + e^{-y}). Its derivative
changes sign once, at the very y that belongs to the best pair of records, so the two sides meet for every r.
"""

from __future__ import annotations

from types import SimpleNamespace

import sympy as sp
import z3

from accountant.balls import BALLS, exact
from proofs_check.evidence import Outcome, check, every
from proofs_check.replay import at_most, certified
from proofs_check.smt import prove
from proofs_check.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

OURS = "ours:gradient_diameter"
y = sp.Symbol("y", real=True)
t, r, kappa = sp.symbols("t r kappa", positive=True)
SHARE = 1 / (1 + sp.exp(-y))  # of the rival
TWO = 2 * SHARE**2 - 2 * kappa * y * SHARE  # |u|^2 - 2 kappa <z, u> for two classes
AT_BEST = sp.sqrt(2) * r * t  # y at the pair with angle arccos t


def two_class_objective(weight: int) -> Outcome:
    """u = (s - 1, s) of the label and the rival against its two parts, and 1 - s = e^{-y}/(1 + e^{-y})."""
    z1, z2, s = sp.symbols("z1 z2 s", real=True)
    u = (formulas.softmax_slope(1 - s, 1), formulas.softmax_slope(s, 0))
    value = sum(v**2 for v in u) - 2 * kappa * (z1 * u[0] + z2 * u[1])
    label = formulas.softmax(sp.exp(z1), sp.exp(z1) + sp.exp(z1 + y))
    return all_vanish([value - (weight * s**2 - 2 * kappa * (z2 - z1) * s), label - (1 - SHARE)])


@check(
    OURS,
    method="symbolic",
    scope="K = 2, all logits",
    universal=True,
    control=lambda: two_class_objective(1),
)
def two_classes_have_one_variable() -> Outcome:
    """For K = 2, |u|^2 - 2 kappa <z, u> = 2 s^2 - 2 kappa y s with y = z_2 - z_1 and s the share of the rival."""
    return two_class_objective(2)


def derivative_factors(width: int) -> Outcome:
    """d/dy of the objective as a positive factor times 2 s - kappa W with W = 1 + e^y + width y."""
    W = 1 + sp.exp(y) + width * y
    return vanishes(sp.diff(TWO, y) - 2 * SHARE * (1 - SHARE) * (2 * SHARE - kappa * W))


def quotient_falls(sign: int) -> Outcome:
    """(s/W)' W^2 (1 + e^y)/s = y - e^y - e^{2y}, which is negative because e^y > y."""
    W = 1 + sp.exp(y) + y
    falls = (sp.diff(SHARE, y) * W - SHARE * sp.diff(W, y)) * (1 + sp.exp(y)) / SHARE
    Y, X = z3.Reals("y X")
    negative = prove([X > 0, X >= 1 + Y], Y - sign * X - X**2 < 0)
    return every(vanishes(falls - (y - sp.exp(y) - sp.exp(2 * y))), negative)


@check(
    OURS,
    method="symbolic",
    scope="every real y and kappa > 0; e^y >= 1 + y is cited",
    universal=True,
    control=[lambda: derivative_factors(2), lambda: quotient_falls(-1)],
)
def objective_has_one_peak() -> Outcome:
    """A root of 2 s - kappa W is the only maximum: s/W falls where W > 0, and where W <= 0 the derivative is positive."""
    return every(derivative_factors(1), quotient_falls(1))


def best_angle_is_the_peak(kappa_of) -> Outcome:
    """At y = sqrt(2) r t and kappa of t: 2 s - kappa W is a positive multiple of the angle's condition."""
    s = SHARE.subs(y, AT_BEST)
    W = (1 + sp.exp(y) + y).subs(y, AT_BEST)
    multiple = sp.sqrt(2) * s / r * formulas.best_angle_condition(t, r, SYMBOLIC)
    value = formulas.centre_bound(kappa_of(t, r, SYMBOLIC), r, TWO.subs({y: AT_BEST}))
    value = value.subs(kappa, kappa_of(t, r, SYMBOLIC))
    return all_vanish(
        [
            2 * s - kappa_of(t, r, SYMBOLIC) * W - multiple,
            value - formulas.diameter_two_classes(t, r, SYMBOLIC),
        ]
    )


def condition_has_one_root(sign: int) -> Outcome:
    """The condition is positive at t = 0, negative at t = 1 and falling in between (X = e^{sqrt(2) r t} > 0)."""
    condition = formulas.best_angle_condition(t, r, SYMBOLIC)
    X, root = sp.symbols("X root", positive=True)
    slope = sp.diff(condition, t).subs(sp.exp(AT_BEST), X).subs(sp.sqrt(2), root)
    claimed = -(2 * root * r * t + 1 + X + root * r * t * X)
    X_, t_, q = z3.Reals("X t q")  # q = sqrt(2) r
    falls = prove([X_ > 0, 0 <= t_, q > 0], sign * (2 * q * t_ + 1 + X_ + q * t_ * X_) > 0)
    at_ends = [condition.subs(t, 0) - sp.sqrt(2) * r, condition.subs(t, 1) + 1 + sp.exp(sp.sqrt(2) * r)]
    return every(all_vanish([slope - claimed, *at_ends]), falls)


@check(
    OURS,
    method="symbolic",
    scope="every r > 0 and 0 < t < 1",
    universal=True,
    control=[
        lambda: best_angle_is_the_peak(lambda t_, r_, num: 2 * formulas.centre_weight(t_, r_, num)),
        lambda: condition_has_one_root(-1),
    ],
)
def best_pair_sits_at_the_peak() -> Outcome:
    """With kappa of the best angle the peak is at y = sqrt(2) r t, and the centre bound there is 8(1 - t^2) s^2."""
    return every(best_angle_is_the_peak(formulas.centre_weight), condition_has_one_root(1))


def pair_reaches(share_of) -> Outcome:
    """f = R e_1 (-1, 1)/sqrt(2), records c(t e_1 +- sqrt(1 - t^2) e_2), both with label 1, in units c = 1."""
    logit = r * t / sp.sqrt(2)
    s = sp.exp(logit) / (sp.exp(logit) + sp.exp(-logit))
    u = (formulas.softmax_slope(1 - s, 1), formulas.softmax_slope(share_of(s), 0))
    reached = formulas.gradient_gap_squared(1 - t**2, sum((2 * v) ** 2 for v in u), 0)
    return vanishes(reached - formulas.diameter_two_classes(t, r, SYMBOLIC))


@check(
    OURS,
    method="symbolic",
    scope="K = 2, every R, c and 0 <= t <= 1, two features or more",
    universal=True,
    concludes="two classes exactly",
    needs=[
        "softmax_diameter.ball_around_kappa_f_holds_both_gradients",
        "softmax_diameter.distance_is_split_by_the_angle",
        "softmax_diameter_corollaries.two_classes_have_one_variable",
        "softmax_diameter_corollaries.objective_has_one_peak",
        "softmax_diameter_corollaries.best_pair_sits_at_the_peak",
    ],
    control=lambda: pair_reaches(lambda s: 1 - s),
)
def two_classes_meet_the_bound() -> Outcome:
    """For K = 2 the pair at angle arccos t has squared distance c^2 8(1 - t^2) s^2, the centre bound at the best t."""
    return pair_reaches(lambda s: s)


# --- K >= 3 without a search ------------------------------------------------------------------------------


def split_by_rivals(cross: int) -> Outcome:
    """s_k = p pi_k: one term of |u|^2 and of <z, u> (with z_k = log s_k), summed by sum pi = 1, -sum pi log pi = H."""
    p, pi = sp.symbols("p pi", positive=True)
    square = vanishes((p * pi) ** 2 - p**2 * pi**2)
    inner = p * pi * sp.log(p * pi) - (pi * p * sp.log(p) + cross * p * (pi * sp.log(pi)))
    label = -p * sp.log(1 - p) + p * sp.log(p) - p * sp.log(p / (1 - p))
    return every(square, vanishes(sp.expand_log(inner)), vanishes(sp.expand_log(label, force=True)))


@check(
    OURS,
    method="symbolic",
    scope="every K >= 3, class by class",
    universal=True,
    needs=["softmax_diameter_logits.logits_may_be_shifted"],
    control=lambda: split_by_rivals(2),
)
def objective_in_terms_of_the_rivals() -> Outcome:
    """|u|^2 - 2 kappa <z, u> = p^2(1 + |pi|^2) - 2 kappa p logit p + 2 kappa p H(pi), with s_k = p pi_k."""
    return split_by_rivals(1)


def entropy_bound(shift: int) -> Outcome:
    """One term pi(-log pi - c - log Z) = pi log w <= pi(w - 1) = e^{-c}/Z - pi with w = e^{-c}/(Z pi); these sum to 0."""
    pi, c, Z = sp.symbols("pi c Z", positive=True)
    w = sp.exp(-c) / (Z * pi)
    term = pi * (-sp.log(pi) - c - shift * sp.log(Z)) - pi * sp.log(w)
    return all_vanish([sp.expand_log(term, force=True), pi * (w - 1) - (sp.exp(-c) / Z - pi)])


@check(
    OURS,
    method="symbolic",
    scope="every number of classes and all costs c; log w <= w - 1 is cited",
    universal=True,
    control=lambda: entropy_bound(2),
)
def entropy_minus_cost() -> Outcome:
    """H(pi) - sum pi c <= log sum e^{-c}; so H <= log(K-1), and H - eta q <= log(1 + (K-2) e^{-q}), eta = 1 - max pi."""
    return entropy_bound(1)


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
    OURS,
    method="smt",
    scope="every K >= 3, r and kappa > 0; e^Y >= 1 + Y + Y^2/2 for Y >= 0 and log(1 + w) <= w are cited",
    universal=True,
    concludes="many classes",
    needs=[
        "softmax_diameter.ball_around_kappa_f_holds_both_gradients",
        "softmax_diameter_corollaries.objective_in_terms_of_the_rivals",
        "softmax_diameter_corollaries.entropy_minus_cost",
        "softmax_diameter_corollaries.objective_has_one_peak",
        "softmax_diameter_corollaries.best_pair_sits_at_the_peak",
        "softmax_lipschitz.squares_below_square_of_sum",
    ],
    control=[
        lambda: one_strong_rival(lambda eta: 1 - 2 * eta),
        lambda: no_strong_rival(z3.Q(14, 10)),
        lambda: log_two_is_large("0.7"),
        lambda: assembled(2),
    ],
)
def many_classes_add_exponentially_little() -> Outcome:
    """Either one rival holds most of the wrong share (two classes plus 2 kappa(K-2) e^{-1/(4 kappa)}), or the value is small.

    The part 2p^2 - 2 kappa p logit p is the two-class objective at y = logit p, at most its peak.
    """
    return every(
        one_strong_rival(lambda eta: 1 - eta),
        no_strong_rival(z3.Q(3, 2)),
        log_two_is_large("2/3"),
        assembled(1),
    )
