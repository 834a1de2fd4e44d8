"""ours:hinge_sgdwa_sensitivity: HingeSVM-SGDWA moves by at most 2c/(Λ sqrt(M)) in one pass, and 2G/(mu n) is exceeded.

One step is that of `accountant.sensitivity.hinge`. In units c/Λ = 1 a record alone in its batch and visited once gives
g^2 -> ((m-1)/(m+1))^2 g^2 + 1/(m+1)^2 in the later steps m; induction keeps g below 1/sqrt(m), the average below twice that.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.sensitivity.hinge import gap_after_step
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import at_most
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, nonnegative_by_coefficients, vanishes
from proofs_check.probes.pairs import Setting
from proofs_check.probes.witnesses import straddled_kinks
from reference import formulas
from reference.notation import Xi

OURS = "ours:hinge_sgdwa_sensitivity"
ONE = sp.Integer(1)


def step_stays_below(bound=gap_after_step) -> Outcome:
    """One step in a few numbers: |u|, |w|, <u, w>, and the triangle inequality for the replaced record."""
    names = "gap Lambda c tau kept replaced u w uw s after"
    gap, Lambda, c, tau, kept, replaced, u, w, uw, s, after = z3.Reals(names)
    num = Terms()
    a = 1 - 2 * Lambda * tau
    premises = [Lambda > 0, c > 0, tau > 0, a >= 0, 0 <= kept, kept <= 1, 0 <= replaced]
    premises += [0 <= u, u <= gap, 0 <= w, w <= c * kept, 0 <= uw, uw <= u * w]
    premises += [s >= 0, s * s == (a * u) ** 2 - 2 * tau * a * uw + (tau * w) ** 2]
    premises += [0 <= after, after <= s + 2 * c * tau * replaced]
    return prove(premises, after <= bound(gap, Lambda, c, tau, kept, replaced, num), num)


def without_kink(gap, Lambda, c, tau, kept, replaced, num):
    """What a smooth loss would allow: shared records do no harm."""
    return gap_after_step(gap, Lambda, c, tau, 0, replaced, num)


def half_a_record(gap, Lambda, c, tau, kept, replaced, num):
    return gap_after_step(gap, Lambda, c, tau, kept, replaced / 2, num)


@check(
    OURS,
    method="smt",
    scope="every dimension and batch plan, in terms of |u|, |w| and <u, w>",
    universal=True,
    concludes="one step",
    control=[lambda: step_stays_below(without_kink), lambda: step_stays_below(half_a_record)],
)
def one_step_is_bounded() -> Outcome:
    """A convex loss with slopes 0 and -1: the shared records turn the difference at most at a right angle."""
    return step_stays_below()


def right_angle(cross: int) -> Outcome:
    """bound^2 - |(1 - 2Λ tau) u - tau w|^2 without replaced records, as a sum of terms that are visibly non-negative."""
    gap, Lambda, c, tau, kept, u, w, uw = sp.symbols("gap Lambda c tau kept u w uw", positive=True)
    a = 1 - 2 * Lambda * tau
    step = (a * u) ** 2 - 2 * tau * a * uw + (tau * w) ** 2
    slack = a**2 * (gap**2 - u**2) + tau**2 * ((c * kept) ** 2 - w**2) + cross * tau * a * uw
    return vanishes(gap_after_step(gap, Lambda, c, tau, kept, 0, SYMBOLIC) ** 2 - step - slack)


@check(
    OURS,
    method="symbolic",
    scope="every dimension and batch plan, in terms of |u| <= gap, |w| <= c kept and <u, w> >= 0",
    universal=True,
    control=lambda: right_angle(1),
)
def one_step_is_bounded_by_an_identity() -> Outcome:
    """What the bound leaves over is a^2 (gap^2 - |u|^2) + tau^2 ((c kept)^2 - |w|^2) + 2 tau a <u, w>."""
    return right_angle(2)


def later_step(squared, m):
    """g^2 after a later step m, from the learner's own rate, in units c/Λ = 1: Λ = c = 1, nothing replaced."""
    tau = formulas.subgradient_step(1, m)
    return (1 - 2 * tau) ** 2 * squared + tau**2


def iterates_shrink(constant) -> Outcome:
    """(m - 1) g^2 <= constant before step m gives m g^2 <= constant after it."""
    m, squared = z3.Reals("m squared")
    premises = [m >= 2, squared >= 0, (m - 1) * squared <= constant]
    return prove(premises, m * later_step(squared, m) <= constant)


def first_visit(constant) -> Outcome:
    """The visit itself at step m makes g = 2 tau: m g^2 <= constant."""
    m = z3.Real("m")
    return prove([m >= 1], m * (2 * formulas.subgradient_step(z3.RealVal(1), m)) ** 2 <= constant)


def average_follows(factor) -> Outcome:
    """With p^2 = m - 1 and q^2 = m: p A <= factor and q g <= 1 before give q A <= factor after the average's step m."""
    m, p, q, A, g = z3.Reals("m p q A g")
    premises = [m >= 2, p > 0, q > 0, p * p == m - 1, q * q == m, 0 <= A, p * A <= factor, 0 <= g, q * g <= 1]
    return prove(premises, q * (A + formulas.averaging_weight(m) * (g - A)) <= factor)


def average_starts(factor) -> Outcome:
    """The average leaves 0 at the first visit, whichever step m it is: q A <= factor then too."""
    m, q, g = z3.Reals("m q g")
    return prove([m >= 1, q > 0, g >= 0, q * g <= 1], q * formulas.averaging_weight(m) * g <= factor)


@check(
    OURS,
    method="smt",
    scope="one pass or less (M <= n), b = 1, every n, order, dimension, R, Λ and c",
    universal=True,
    concludes="order 1/sqrt(M)",
    needs=["sensitivity.hinge_sgdwa.one_step_is_bounded"],
    control=[
        lambda: iterates_shrink(z3.Q(1, 10)),
        lambda: first_visit(z3.Q(9, 10)),
        lambda: average_starts(z3.Q(1, 2)),
        lambda: average_follows(z3.Q(1, 2)),
    ],
)
def one_pass_moves_by_one_over_the_root() -> Outcome:
    """Iterates stay within c/(Λ sqrt(m)) and the average within 2c/(Λ sqrt(M)), by induction on the steps."""
    return every(iterates_shrink(1), first_visit(1), average_starts(2), average_follows(2))


def induction_by_coefficients(constant) -> Outcome:
    """The same steps with m = 2 + k and (m-1) g^2 = constant - s: no monomial in k, s >= 0 is negative."""
    k, s = sp.symbols("k s", nonnegative=True)
    m = 2 + k
    left_over = constant - m * later_step((constant - s) / (m - 1), m)
    visit = constant - (1 + k) * (2 * formulas.subgradient_step(ONE, 1 + k)) ** 2
    cleared = [sp.cancel(left_over * (m + 1) ** 2), sp.cancel(visit * (2 + k) ** 2)]
    tries = [{k: sp.Integer(100), s: sp.Integer(0)}]
    return every(*(nonnegative_by_coefficients(sp.expand(part), [k, s], tries) for part in cleared))


@check(
    OURS,
    method="symbolic",
    scope="every step of one pass, b = 1",
    universal=True,
    control=lambda: induction_by_coefficients(sp.Rational(1, 10)),
)
def iterates_shrink_by_coefficients() -> Outcome:
    """The induction for the iterates, cleared of denominators, has no negative coefficient."""
    return induction_by_coefficients(ONE)


def witness_exceeds(n: int, times: Fraction) -> Outcome:
    """Is the distance for the pair that straddles the kinks at least `times` 2G/(mu n)?"""
    setting = Setting("hinge", n, n + 2, Xi(K=2, c=1.0, M=n, Lambda=0.02, R=25.0))
    reached = setting.certified_gap(straddled_kinks(setting))
    smooth = times * formulas.sensitivity(Fraction(1), 2 * Fraction(0.02), n)
    return at_most(smooth, reached, ("multiple of 2G/(mu n)", "distance"), n=n, Lambda=0.02, c=1, times=times)


@check(
    OURS,
    method="interval",
    scope="n = 40, p = 42, Λ = 0.02, c = 1, R = 25, one pass",
    control=lambda: witness_exceeds(40, Fraction(3)),
)
def a_pair_exceeds_what_a_smooth_loss_would_meet() -> Outcome:
    """A pair of neighbours is farther apart than twice 2G/(mu n): thm:sensitivity_general does not extend to the hinge."""
    return witness_exceeds(40, Fraction(2))
