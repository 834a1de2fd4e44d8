"""Projection onto the ball |f| <= R, and the rescaling that the algorithm boxes print instead. Any dimension.

Only lengths and one inner product enter: a = |f|, b = |f'|, t = <f, f'> with |t| <= ab.
"""

from __future__ import annotations

import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import Terms, prove
from proofs_check.sensitivity.one_step import GENERAL
from reference import formulas


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
    needs=["lemmas.vectors.cauchy_schwarz_by_pairs"],
    control=lambda: projection_keeps_distances(
        lambda R, length, num: formulas.sphere_factor(R, length), z3.Q(1, 2)
    ),
)
def ball_projection_is_nonexpansive() -> Outcome:
    """Projecting onto the ball never moves two models apart; the printed rescaling onto the sphere does (control)."""
    return projection_keeps_distances(formulas.shrink_factor)


def projection_lands_inside(scale) -> Outcome:
    """|Pf| against scale R, Pf = f for |f| <= R, and no model f' of norm b <= R is nearer to f than Pf."""
    a, b, t, R = z3.Reals("a b t R")
    num = Terms()
    factor = formulas.shrink_factor(R, a, num)
    setting = [a >= 0, R > 0]
    return every(
        prove(setting, factor * a <= scale * R, num),
        prove([*setting, a <= R], factor == 1, num),
        prove([*setting, a >= R], factor * a == R, num),
        prove([*setting, 0 <= b, b <= R, t <= a * b], (a - factor * a) ** 2 <= a**2 - 2 * t + b**2, num),
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
    """Models outside land on the rim, models inside stay, and no model in the ball is nearer: it is the projection."""
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
    """|f - f'| in the ball of radius R against the cap of scale R; f' = -f on the rim; a cap never raises a bound s."""
    a, b, t, R, dist, s = z3.Reals("a b t R dist s")
    num = Terms()
    bound = formulas.capped_by_ball(dist, scale * R, num)
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
    needs=["lemmas.vectors.cauchy_schwarz_by_pairs", "sensitivity.projection.projection_is_onto_the_ball"],
    control=lambda: cap(z3.Q(99, 100)),
)
def models_in_the_ball_are_within_2R() -> Outcome:
    """Two models in the ball are at most 2R apart, and opposite models on its rim are exactly that far."""
    return cap(1)
