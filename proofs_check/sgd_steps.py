"""Theorem R, one step: two runs of projected SGD on neighbouring datasets, in any dimension.

The runs are at f and f', u = f - f'. A record is shared or replaced. Only inner products enter: U = |u|^2, g is the
difference of the loss gradients of a batch, taken on the same records at f and at f', Q = |g|^2, t = <u, g>. The loss is
convex and its gradient is gamma-Lipschitz with gamma = beta - Λ, which `cocoercivity.py` turns into Q <= gamma t.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.evidence import Outcome, check, every
from proofs_check.smt import Terms, prove
from proofs_check.symbolic import SYMBOLIC, vanishes
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
        "sgd_steps.regularizer_only_shrinks",
        "sgd_steps.square_of_a_step",
        "cocoercivity.batches_inherit_it",
        "cocoercivity.bounded_curvature_is_cocoercive",
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


def triangle(factor: int) -> Outcome:
    """|v + e| <= factor (|v| + |e|), from V = |v|, E = |e| and <v, e>^2 <= V^2 E^2."""
    V, E, t = z3.Reals("V E t")
    premises = [V >= 0, E >= 0, t * t <= V * V * E * E]
    return prove(premises, V * V + 2 * t + E * E <= factor * (V + E) ** 2)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension",
    universal=True,
    needs=["svm_constants.cauchy_schwarz_by_pairs"],
    control=lambda: triangle(0),
)
def triangle_inequality() -> Outcome:
    """|v + e| <= |v| + |e|."""
    return triangle(1)


def differing_step(gradients: int) -> Outcome:
    """A batch sum divided by d in which one record differs: |g_d - g'_d| <= |shared part| + 2G/d, for gradients up to G."""
    num = Terms()
    shared, new, G, d, first, second = z3.Reals("shared new G d first second")
    a = formulas.step_fraction(beta, Lambda, m, num)
    premises = [*SETTING, delta >= 0, d >= 1, 0 <= first, first <= G, 0 <= second, second <= G]
    premises += [
        shared <= (1 - a) * delta,
        new <= shared + a / Lambda * (first + second) / d,
    ]  # two triangles
    return prove(premises, new <= (1 - a) * delta + a / Lambda * (gradients * G) / d, num)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension, batch, divisor d >= 1, step, Λ, beta >= Λ and G",
    universal=True,
    needs=[
        "sgd_steps.shared_step_contracts",
        "sgd_steps.triangle_inequality",
        "sgd_steps.replaced_record_is_compared_at_one_model",
    ],
    control=lambda: differing_step(1),
)
def differing_step_adds_two_gradients() -> Outcome:
    """On batches that differ in one record the distance grows to at most (1-a) delta + (a/Λ) 2G/d."""
    return differing_step(2)


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


def projection_keeps_distances(factor, shortest=0) -> Outcome:
    """|Pf - Pf'|^2 <= |f - f'|^2 with a = |f|, b = |f'|, t = <f, f'>, a and b >= shortest; P multiplies by `factor`."""
    a, b, t, R = z3.Reals("a b t R")
    num = Terms()
    p, q = factor(R, a, num), factor(R, b, num)
    premises = [a >= shortest, b >= shortest, R > 0, -a * b <= t, t <= a * b]
    after = (p * a) ** 2 - 2 * (p * q) * t + (q * b) ** 2
    return prove(premises, after <= a**2 - 2 * t + b**2, num)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension, radius R > 0 and pair of models",
    universal=True,
    needs=["svm_constants.cauchy_schwarz_by_pairs"],
    control=lambda: projection_keeps_distances(
        lambda R, length, num: formulas.sphere_factor(R, length), z3.Q(1, 2)
    ),
)
def ball_projection_is_nonexpansive() -> Outcome:
    """Projecting onto the ball never moves two models apart; the printed rescaling onto the sphere does (control)."""
    return projection_keeps_distances(formulas.shrink_factor)


def projection_lands_inside(scale) -> Outcome:
    """|Pf| against scale R, and Pf = f for |f| <= R."""
    a, R = z3.Reals("a R")
    num = Terms()
    factor = formulas.shrink_factor(R, a, num)
    setting = [a >= 0, R > 0]
    return every(
        prove(setting, factor * a <= scale * R, num),
        prove([*setting, a <= R], factor == 1, num),
        prove([*setting, a >= R], factor * a == R, num),
    )


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension and R > 0",
    universal=True,
    control=lambda: projection_lands_inside(z3.Q(99, 100)),
)
def projection_is_onto_the_ball() -> Outcome:
    """Models outside land on the rim, models inside stay where they are."""
    return projection_lands_inside(1)


def rescaled_length(scale) -> Outcome:
    """|R f/|f|| = scale R for f != 0."""
    a, R = z3.Reals("a R")
    return prove([a > 0, R > 0], formulas.sphere_factor(R, a) * a == scale * R)


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension, R > 0 and model other than 0",
    universal=True,
    control=lambda: rescaled_length(2),
)
def printed_rescaling_lands_on_the_sphere() -> Outcome:
    """The printed last line gives every model but 0 the norm R, also those that were inside."""
    return rescaled_length(1)


def cap(scale) -> Outcome:
    """|f - f'| for |f|, |f'| <= R against the cap, f' = -f on the rim reaches it, and it never raises a bound s."""
    a, b, t, R, dist, s = z3.Reals("a b t R dist s")
    num = Terms()
    bound = scale * formulas.capped_by_ball(dist, R, num)
    inside = [R > 0, 0 <= a, a <= R, 0 <= b, b <= R, -a * b <= t, t <= a * b]
    inside += [dist >= 0, dist * dist == a * a + b * b - 2 * t]
    opposite = [a == R, b == R, t == -R * R]
    return every(
        prove(inside, dist <= bound, num),
        prove([*inside, *opposite], formulas.capped_by_ball(3 * R, R, num) == dist, num),
        prove([R > 0, s >= 0], formulas.capped_by_ball(s, R, num) <= s, num),
    )


@check(
    GENERAL,
    about="repair",
    method="smt",
    scope="every dimension and R > 0",
    universal=True,
    needs=["svm_constants.cauchy_schwarz_by_pairs", "sgd_steps.projection_is_onto_the_ball"],
    control=lambda: cap(z3.Q(99, 100)),
)
def models_in_the_ball_are_within_2R() -> Outcome:
    """Two models in the ball are at most 2R apart, and opposite models on its rim are exactly that far."""
    return cap(1)
