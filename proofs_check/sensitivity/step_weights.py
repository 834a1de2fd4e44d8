"""The weights w_m of Theorem R as the accountant computes them: its loop, its closed sum, and which record is the worst."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference import formulas
from reference.learners.schedule import visits_until

check, check_stepwise = about("thm:sensitivity_general"), about("ours:stepwise_sensitivity")


@check(
    "repair",
    "symbolic",
    every="every M: each pass of the loop is linear in what is kept; written out for M <= 5",
    wrong=[{"power": 2}, {"shift": 1}],
)
def weights_obey_the_recursion(power=1, shift=0):
    """One more step multiplies all older weights by 1 - a and appends a: w_m = a_m (1-a_{m+1}) ... (1-a_M)."""
    return every(one_step_back(power), weights_of_small_runs(shift))


def one_step_back(power: int) -> Outcome:
    """Scaling what is kept scales the weight and what is kept next: so a later step scales all earlier weights alike."""
    a, kept, k = sp.symbols("a kept k", positive=True)
    weight, left = formulas.weight_and_kept(a, kept)
    scaled_weight, scaled_left = formulas.weight_and_kept(a, k * kept)
    first_weight, first_left = formulas.weight_and_kept(a, sp.Integer(1))
    gaps = [scaled_weight - k**power * weight, scaled_left - k * left, first_weight - a, first_left - (1 - a)]
    return all_vanish(map(sp.expand, gaps))


def weights_of_small_runs(shift: int) -> Outcome:
    """step_weights against a_m (1-a_{m+1}) ... (1-a_M) written out, for M up to 5."""
    B, L = sp.Rational(7, 2), sp.Rational(3, 4)
    a = [formulas.step_fraction(B, L, i, SYMBOLIC) for i in range(1, 6)]
    gaps = []
    for M in range(1, 6):
        printed = [a[i] * sp.prod(1 - a[k] for k in range(i + 1 - shift, M)) for i in range(M)]
        found = formulas.step_weights(B, L, M, SYMBOLIC)
        gaps += [left - right for left, right in zip(found, printed, strict=True)]
    return all_vanish(gaps)


def product_telescopes(shift: int) -> Outcome:
    """After `slow` steps a_k = 1/k, and the product of 1 - 1/k up to M is slow/M: from M to M + 1; a_m times it is 1/M."""
    slow, M = sp.symbols("slow M", positive=True)
    step = slow / M * (1 - 1 / (M + 1)) - slow / (M + 1 + shift)
    late = 1 / slow * (slow / M) - 1 / M  # w_m for a step m in place of `slow`
    return all_vanish([sp.simplify(step), late])


def visits_added(lags: int) -> Outcome:
    """weight_of_visits with one more early visit, with one more late visit, and without any."""
    x, slow, M, early, late, lag, period = sp.symbols("x slow M early late lag period", positive=True)
    whole = formulas.weight_of_visits(1 - x, slow, M, early, late, lag, period)
    one_more = formulas.weight_of_visits(1 - x, slow, M, early + 1, late, lag, period)
    later = formulas.weight_of_visits(1 - x, slow, M, early, late + 1, lag, period)
    none = formulas.weight_of_visits(1 - x, slow, M, sp.Integer(0), sp.Integer(0), lag, period)
    early_weight = (1 - x) * x ** (lags * lag + early * period) * slow / M
    return all_vanish(
        map(sp.simplify, [(one_more - whole - early_weight) * (1 - x**period), later - whole - 1 / M, none])
    )


@check(
    "repair",
    "symbolic",
    every="every M, first visit, period and a = Λ/beta, by induction on M and on the visits",
    wrong=[{"shift": 1}, {"lags": 2}],
)
def sums_of_weights_are_geometric(shift=0, lags=1):
    """Late steps weigh 1/M, early ones a (1-a)^(slow-m) slow/M; each further visit adds its weight to weight_of_visits."""
    return every(product_telescopes(shift), visits_added(lags))


@check(
    "repair",
    "exact",
    at="beta/Λ in {1, 5/2, 4, 41/3}, M in {1, 2, 5, 9, 14}, every first visit and period",
    wrong={"offset": 1},
    needs=[sums_of_weights_are_geometric],
)
def short_sum_is_the_long_one(offset=0):
    """The accountant's closed sum of weights is what the loop over all steps gives."""
    # weight_of_visits against the sum over step_weights, in fractions, for small schedules.
    L = sp.Integer(1)
    for ratio in (sp.Integer(1), sp.Rational(5, 2), sp.Integer(4), sp.Rational(41, 3)):
        for M in (1, 2, 5, 9, 14):
            weights = formulas.step_weights(ratio, L, M, SYMBOLIC)
            for period in range(1, M + 1):
                for first in range(1, min(period, M) + 1):
                    slow = min(M, int(sp.floor(ratio)))
                    early = visits_until(slow, first, period)
                    late = visits_until(M, first, period) - early
                    lag = slow - first - (early - 1) * period if early else 0
                    short = formulas.weight_of_visits(1 / ratio, slow, M, early, late, lag, period)
                    if short != sum(weights[first - 1 + offset :: period]):
                        return Outcome(
                            "fails",
                            "the sums differ",
                            {"M": str(M), "first": str(first), "beta/Lambda": str(ratio)},
                        )
    return Outcome("holds", "the same fraction in every case")


@check("repair", "smt", every="every M, m < M, Λ and beta >= Λ", wrong={"scale": z3.Q(101, 100)})
def later_steps_weigh_no_less(scale=1):
    """w_m <= w_{m+1}: among records with equally many visits and equal divisors the one visited last is the worst."""
    # Neighbouring weights: w_m = a_m (1 - a_{m+1}) k and w_{m+1} = a_{m+1} k for the same k.
    num = Terms()
    Lambda, beta, m, k = z3.Reals("Lambda beta m k")
    now, then = (formulas.step_fraction(beta, Lambda, step, num) for step in (m, m + 1))
    earlier, _ = formulas.weight_and_kept(now, formulas.weight_and_kept(then, k)[1])
    return prove(
        [Lambda > 0, beta >= Lambda, m >= 1, k >= 0],
        scale * earlier <= formulas.weight_and_kept(then, k)[0],
        num,
    )


# --- how long the models can be (ours:stepwise_sensitivity) ------------------------------------------------


@check_stepwise(
    "repair", "exact", at="beta/Λ = 1 to 7/2, all steps up to 9", wrong=[{"late": 1}, {"power": 1}]
)
def what_steps_keep_in_closed_form(late=0, power=0):
    """`kept_between` is the product of 1 - a_m over the steps: a while β/Λ >= m, 1/m after that."""
    for beta_, first in itertools.product((Fraction(k, 6) for k in range(7, 22)), range(9)):
        slow, product = math.floor(beta_), Fraction(1)
        for last in range(first + 1, 10):
            product *= 1 - formulas.step_fraction(beta_, Fraction(1), last, RATIONALS)
            closed = formulas.kept_between(1 / beta_, slow + late, first, last + power, RATIONALS)
            if closed != product:
                return equal_at(
                    closed, product, ("closed form", "product"), beta=beta_, first=first, last=last
                )
    return Outcome("holds", "the closed form is the product at every pair of steps")


@check_stepwise(
    "repair", "symbolic", every="every radius, gradient, Λ and part of a step", wrong={"grown": 2}
)
def radius_follows_the_recursion(grown=1):
    """`radius_after` one more step is (1 - a) of it plus a G/Λ, and nothing is added where all is kept."""
    before, kept, a, G, L = sp.symbols("before kept a G Lambda", positive=True)
    later = formulas.radius_after(before, kept * (1 - a), G, L)
    stepped_ = (1 - a) * formulas.radius_after(before, kept, G, L) + grown * a * G / L
    return all_vanish([sp.expand(later - stepped_), formulas.radius_after(before, 1, G, L) - before])


@check(
    "repair",
    "symbolic",
    every="every G, Λ, M and divisor; written out for 3 visits",
    wrong={"weight": lambda M: 1 / (M + 1)},
)
def equal_weights_give_the_closed_form(weight=lambda M: 1 / M):
    """If each of 3 visits has the weight 1/M, then the sum over visits is the closed form for any steps."""
    G, ridge, M, divisor = sp.symbols("G Lambda M divisor", positive=True)
    summed = formulas.sensitivity_of_visits(G, ridge, [weight(M)] * 3, [1 / divisor] * 3)
    return all_vanish(
        [
            summed - formulas.sensitivity_any_steps(G, ridge, M, 3, divisor),
            summed - 2 * G / ridge * 3 * weight(M) / divisor,
        ]
    )


@check("repair", "exact", at="R = 3/2: two models 1 apart, and 5", wrong={"widest": Fraction(2)})
def a_ball_caps_at_its_diameter(widest=Fraction(3)):
    """Of two distances the formula keeps 1, and makes 5 the diameter 3."""
    names = ("cap", "distance in the ball")
    return every(
        *(
            equal_at(formulas.capped_by_ball(Fraction(s), Fraction(3, 2), RATIONALS), kept, names, s=s)
            for s, kept in ((1, Fraction(1)), (5, widest))
        )
    )


@check_stepwise(
    "statement",
    "symbolic",
    every="every kappa, c, Λ and inner maximum > 0",
    wrong={"kept": lambda part: 1 - part**2},
)
def landing_limit_is_kept(kept=lambda part: 1 - part):
    """With tau = part/Λ, kappa tau c^2 = 1 - part; and (1 - part)^2 limit + tau^2 c^2 inner is the limit again."""
    kappa, c, ridge, inner = sp.symbols("kappa c Lambda inner", positive=True)
    part = formulas.landing_part(kappa, c, ridge)
    tau, limit = part / ridge, formulas.landing_limit(part, c, ridge, inner)
    return all_vanish(
        [kappa * tau * c**2 - kept(part), kept(part) ** 2 * limit + tau**2 * c**2 * inner - limit]
    )
