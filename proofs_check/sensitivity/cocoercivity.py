"""Co-coercivity: what convexity and smoothness of a loss mean for two runs on the same records.

|g|^2 <= gamma <u, g> for u = f - f' and g the difference of the loss's gradients at f and f'. Two proofs: from the
curvature along the segment between the models, which needs no more than the ball, and from the definitions of
convexity and smoothness on the whole space. Batches inherit it.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import same_double_sum

GENERAL = "thm:sensitivity_general"


def form_cauchy_schwarz(room) -> Outcome:
    """A quadratic form that is never negative on u + kv: a + 2kb + k^2 d >= 0 for the two values of k that matter."""
    a, b, d = z3.Reals("a b d")  # u^T H u, u^T H v, v^T H v
    never_negative = lambda k: a + 2 * k * b + k * k * d >= 0  # noqa: E731
    premises = [
        a >= 0,
        d >= 0,
        z3.Implies(d > 0, never_negative(-b / d)),
        z3.Implies(z3.And(d == 0, b != 0), never_negative(-(a + 1) / b)),
    ]
    return prove(premises, b * b <= room * a * d)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension and symmetric H >= 0",
    universal=True,
    control=lambda: form_cauchy_schwarz(z3.Q(99, 100)),
)
def forms_obey_cauchy_schwarz() -> Outcome:
    """(u^T H v)^2 <= (u^T H u)(v^T H v) for a form that is never negative."""
    return form_cauchy_schwarz(1)


def curvature_bound(factor) -> Outcome:
    """With v = Hu in Cauchy-Schwarz: |Hu|^4 <= (u^T H u) |Hu|_H^2 and |Hu|_H^2 <= gamma |Hu|^2."""
    t, Q, S, gamma = z3.Reals("t Q S gamma")  # u^T H u, |Hu|^2, (Hu)^T H (Hu)
    premises = [gamma > 0, t >= 0, Q >= 0, S >= 0, Q * Q <= t * S, S <= gamma * Q]
    return prove(premises, Q <= factor * gamma * t)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension and averaged Hessian 0 <= H <= gamma",
    universal=True,
    needs=["sensitivity.cocoercivity.forms_obey_cauchy_schwarz"],
    control=lambda: curvature_bound(z3.Q(99, 100)),
)
def bounded_curvature_is_cocoercive() -> Outcome:
    """g = Hu with the Hessian averaged along the segment, 0 <= H <= gamma: |g|^2 <= gamma <u, g>."""
    return curvature_bound(1)


def baillon_haddad(factor) -> Outcome:
    """phi, phi' at f and f'; a, b the gradients there; Δ = a - b. Two auxiliary points, one descent step from each."""
    phi, phi_, au, bu, aD, bD, D, gamma, p, q = z3.Reals("phi phi' <a,u> <b,u> <a,D> <b,D> |D|^2 gamma p q")
    premises = [gamma > 0, D >= 0, D == aD - bD]
    # p = phi(f - Δ/gamma): above the tangent plane at f' (convexity), below the descent parabola from f (smoothness)
    premises += [p >= phi_ + bu - bD / gamma, p <= phi - aD / gamma + D / (2 * gamma)]
    # q = phi(f' + Δ/gamma): the same with the models exchanged
    premises += [q >= phi - au + aD / gamma, q <= phi_ + bD / gamma + D / (2 * gamma)]
    return prove(premises, D <= factor * gamma * (au - bu))


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension, loss convex and with gamma-Lipschitz gradient on the whole space",
    universal=True,
    control=lambda: baillon_haddad(z3.Q(99, 100)),
)
def smooth_convex_is_cocoercive() -> Outcome:
    """From the definitions alone: tangent planes below, descent parabolas above, at two auxiliary points."""
    return baillon_haddad(1)


def mean_of_squares(sign: int) -> Outcome:
    """k sum |g_i|^2 - |sum g_i|^2 as half the double sum of |g_i - g_j|^2, entry by entry."""
    g, g2 = sp.symbols("g g'", real=True)
    return same_double_sum(g**2 - g * g2, (g - sign * g2) ** 2 / 2, [g], [g2])


@check(
    GENERAL,
    about="repair",
    method="symbolic",
    scope="every number of records and dimension",
    universal=True,
    control=lambda: mean_of_squares(-1),
)
def square_of_a_sum_is_below_the_squares() -> Outcome:
    """|sum of k vectors|^2 <= k times the sum of their squares."""
    return mean_of_squares(1)


def batch_bound(records) -> Outcome:
    """S = sum |g_i|^2 <= gamma sum <u, g_i> = gamma T, |sum g_i|^2 <= k S with k records in a batch divided by d."""
    k, d, S, T, sum_squared, gamma = z3.Reals("k d S T sum_squared gamma")
    premises = [
        gamma >= 0,
        d >= 1,
        k >= 1,
        k <= records(d),
        S >= 0,
        S <= gamma * T,
        0 <= sum_squared,
        sum_squared <= k * S,
    ]
    return prove(premises, sum_squared / d**2 <= gamma * (T / d))


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every batch of at most d records whose gradients are summed and divided by d",
    universal=True,
    needs=["sensitivity.cocoercivity.square_of_a_sum_is_below_the_squares"],
    control=lambda: batch_bound(lambda d: d + 1),
)
def batches_inherit_it() -> Outcome:
    """A batch sum divided by d is co-coercive with the same gamma, as long as it holds at most d records (control: d + 1)."""
    return batch_bound(lambda d: d)


def remainder_is_convex(shift) -> Outcome:
    """The segment curvature h of J lies in [Λ, beta]; that of J - shift/2 |f|^2 must lie in [0, beta - Λ]."""
    h, Lambda, beta = z3.Reals("h Lambda beta")
    rest = h - shift(Lambda)
    return prove([Lambda > 0, Lambda <= h, h <= beta], z3.And(rest >= 0, rest <= beta - Lambda))


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every Λ-strongly convex and beta-smooth objective",
    universal=True,
    control=lambda: remainder_is_convex(lambda Lambda: 2 * Lambda),
)
def regularizer_can_be_split_off() -> Outcome:
    """A Λ-strongly convex, beta-smooth J is Λ/2|f|^2 plus a convex loss that is (beta - Λ)-smooth."""
    return remainder_is_convex(lambda Lambda: Lambda)
