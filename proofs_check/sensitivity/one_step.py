"""Theorem R, one step: two runs of projected SGD on neighbouring datasets, in any dimension.

The runs are at f and f', u = f - f'. A record is shared or replaced. Only inner products enter: U = |u|^2, g is the
difference of the loss gradients of a batch, taken on the same records at f and at f', Q = |g|^2, t = <u, g>. The loss is
convex and its gradient is gamma-Lipschitz with gamma = beta - Λ, which `cocoercivity.py` turns into Q <= gamma t.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

GENERAL = "thm:sensitivity_general"
Lambda, beta, m, delta = z3.Reals("Lambda beta m delta")
SETTING = [Lambda > 0, beta >= Lambda, m >= 1]


def step_forgets(ridge: int) -> Outcome:
    """One coordinate of the step on Λ/2|f|^2 + loss, with `ridge` times that regularizer's gradient."""
    f, g, L, B, index = sp.symbols("f g Lambda beta m", positive=True)
    tau, a = (formula(B, L, index, SYMBOLIC) for formula in (formulas.learning_rate, formulas.step_fraction))
    new = formulas.sgd_step(f, tau, formulas.gradient_entry(ridge * L, f, g))
    return vanishes(sp.expand(new - ((1 - a) * f - a * g / L)))


@check(
    GENERAL,
    about="repair",
    method="symbolic",
    scope="every dimension (coordinate by coordinate), step, Λ and beta",
    universal=True,
    control=lambda: step_forgets(2),
)
def regularizer_only_shrinks() -> Outcome:
    """A step is (1-a) f - (a/Λ) (loss gradient) with a = Λ tau: the regularizer adds nothing that a record could change."""
    return step_forgets(1)


def contraction(smoothness) -> Outcome:
    """|(1-a)u - (a/Λ)g|^2 <= (1-a)^2 |u|^2 for a loss with Q <= gamma t."""
    num = Terms()
    U, t, Q, gamma = z3.Reals("U t Q gamma")
    a = formulas.step_fraction(beta, Lambda, m, num)
    premises = [
        *SETTING,
        gamma >= 0,
        U >= 0,
        Q >= 0,
        t >= 0,
        gamma <= smoothness(beta, Lambda),
        Q <= gamma * t,
    ]
    after = (1 - a) ** 2 * U - 2 * (1 - a) * (a / Lambda) * t + (a / Lambda) ** 2 * Q
    return prove(premises, after <= (1 - a) ** 2 * U, num)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension, batch, step, Λ and beta >= Λ",
    universal=True,
    needs=[
        "sensitivity.one_step.regularizer_only_shrinks",
        "sensitivity.one_step.square_of_a_step",
        "sensitivity.cocoercivity.batches_inherit_it",
        "sensitivity.cocoercivity.bounded_curvature_is_cocoercive",
        "sensitivity.cocoercivity.smooth_convex_is_cocoercive",
    ],
    control=lambda: contraction(lambda beta, Lambda: 4 * beta),
)
def shared_step_contracts() -> Outcome:
    """On the same batch two runs come closer by the factor 1 - a; the control lets the loss curve four times as much."""
    return contraction(lambda beta, Lambda: beta - Lambda)


def expanded_square(cross: int) -> Outcome:
    """|ku - lg|^2 = k^2|u|^2 - 2kl<u, g> + l^2|g|^2, coordinate by coordinate."""
    k, l, u, g = sp.symbols("k l u g", real=True)
    return vanishes(sp.expand((k * u - l * g) ** 2 - (k**2 * u**2 - cross * k * l * u * g + l**2 * g**2)))


@check(
    GENERAL,
    about="repair",
    method="symbolic",
    scope="every dimension",
    universal=True,
    control=lambda: expanded_square(1),
)
def square_of_a_step() -> Outcome:
    """The squared length after a step, in terms of the three inner products."""
    return expanded_square(2)


def differing_step(gradients: int) -> Outcome:
    """A batch sum divided by d in which one record differs. `gap` is how far its two loss gradients at f' are apart."""
    num = Terms()
    shared, new, gap, G, d = z3.Reals("shared new gap G d")
    a = formulas.step_fraction(beta, Lambda, m, num)
    premises = [*SETTING, delta >= 0, d >= 1, 0 <= gap, gap <= 2 * G, shared <= (1 - a) * delta]
    premises += [new <= shared + a / Lambda * gap / d]  # the triangle inequality
    return prove(premises, new <= (1 - a) * delta + a / Lambda * (gradients * G) / d, num)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension, batch, divisor d >= 1, step, Λ, beta >= Λ and G, half of the largest gap",
    universal=True,
    needs=[
        "sensitivity.one_step.shared_step_contracts",
        "lemmas.vectors.triangle_inequality",
        "sensitivity.one_step.replaced_record_is_compared_at_one_model",
    ],
    control=lambda: differing_step(1),
)
def differing_step_adds_the_gap() -> Outcome:
    """On batches that differ in one record the distance grows to at most (1-a) delta + (a/Λ) 2G/d, 2G the largest gap."""
    return differing_step(2)


def gap_bound(factor) -> Outcome:
    """The gap |v - v'| <= |v| + |v'| of two gradients of norm at most `largest`."""
    gap, first, second, largest = z3.Reals("gap first second largest")
    premises = [first >= 0, second >= 0, first <= largest, second <= largest, gap <= first + second]
    return prove(premises, gap <= factor * largest)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension; gradients of the loss with G, of the objective with G = L",
    universal=True,
    needs=["lemmas.vectors.triangle_inequality", "sensitivity.one_step.regularizer_cancels_in_the_gap"],
    control=lambda: gap_bound(1),
)
def gap_is_at_most_two_gradients() -> Outcome:
    """The gap is at most 2G for loss gradients up to G, and at most 2L for an L-Lipschitz objective."""
    return gap_bound(2)


def cancelled(sign: int) -> Outcome:
    """Gradients of J for two records at one model, entry by entry, against those of the loss."""
    L, f, first, second = sp.symbols("Lambda f l l'", real=True)
    objective = formulas.gradient_entry(L, f, first) - sign * formulas.gradient_entry(L, f, second)
    return vanishes(sp.expand(objective - (first - sign * second)))


@check(
    GENERAL,
    about="repair",
    method="symbolic",
    scope="every dimension, entry by entry",
    universal=True,
    control=lambda: cancelled(-1),
)
def regularizer_cancels_in_the_gap() -> Outcome:
    """At one model the objective's gradients for two records differ exactly as those of the loss do."""
    return cancelled(1)


def split_at_one_model(sign: int) -> Outcome:
    """rest(f) + l(f; z) - rest(f') - l(f'; z') with l(f'; z) added and taken away."""
    rest, rest_, at_z, at_z_, replaced = sp.symbols("r r' l_z l'_z l'_z'", real=True)
    whole = (rest + at_z) - (rest_ + replaced)
    same_records = (rest + at_z) - (rest_ + at_z_)
    return vanishes(sp.expand(whole - same_records - sign * (at_z_ - replaced)))


@check(
    GENERAL,
    about="repair",
    method="symbolic",
    scope="every batch and dimension, entry by entry",
    universal=True,
    control=lambda: split_at_one_model(-1),
)
def replaced_record_is_compared_at_one_model() -> Outcome:
    """The gradient difference is that of the same records plus l'(f'; z) - l'(f'; z'), both at the same model f'."""
    return split_at_one_model(1)
