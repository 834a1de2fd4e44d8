"""Theorem R a second way, by checks: co-coercivity, one step, projection, all steps, the weights. `theorem_r.py` composes it.

Co-coercivity is |g|^2 <= gamma <u, g> for u = f - f' and g the difference of the loss's gradients at f and f'. Then
only inner products enter: U = |u|^2, Q = |g|^2, t = <u, g>, where gamma = beta - Λ, and for the ball a = |f|, b =
|f'|, t = <f, f'>. A step gives new <= (1-a) delta + (a/Λ) 2G share: 2G is the largest gap of two loss gradients at
one model, and `share` is 1/d if the replaced record is in the batch of this step, else 0. It is unrolled exactly (the
weights w_m) and through an invariant.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.lemmas.vectors import cauchy_schwarz_by_pairs, triangle_inequality
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, same_double_sum, vanishes
from reference import formulas
from reference.learners.schedule import visits_until

GENERAL = "thm:sensitivity_general"
check = about(GENERAL)


@check("repair", "smt", every="every dimension and symmetric H >= 0", wrong={"room": z3.Q(99, 100)})
def forms_obey_cauchy_schwarz(room=1):
    """(u^T H v)^2 <= (u^T H u)(v^T H v) for a form that is never negative."""
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
    "repair",
    "smt",
    every="every dimension and averaged Hessian 0 <= H <= gamma",
    wrong={"factor": z3.Q(99, 100)},
    needs=[forms_obey_cauchy_schwarz],
)
def bounded_curvature_is_cocoercive(factor=1):
    """g = Hu with the Hessian averaged along the segment, 0 <= H <= gamma: |g|^2 <= gamma <u, g>."""
    # With v = Hu in Cauchy-Schwarz: |Hu|^4 <= (u^T H u) |Hu|_H^2 and |Hu|_H^2 <= gamma |Hu|^2.
    t, Q, S, gamma = z3.Reals("t Q S gamma")  # u^T H u, |Hu|^2, (Hu)^T H (Hu)
    premises = [gamma > 0, t >= 0, Q >= 0, S >= 0, Q * Q <= t * S, S <= gamma * Q]
    return prove(premises, Q <= factor * gamma * t)


@check(
    "repair",
    "smt",
    every="every dimension, loss convex and with gamma-Lipschitz gradient on the whole space",
    wrong={"factor": z3.Q(99, 100)},
)
def smooth_convex_is_cocoercive(factor=1):
    """From the definitions alone: tangent planes below, descent parabolas above, at two auxiliary points."""
    # phi, phi' at f and f'; a, b the gradients there; Δ = a - b. Two auxiliary points, one descent step from each.
    phi, phi_, au, bu, aD, bD, D, gamma, p, q = z3.Reals("phi phi' <a,u> <b,u> <a,D> <b,D> |D|^2 gamma p q")
    premises = [gamma > 0, D >= 0, D == aD - bD]
    # p = phi(f - Δ/gamma): above the tangent plane at f' (convexity), below the descent parabola from f (smoothness)
    premises += [p >= phi_ + bu - bD / gamma, p <= phi - aD / gamma + D / (2 * gamma)]
    # q = phi(f' + Δ/gamma): the same with the models exchanged
    premises += [q >= phi - au + aD / gamma, q <= phi_ + bD / gamma + D / (2 * gamma)]
    return prove(premises, D <= factor * gamma * (au - bu))


@check("repair", "symbolic", every="every number of records and dimension", wrong={"sign": -1})
def square_of_a_sum_is_below_the_squares(sign=1):
    """|sum of k vectors|^2 <= k times the sum of their squares."""
    # k sum |g_i|^2 - |sum g_i|^2 as half the double sum of |g_i - g_j|^2, entry by entry.
    g, g2 = sp.symbols("g g'", real=True)
    return same_double_sum(g**2 - g * g2, (g - sign * g2) ** 2 / 2, [g], [g2])


@check(
    "repair",
    "smt",
    every="every batch of at most d records whose gradients are summed and divided by d",
    wrong={"records": lambda d: d + 1},
    needs=[square_of_a_sum_is_below_the_squares],
)
def batches_inherit_it(records=lambda d: d):
    """A batch sum divided by d is co-coercive with the same gamma, as long as it holds at most d records (control: d + 1)."""
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


# --- one step of two runs ---------------------------------------------------------------------------------


@check(
    "repair",
    "smt",
    every="every Λ-strongly convex and beta-smooth objective",
    wrong={"shift": lambda Lambda: 2 * Lambda},
)
def regularizer_can_be_split_off(shift=lambda Lambda: Lambda):
    """A Λ-strongly convex, beta-smooth J is Λ/2|f|^2 plus a convex loss that is (beta - Λ)-smooth."""
    h, Lambda, beta = z3.Reals("h Lambda beta")
    rest = h - shift(Lambda)
    return prove([Lambda > 0, Lambda <= h, h <= beta], z3.And(rest >= 0, rest <= beta - Lambda))


Lambda, beta, m, delta = z3.Reals("Lambda beta m delta")
SETTING = [Lambda > 0, beta >= Lambda, m >= 1]


@check(
    "repair",
    "symbolic",
    every="every dimension (coordinate by coordinate), step, Λ and beta",
    wrong={"ridge": 2},
)
def regularizer_only_shrinks(ridge=1):
    """A step is (1-a) f - (a/Λ) (loss gradient) with a = Λ tau: the regularizer adds nothing that a record could change."""
    f, g, L, B, index = sp.symbols("f g Lambda beta m", positive=True)
    tau, a = (formula(B, L, index, SYMBOLIC) for formula in (formulas.learning_rate, formulas.step_fraction))
    new = formulas.sgd_step(f, tau, formulas.gradient_entry(ridge * L, f, g))
    return vanishes(sp.expand(new - ((1 - a) * f - a * g / L)))


@check("repair", "symbolic", every="every dimension", wrong={"cross": 1})
def square_of_a_step(cross=2):
    """The squared length after a step, in terms of the three inner products."""
    # |ku - lg|^2 = k^2|u|^2 - 2kl<u, g> + l^2|g|^2, coordinate by coordinate.
    k, l, u, g = sp.symbols("k l u g", real=True)
    return vanishes(sp.expand((k * u - l * g) ** 2 - (k**2 * u**2 - cross * k * l * u * g + l**2 * g**2)))


@check(
    "repair",
    "smt",
    every="every dimension, batch, step, Λ and beta >= Λ",
    wrong={"smoothness": lambda beta, Lambda: 4 * beta},
    needs=[
        regularizer_only_shrinks,
        square_of_a_step,
        batches_inherit_it,
        bounded_curvature_is_cocoercive,
        smooth_convex_is_cocoercive,
    ],
)
def shared_step_contracts(smoothness=lambda beta, Lambda: beta - Lambda):
    """On the same batch two runs come closer by the factor 1 - a; the control lets the loss curve four times as much."""
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


@check("repair", "symbolic", every="every batch and dimension, entry by entry", wrong={"sign": -1})
def replaced_record_is_compared_at_one_model(sign=1):
    """The gradient difference is that of the same records plus l'(f'; z) - l'(f'; z'), both at the same model f'."""
    # rest(f) + l(f; z) - rest(f') - l(f'; z') with l(f'; z) added and taken away.
    rest, rest_, at_z, at_z_, replaced = sp.symbols("r r' l_z l'_z l'_z'", real=True)
    whole = (rest + at_z) - (rest_ + replaced)
    same_records = (rest + at_z) - (rest_ + at_z_)
    return vanishes(sp.expand(whole - same_records - sign * (at_z_ - replaced)))


@check(
    "repair",
    "smt",
    every="every dimension, batch, divisor d >= 1, step, Λ, beta >= Λ and G, half of the largest gap",
    wrong={"gradients": 1},
    needs=[shared_step_contracts, triangle_inequality, replaced_record_is_compared_at_one_model],
)
def differing_step_adds_the_gap(gradients=2):
    """On batches that differ in one record the distance grows to at most (1-a) delta + (a/Λ) 2G/d, 2G the largest gap."""
    # A batch sum divided by d in which one record differs. `gap` is how far its two loss gradients at f' are apart.
    num = Terms()
    shared, new, gap, G, d = z3.Reals("shared new gap G d")
    a = formulas.step_fraction(beta, Lambda, m, num)
    premises = [*SETTING, delta >= 0, d >= 1, 0 <= gap, gap <= 2 * G, shared <= (1 - a) * delta]
    premises += [new <= shared + a / Lambda * gap / d]  # the triangle inequality
    return prove(premises, new <= (1 - a) * delta + a / Lambda * (gradients * G) / d, num)


@check("repair", "symbolic", every="every dimension, entry by entry", wrong={"sign": -1})
def regularizer_cancels_in_the_gap(sign=1):
    """At one model the objective's gradients for two records differ exactly as those of the loss do."""
    L, f, first, second = sp.symbols("Lambda f l l'", real=True)
    objective = formulas.gradient_entry(L, f, first) - sign * formulas.gradient_entry(L, f, second)
    return vanishes(sp.expand(objective - (first - sign * second)))


@check(
    "repair",
    "smt",
    every="every dimension; gradients of the loss with G, of the objective with G = L",
    wrong={"factor": 1},
    needs=[triangle_inequality, regularizer_cancels_in_the_gap],
)
def gap_is_at_most_two_gradients(factor=2):
    """The gap is at most 2G for loss gradients up to G, and at most 2L for an L-Lipschitz objective."""
    # The gap |v - v'| <= |v| + |v'| of two gradients of norm at most `largest`.
    gap, first, second, largest = z3.Reals("gap first second largest")
    premises = [first >= 0, second >= 0, first <= largest, second <= largest, gap <= first + second]
    return prove(premises, gap <= factor * largest)


# --- the ball, and the printed rescaling ------------------------------------------------------------------


def projection_keeps_distances(factor, shortest=0) -> Outcome:
    """|Pf - Pf'|^2 <= |f - f'|^2 with a = |f|, b = |f'|, t = <f, f'>, a and b >= shortest; P multiplies by `factor`."""
    a, b, t, R = z3.Reals("a b t R")
    num = Terms()
    p, q = factor(R, a, num), factor(R, b, num)
    premises = [a >= shortest, b >= shortest, R > 0, -a * b <= t, t <= a * b]
    after = (p * a) ** 2 - 2 * (p * q) * t + (q * b) ** 2
    return prove(premises, after <= a**2 - 2 * t + b**2, num)


@check(
    "repair",
    "smt",
    every="every dimension, radius R > 0 and pair of models",
    wrong={"factor": lambda R, length, num: formulas.sphere_factor(R, length), "shortest": z3.Q(1, 2)},
    needs=[cauchy_schwarz_by_pairs],
)
def ball_projection_is_nonexpansive(factor=formulas.shrink_factor, shortest=0):
    """Projecting onto the ball never moves two models apart; the printed rescaling onto the sphere does (control)."""
    return projection_keeps_distances(factor, shortest)


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


@check("repair", "smt", every="every dimension and R > 0", wrong={"scale": z3.Q(99, 100)})
def projection_is_onto_the_ball(scale=1):
    """Models outside land on the rim, models inside stay, and no model in the ball is nearer: it is the projection."""
    return projection_lands_inside(scale)


@check("repair", "smt", every="every dimension, R > 0 and model other than 0", wrong={"scale": 2})
def printed_rescaling_lands_on_the_sphere(scale=1):
    """The printed last line gives every model but 0 the norm R, also those that were inside."""
    a, R = z3.Reals("a R")
    return prove([a > 0, R > 0], formulas.sphere_factor(R, a) * a == scale * R)


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


# --- all steps --------------------------------------------------------------------------------------------


@check(
    "repair",
    "smt",
    every="every dimension and R > 0",
    wrong={"scale": z3.Q(99, 100)},
    needs=[cauchy_schwarz_by_pairs, projection_is_onto_the_ball],
)
def models_in_the_ball_are_within_2R(scale=1):
    """Two models in the ball are at most 2R apart, and opposite models on its rim are exactly that far."""
    return cap(scale)


G, share, visits = z3.Reals("G share visits")


def horizon(step, num: Terms):
    """N_t = max(t, beta/Λ)."""
    return num.max(step, beta / Lambda)


@check("repair", "smt", every="every step, Λ and beta >= Λ", wrong={"scale": 2})
def step_forgets_one_part_in_N(scale=1):
    """a_t = 1/max(t, beta/Λ): the printed learning rate, rewritten."""
    num = Terms()
    a = formulas.step_fraction(beta, Lambda, m, num)
    return prove(SETTING, a * horizon(m, num) == scale, num)


STEP = [differing_step_adds_the_gap, ball_projection_is_nonexpansive]


@check(
    "repair",
    "smt",
    every="every step t >= 1, Λ, beta >= Λ, G and share; induction from delta = 0 and no visits",
    wrong={"gradients": 1},
    needs=STEP,
)
def visits_bound_the_distance(gradients=2):
    """max(t, beta/Λ) delta_t <= (2G/Λ) visits_t is kept by every step; visits count shares 1/d."""
    num = Terms()
    new = z3.Real("new")
    a = formulas.step_fraction(beta, Lambda, m, num)
    premises = [*SETTING, delta >= 0, G > 0, share >= 0, visits >= 0]
    premises += [horizon(m - 1, num) * delta <= gradients * G / Lambda * visits]
    premises += [new <= (1 - a) * delta + a / Lambda * (2 * G) * share]
    return prove(premises, horizon(m, num) * new <= gradients * G / Lambda * (visits + share), num)


@check(
    "repair",
    "smt",
    every="every M, number of visits, divisor, Λ, beta >= Λ and G",
    wrong={"scale": z3.Q(99, 100)},
    needs=[visits_bound_the_distance, models_in_the_ball_are_within_2R],
)
def any_schedule_has_a_closed_form(scale=1):
    """After M steps the models are within 2G visits/(Λ M d): no ΛR term, and no whole passes needed."""
    num = Terms()
    M, d = z3.Reals("M d")
    premises = [Lambda > 0, beta >= Lambda, M >= 1, d >= 1, delta >= 0, G > 0, visits >= 0]
    premises += [horizon(M, num) * delta <= 2 * G / Lambda * (visits / d)]
    return prove(premises, delta <= scale * formulas.sensitivity_any_steps(G, Lambda, M, visits, d), num)


@check(
    "repair",
    "symbolic",
    every="every n and number of whole passes",
    wrong={"extra": 1},
    needs=[any_schedule_has_a_closed_form, regularizer_can_be_split_off, gap_is_at_most_two_gradients],
)
def whole_passes_give_the_printed_form(extra=0):
    """Each record once a pass: exactly 2G/(Λn), for G = L the printed bound, for G of the loss a smaller one."""
    # M = kn steps with k visits each against 2G/(Λn).
    L, g, n, k = sp.symbols("Lambda G n k", positive=True)
    reached = formulas.sensitivity_any_steps(g, L, k * n, k + extra, 1)
    return vanishes(reached - formulas.sensitivity(g, L, n))


@check(
    "repair",
    "smt",
    every="every n, b and number of whole passes; a last batch of any size",
    wrong={"divisor": lambda b, last: last},
    needs=[any_schedule_has_a_closed_form],
)
def fixed_divisor_keeps_the_bound(
    divisor=lambda b, last: b, steps=lambda k, u: k * u, bound=formulas.sensitivity
):
    """Every batch sum divided by b: still 2G/(Λn). Divided by the size of a short last batch: not (control)."""
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


@check("repair", "smt", every="every n and M, whole numbers", wrong={"extra": 1})
def cyclic_visits_are_at_most_the_ceiling(extra=0):
    """In the order j = m mod n a record is visited at most ceil(M/n) times in M steps."""
    # Visits at steps first, first + n, ..., so (k-1)n + 1 <= M; C is any whole number with Cn >= M.
    n, M, k, C = z3.Ints("n M k C")
    premises = [n >= 1, M >= 1, k >= 1, C >= 1, (k - 1) * n + 1 <= M, C * n >= M]
    return prove(premises, k <= C - extra)


# --- the weights w_m --------------------------------------------------------------------------------------


@check(
    "repair",
    "symbolic",
    every="every M: each pass of the loop is linear in what is kept; written out for M <= 5",
    wrong=[{"power": 2}, {"shift": 1}],
)
def weights_obey_the_recursion(power=1, shift=0):
    """One more step multiplies all older weights by 1 - a and appends a: w_m = a_m (1-a_{m+1}) ... (1-a_M)."""
    return every(one_step_back(power), weights_of_small_runs(shift))


@check(
    "repair",
    "symbolic",
    every="every M, schedule and batch plan; the sum is linear, two old steps stand for all",
    wrong={"gradients": 1},
    needs=[*STEP, weights_obey_the_recursion],
)
def recursion_is_unrolled(gradients=2):
    """(2G/Λ) sum of w_m share_m follows the distance of the two runs step by step, with equality."""
    # The bound for weights (1-a)w, a and shares s, share is (1-a) times the old bound plus what the step adds.
    a, g, L, w1, w2, s1, s2, new_share = sp.symbols("a G Lambda w_1 w_2 s_1 s_2 share", positive=True)
    old = formulas.sensitivity_of_visits(g, L, [w1, w2], [s1, s2])
    new = formulas.sensitivity_of_visits(g, L, [(1 - a) * w1, (1 - a) * w2, a], [s1, s2, new_share])
    return vanishes(sp.expand(new - ((1 - a) * old + a / L * (gradients * g) * new_share)))


@check(
    "repair",
    "smt",
    every="every M, m <= M, Λ and beta >= Λ, by induction on M",
    wrong={"scale": z3.Q(99, 100)},
    needs=[step_forgets_one_part_in_N, weights_obey_the_recursion],
)
def no_weight_exceeds_one_over_M(scale=1):
    """w_m <= 1/max(M, beta/Λ) <= 1/M."""
    # w <= 1/N_{t-1} before step t becomes (1-a_t) w <= 1/N_t; a new weight is a_t = 1/N_t.
    num = Terms()
    w = z3.Real("w")
    a = formulas.step_fraction(beta, Lambda, m, num)
    older = prove(
        [*SETTING, m >= 2, w >= 0, w * horizon(m - 1, num) <= scale],
        (1 - a) * w * horizon(m, num) <= scale,
        num,
    )
    return every(older, prove(SETTING, a * m <= scale, num))


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


@check(
    "repair",
    "smt",
    every="every M and divisor, term by term",
    wrong={"scale": z3.Q(99, 100)},
    needs=[no_weight_exceeds_one_over_M],
)
def closed_form_is_the_looser_one(scale=1):
    """The unrolled bound is never above the closed form, and equals it where w_m = 1/M."""
    # One visit: (2G/Λ) w/d with w <= 1/M against 2G/(ΛMd); sums of visits follow term by term.
    w, M, d = z3.Reals("w M d")
    premises = [Lambda > 0, G > 0, M >= 1, d >= 1, w >= 0, w <= 1 / M]
    term = formulas.sensitivity_of_visits(G, Lambda, [w], [1 / d])
    return prove(premises, term <= scale * formulas.sensitivity_any_steps(G, Lambda, M, 1, d))


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
    k = z3.Real("k")
    now, then = (formulas.step_fraction(beta, Lambda, step, num) for step in (m, m + 1))
    earlier, _ = formulas.weight_and_kept(now, formulas.weight_and_kept(then, k)[1])
    return prove([*SETTING, k >= 0], scale * earlier <= formulas.weight_and_kept(then, k)[0], num)
