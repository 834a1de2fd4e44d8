"""ours:hinge_sgdwa_sensitivity: HingeSVM-SGDWA moves by at most 2c/(Λ sqrt(M)) in one pass, and 2G/(mu n) is exceeded.

One step is that of `accountant.sensitivity.hinge`. In units c/Λ = 1 a record alone in its batch and visited once gives
g^2 -> ((m-1)/(m+1))^2 g^2 + 1/(m+1)^2 in the later steps m; induction keeps g below 1/sqrt(m), the average below twice that.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.sensitivity.hinge import gap_after_step
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, nonnegative_by_coefficients, vanishes
from proofs_check.probes.pairs import Setting
from proofs_check.probes.witnesses import straddled_kinks
from reference import formulas
from reference.notation import Xi

check = about("ours:hinge_sgdwa_sensitivity")
ONE = sp.Integer(1)


def without_kink(gap, Lambda, c, tau, kept, replaced, num):
    """What a smooth loss would allow: shared records do no harm."""
    return gap_after_step(gap, Lambda, c, tau, 0, replaced, num)


def half_a_record(gap, Lambda, c, tau, kept, replaced, num):
    return gap_after_step(gap, Lambda, c, tau, kept, replaced / 2, num)


@check(
    "statement",
    "smt",
    every="every dimension and batch plan, in terms of |u|, |w| and <u, w>",
    concludes="one step",
    wrong=[{"bound": without_kink}, {"bound": half_a_record}],
)
def one_step_is_bounded(bound=gap_after_step):
    """A convex loss with slopes 0 and -1: the shared records turn the difference at most at a right angle."""
    # One step in a few numbers: |u|, |w|, <u, w>, and the triangle inequality for the replaced record.
    names = "gap Lambda c tau kept replaced u w uw s after"
    gap, Lambda, c, tau, kept, replaced, u, w, uw, s, after = z3.Reals(names)
    num = Terms()
    a = 1 - 2 * Lambda * tau
    premises = [Lambda > 0, c > 0, tau > 0, a >= 0, 0 <= kept, kept <= 1, 0 <= replaced]
    premises += [0 <= u, u <= gap, 0 <= w, w <= c * kept, 0 <= uw, uw <= u * w]
    premises += [s >= 0, s * s == (a * u) ** 2 - 2 * tau * a * uw + (tau * w) ** 2]
    premises += [0 <= after, after <= s + 2 * c * tau * replaced]
    return prove(premises, after <= bound(gap, Lambda, c, tau, kept, replaced, num), num)


@check(
    "statement",
    "symbolic",
    every="every dimension and batch plan, in terms of |u| <= gap, |w| <= c kept and <u, w> >= 0",
    wrong={"cross": 1},
)
def one_step_is_bounded_by_an_identity(cross=2):
    """What the bound leaves over is a^2 (gap^2 - |u|^2) + tau^2 ((c kept)^2 - |w|^2) + 2 tau a <u, w>."""
    # bound^2 - |(1 - 2Λ tau) u - tau w|^2 without replaced records, as a sum of terms that are visibly non-negative.
    gap, Lambda, c, tau, kept, u, w, uw = sp.symbols("gap Lambda c tau kept u w uw", positive=True)
    a = 1 - 2 * Lambda * tau
    step = (a * u) ** 2 - 2 * tau * a * uw + (tau * w) ** 2
    slack = a**2 * (gap**2 - u**2) + tau**2 * ((c * kept) ** 2 - w**2) + cross * tau * a * uw
    return vanishes(gap_after_step(gap, Lambda, c, tau, kept, 0, SYMBOLIC) ** 2 - step - slack)


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
    "statement",
    "smt",
    every="one pass or less (M <= n), b = 1, every n, order, dimension, R, Λ and c",
    concludes="order 1/sqrt(M)",
    wrong=[
        {"constant": z3.Q(1, 10)},
        {"constant2": z3.Q(9, 10)},
        {"factor": z3.Q(1, 2)},
        {"factor2": z3.Q(1, 2)},
    ],
    needs=[one_step_is_bounded],
)
def one_pass_moves_by_one_over_the_root(constant=1, constant2=1, factor=2, factor2=2):
    """Iterates stay within c/(Λ sqrt(m)) and the average within 2c/(Λ sqrt(M)), by induction on the steps."""
    return every(
        iterates_shrink(constant), first_visit(constant2), average_starts(factor), average_follows(factor2)
    )


@check("statement", "symbolic", every="every step of one pass, b = 1", wrong={"constant": sp.Rational(1, 10)})
def iterates_shrink_by_coefficients(constant=ONE):
    """The induction for the iterates, cleared of denominators, has no negative coefficient."""
    k, s = sp.symbols("k s", nonnegative=True)
    m = 2 + k
    left_over = constant - m * later_step((constant - s) / (m - 1), m)
    visit = constant - (1 + k) * (2 * formulas.subgradient_step(ONE, 1 + k)) ** 2
    cleared = [sp.cancel(left_over * (m + 1) ** 2), sp.cancel(visit * (2 + k) ** 2)]
    tries = [{k: sp.Integer(100), s: sp.Integer(0)}]
    return every(*(nonnegative_by_coefficients(sp.expand(part), [k, s], tries) for part in cleared))


@check(
    "statement",
    "interval",
    at="n = 40, p = 42, Λ = 0.02, c = 1, R = 25, one pass",
    wrong={"times": Fraction(3)},
)
def a_pair_exceeds_what_a_smooth_loss_would_meet(n=40, times=Fraction(2)):
    """A pair of neighbours is farther apart than twice 2G/(mu n): thm:sensitivity_general does not extend to the hinge."""
    # Is the distance for the pair that straddles the kinks at least `times` 2G/(mu n)?
    setting = Setting("hinge", n, n + 2, Xi(K=2, c=1.0, M=n, Lambda=0.02, R=25.0))
    reached = setting.certified_gap(straddled_kinks(setting))
    smooth = times * formulas.sensitivity(Fraction(1), 2 * Fraction(0.02), n)
    return at_most(smooth, reached, ("multiple of 2G/(mu n)", "distance"), n=n, Lambda=0.02, c=1, times=times)
