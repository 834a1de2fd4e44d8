"""Theorem R, all steps: the distance of two runs after M steps, for every M, schedule of visits and batch plan.

`sgd_steps.py` gives the distance after a step: new <= (1-a) delta + (a/Λ) 2G share. Here 2G is the largest gap of two loss
gradients at one model, and `share` is 1/d if the replaced record is in the batch of this step, else 0. It is unrolled in two
ways, exactly (the weights w_m) and through an invariant that leads to the closed forms.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import vanishes
from proofs_check.sensitivity.one_step import GENERAL, SETTING, Lambda, beta, delta, m
from reference import formulas

G, share, visits = z3.Reals("G share visits")
STEP = [
    "sensitivity.one_step.differing_step_adds_the_gap",
    "sensitivity.projection.ball_projection_is_nonexpansive",
]


def horizon(step, num: Terms):
    """N_t = max(t, beta/Λ)."""
    return num.max(step, beta / Lambda)


def fraction_is_one_over(scale) -> Outcome:
    num = Terms()
    a = formulas.step_fraction(beta, Lambda, m, num)
    return prove(SETTING, a * horizon(m, num) == scale, num)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every step, Λ and beta >= Λ",
    universal=True,
    control=lambda: fraction_is_one_over(2),
)
def step_forgets_one_part_in_N() -> Outcome:
    """a_t = 1/max(t, beta/Λ): the printed learning rate, rewritten."""
    return fraction_is_one_over(1)


def invariant(gradients: int) -> Outcome:
    """From N_{t-1} delta <= (2G/Λ) visits to N_t new <= (2G/Λ)(visits + share)."""
    num = Terms()
    new = z3.Real("new")
    a = formulas.step_fraction(beta, Lambda, m, num)
    premises = [*SETTING, delta >= 0, G > 0, share >= 0, visits >= 0]
    premises += [horizon(m - 1, num) * delta <= gradients * G / Lambda * visits]
    premises += [new <= (1 - a) * delta + a / Lambda * (2 * G) * share]
    return prove(premises, horizon(m, num) * new <= gradients * G / Lambda * (visits + share), num)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every step t >= 1, Λ, beta >= Λ, G and share; induction from delta = 0 and no visits",
    universal=True,
    needs=STEP,
    control=lambda: invariant(1),
)
def visits_bound_the_distance() -> Outcome:
    """max(t, beta/Λ) delta_t <= (2G/Λ) visits_t is kept by every step; visits count shares 1/d."""
    return invariant(2)


def after_M_steps(scale) -> Outcome:
    """max(M, beta/Λ) delta <= (2G/Λ) visits/d gives the closed form for any number of steps, with divisor d."""
    num = Terms()
    M, d = z3.Reals("M d")
    premises = [Lambda > 0, beta >= Lambda, M >= 1, d >= 1, delta >= 0, G > 0, visits >= 0]
    premises += [horizon(M, num) * delta <= 2 * G / Lambda * (visits / d)]
    return prove(premises, delta <= scale * formulas.sensitivity_any_steps(G, Lambda, M, visits, d), num)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every M, number of visits, divisor, Λ, beta >= Λ and G",
    universal=True,
    concludes="any schedule",
    needs=[
        "sensitivity.all_steps.visits_bound_the_distance",
        "sensitivity.projection.models_in_the_ball_are_within_2R",
    ],
    control=lambda: after_M_steps(z3.Q(99, 100)),
)
def any_schedule_has_a_closed_form() -> Outcome:
    """After M steps the models are within 2G visits/(Λ M d): no ΛR term, and no whole passes needed."""
    return after_M_steps(1)


def whole_passes(extra) -> Outcome:
    """M = kn steps with k visits each against 2G/(Λn)."""
    L, g, n, k = sp.symbols("Lambda G n k", positive=True)
    reached = formulas.sensitivity_any_steps(g, L, k * n, k + extra, 1)
    return vanishes(reached - formulas.sensitivity(g, L, n))


@check(
    GENERAL,
    about="repair",
    method="symbolic",
    scope="every n and number of whole passes",
    universal=True,
    concludes="whole passes",
    needs=[
        "sensitivity.all_steps.any_schedule_has_a_closed_form",
        "sensitivity.cocoercivity.regularizer_can_be_split_off",
        "sensitivity.one_step.gap_is_at_most_two_gradients",
    ],
    control=lambda: whole_passes(1),
)
def whole_passes_give_the_printed_form() -> Outcome:
    """Each record once a pass: exactly 2G/(Λn), for G = L the printed bound, for G of the loss a smaller one."""
    return whole_passes(0)


def batches_of(divisor, steps=lambda k, u: k * u, bound=formulas.sensitivity) -> Outcome:
    """k passes of u batches, the last of size `last`, each sum divided by `divisor`, against the bound, 2G/(Λn) by default."""
    n, b, u, k, last = z3.Reals("n b u k last")
    premises = [
        Lambda > 0,
        G > 0,
        n >= 1,
        b >= 1,
        u >= 1,
        k >= 1,
        u * b >= n,
        last >= 1,
        last <= b,
        n == (u - 1) * b + last,
    ]
    reached = formulas.sensitivity_any_steps(G, Lambda, steps(k, u), k, divisor(b, last))
    return prove(premises, reached <= bound(G, Lambda, n))


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every n, b and number of whole passes; a last batch of any size",
    universal=True,
    concludes="batches",
    needs=["sensitivity.all_steps.any_schedule_has_a_closed_form"],
    control=lambda: batches_of(lambda b, last: last),
)
def fixed_divisor_keeps_the_bound() -> Outcome:
    """Every batch sum divided by b: still 2G/(Λn). Divided by the size of a short last batch: not (control)."""
    return batches_of(lambda b, last: b)


def at_most_ceil(extra: int) -> Outcome:
    """Visits at steps first, first + n, ..., so (k-1)n + 1 <= M; C is any whole number with Cn >= M."""
    n, M, k, C = z3.Ints("n M k C")
    premises = [n >= 1, M >= 1, k >= 1, C >= 1, (k - 1) * n + 1 <= M, C * n >= M]
    return prove(premises, k <= C - extra)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every n and M, whole numbers",
    universal=True,
    control=lambda: at_most_ceil(1),
)
def cyclic_visits_are_at_most_the_ceiling() -> Outcome:
    """In the order j = m mod n a record is visited at most ceil(M/n) times in M steps."""
    return at_most_ceil(0)


def unrolled(gradients: int) -> Outcome:
    """The bound for weights (1-a)w, a and shares s, share is (1-a) times the old bound plus what the step adds."""
    a, g, L, w1, w2, s1, s2, new_share = sp.symbols("a G Lambda w_1 w_2 s_1 s_2 share", positive=True)
    old = formulas.sensitivity_of_visits(g, L, [w1, w2], [s1, s2])
    new = formulas.sensitivity_of_visits(g, L, [(1 - a) * w1, (1 - a) * w2, a], [s1, s2, new_share])
    return vanishes(sp.expand(new - ((1 - a) * old + a / L * (gradients * g) * new_share)))


@check(
    GENERAL,
    about="repair",
    method="symbolic",
    scope="every M, schedule and batch plan; the sum is linear, two old steps stand for all",
    universal=True,
    concludes="recursion",
    needs=[*STEP, "sensitivity.weights.weights_obey_the_recursion"],
    control=lambda: unrolled(1),
)
def recursion_is_unrolled() -> Outcome:
    """(2G/Λ) sum of w_m share_m follows the distance of the two runs step by step, with equality."""
    return unrolled(2)
