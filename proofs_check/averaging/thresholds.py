"""Thresholds, one pass and smooth losses beside their theorems: examples in fractions, and what sec:results#convergence needs.

In the checks of smooth losses g_i = grad L_i(avg) - grad L_i(f_i) and v_i = avg - f_i, where L_i is user i's mean loss and
Λf_i + grad L_i(f_i) = 0. `spread` is the mean of |v_i|. Users count alike, or by their sizes: weights p_i with sum 1.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.lemmas.vectors import cauchy_schwarz_by_pairs, triangle_inequality
from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish, vanishes
from reference import formulas
from reference.exact.side_by_side import class_mean, side_by_side, union
from reference.exact.svm import huber_svm, signed_rows
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

check_hinge = about("ours:hinge_threshold")
check_huber = about("ours:huber_threshold")


@check_hinge(
    "statement",
    "symbolic",
    every="every dimension and dataset: J(g) - J(f) >= mu/2 |g - f|^2 once theta is a slope at every record and f is its sum",
    wrong={"half": 1},
)
def certificate_proves_optimality(half=sp.Rational(1, 2)):
    """With f = (1/(mu n)) sum theta_j y_j x_j the slopes of the losses cancel mu <f, g - f>, and a square is left."""
    mu, f, g = sp.symbols("mu f g", real=True)
    return vanishes(sp.expand(mu / 2 * (g**2 - f**2) - mu * f * (g - f) - half * mu * (g - f) ** 2))


# --- the thresholds are sharp, and they have a price ------------------------------------------------------


@check_hinge(
    "statement",
    "exact",
    every="two separable records; every Λ >= c^2/2 = 5, as the sign of a score does not depend on Λ",
    wrong={"intercept": -2},
)
def separable_records_at_half_accuracy(intercept=0):
    """The price: beyond the threshold the model is a difference of class means, which may be no better than a coin."""
    # [1, 3] of class + and [1, 1] of class -: signs of the class mean with an extra intercept, for any Λ > 0.
    D = Dataset([[1.0, 3.0], [1.0, 1.0]], [1, -1])
    f = class_mean(D, Fraction(1))
    scores = [int(y) * (f[0] + intercept + f[1] * Fraction(x[1])) for x, y in zip(D.x, D.y, strict=True)]
    right = Fraction(sum(score > 0 for score in scores), 2)
    return equal_at(right, Fraction(1, 2), ("accuracy", "one half"), model=f)


def just_below(threshold, learner, share: Fraction) -> Outcome:
    """Three users, records (1/2, 3/4), Λ = share times the threshold, solved exactly: holds if the two models differ."""
    x, square = [0.5, 0.75], Fraction(13, 16)
    users = [Dataset([x, x], [1, 1])] + [Dataset([x, x], [1, -1])] * 2
    Lambda = share * threshold(Fraction(1)) * square
    sides = side_by_side(users, lambda D: learner(D, Lambda))
    if not sides.is_certified(Lambda):
        return Outcome("undecided", "a certificate does not hold")
    numbers = shown(Lambda=Lambda, averaged=sides.average, central=sides.central.f)
    return Outcome(
        "holds" if sides.average != sides.central.f else "fails", "averaged against central", numbers
    )


@check_hinge(
    "statement",
    "exact",
    at="three users of two records, Λ = 0.999 times the threshold",
    wrong={"share": Fraction(1)},
)
def just_below_the_threshold_they_differ(share=Fraction(999, 1000)):
    """A thousandth below the threshold the two models differ; at it they are the same fractions (control)."""
    return just_below(formulas.hinge_threshold, hinge_svm, share)


@check_huber(
    "statement",
    "exact",
    at="three users of two records, h = 1/5, Λ = 0.999 times the threshold",
    wrong={"share": Fraction(1)},
)
def just_below_the_huber_threshold_they_differ(share=Fraction(999, 1000)):
    """The same for the Huber SVM."""
    relaxation = Fraction(1, 5)

    def threshold(unit):
        return formulas.huber_threshold(unit, relaxation)

    return just_below(threshold, lambda D, Lambda: huber_svm(D, relaxation, Lambda), share)


check_one_pass = about("ours:one_pass_huber")


def after(f, yx, Lambda, m, h, num):
    """A step of length 1/(Λm) at a margin on the linear part."""
    slope = formulas.huber_slope(h, -h, num)
    gradient = formulas.gradient_entry(Lambda, f, formulas.loss_gradient_entry(yx, slope))
    return formulas.sgd_step(f, 1 / (Lambda * m), gradient)


@check_one_pass(
    "statement",
    "exact",
    at="two users of two records at the threshold; the minimiser from the certified solver",
    wrong={"steps_of": lambda m: m + 1},
)
def replay_at_the_threshold(steps_of=lambda m: m):
    """The pass in fractions and the exact solver agree; with steps 1/(Λ(m+1)) they do not (control)."""
    h, Lambda = Fraction(1, 5), Fraction(5, 8)
    users = [Dataset([[0.5, 0.5], [0.5, 0.25]], [1, -1]), Dataset([[0.0, 0.5], [-0.5, 0.5]], [1, 1])]
    models = []
    for D in users:
        f = [Fraction(0), Fraction(0)]
        for m, row in enumerate(signed_rows(D), start=1):
            f = [after(a, yx, Lambda, steps_of(m), h, RATIONALS) for a, yx in zip(f, row, strict=True)]
        models.append(f)
    average = [sum(column) / 2 for column in zip(*models, strict=True)]
    central = huber_svm(union(users), h, Lambda)
    if not central.is_optimal(union(users), Lambda):
        return Outcome("undecided", "the certificate does not hold")
    names = ("averaged one-pass model, first entry", "central minimiser, first entry")
    return every(
        equal_at(average[0], central.f[0], names, Lambda=Lambda, h=h),
        equal_at(average[1], central.f[1], ("second entry", "second entry of the minimiser")),
    )


check_smooth = about("ours:smooth_averaging")
Lambda, beta, spread, gradient, distance = z3.Reals("Lambda beta spread gradient distance")
POSITIVE = [Lambda > 0, beta > 0, spread >= 0, gradient >= 0, distance >= 0]


@check_smooth(
    "statement",
    "symbolic",
    every="every dimension (entry by entry) and number of users (both sums run over the users)",
    wrong={"share": 2},
)
def gradient_is_a_mean_of_differences(share=1):
    """The central gradient at the average is the mean of the g_i, and the v_i cancel."""
    # Λ avg + sum p_i a_i against sum p_i (a_i - b_i) with Λf_i = -b_i, avg = sum p_i f_i; and sum p_i v_i = 0.
    p, q, f1, f2, a1, a2, L = sp.symbols("p q f1 f2 a1 a2 Lambda", real=True)
    b1, b2 = -L * f1, -L * f2
    average = p * f1 + q * f2
    central = L * average + p * a1 + q * a2
    differences = p * (a1 - b1) + share * q * (a2 - b2)
    sum_of_v = (p * (average - f1) + q * (average - f2)).subs(q, 1 - p)
    return all_vanish([sp.expand(central - differences), sp.expand(sum_of_v)])


def shifted(half) -> Outcome:
    """|g - half beta v|^2 from |g|^2 <= beta <g, v>, against (beta/2)^2 |v|^2; G, V squared norms, gv the inner product."""
    G, V, gv = z3.Reals("G V gv")
    premises = [beta > 0, G >= 0, V >= 0, gv * gv <= G * V, G <= beta * gv]
    square = G - 2 * half * beta * gv + half * half * beta * beta * V
    return prove(premises, square <= formulas.averaging_gradient(beta, 1) ** 2 * V)


def shifted_exactly(factor) -> Outcome:
    """|g - beta/2 v|^2 - beta^2/4 |v|^2 = |g|^2 - beta <g, v>, one entry."""
    g, v, b = sp.symbols("g v beta", real=True)
    half = formulas.averaging_gradient(b, v)
    return vanishes(sp.expand((g - half) ** 2 - half**2 - (g**2 - factor * b * g * v)))


@check_smooth(
    "statement",
    "smt",
    every="every dimension and convex loss with beta-Lipschitz gradient, also without second derivatives",
    wrong=[{"half": z3.Q(1, 3)}, {"factor": 2}],
)
def half_the_curvature_is_enough(half=z3.Q(1, 2), factor=1):
    """|g - (beta/2) v| <= (beta/2)|v|: co-coercive differences lie in a ball around (beta/2) v."""
    return every(shifted(half), shifted_exactly(factor))


@check_smooth(
    "statement",
    "smt",
    every="two users; more add in the same way. Every dimension",
    wrong={"scale": z3.Q(99, 100)},
    needs=[gradient_is_a_mean_of_differences, half_the_curvature_is_enough, triangle_inequality],
)
def gradient_at_the_average(scale=1):
    """As the v_i cancel, (beta/2) v_i may be subtracted from each g_i: |grad J(avg)| <= (beta/2) spread."""
    p, n1, n2, r1, r2 = z3.Reals("p n1 n2 r1 r2")
    premises = [*POSITIVE, 0 <= p, p <= 1, n1 >= 0, n2 >= 0, spread == p * n1 + (1 - p) * n2]
    premises += [r1 <= formulas.averaging_gradient(beta, n1), r2 <= formulas.averaging_gradient(beta, n2)]
    premises += [gradient <= p * r1 + (1 - p) * r2]
    return prove(premises, gradient <= scale * formulas.averaging_gradient(beta, spread))


@check_smooth(
    "statement",
    "smt",
    every="every Λ-strongly convex central objective, dimension and number of users",
    wrong={"scale": z3.Q(99, 100)},
    needs=[gradient_at_the_average, cauchy_schwarz_by_pairs],
)
def distance_and_excess(scale=1):
    """|avg - central| <= beta/(2Λ) spread and J(avg) - J* <= beta^2/(8Λ) spread^2."""
    # Λ d^2 <= |grad| d, and the excess is at most |grad| d - Λ/2 d^2 for the distance d to the central model.
    excess = z3.Real("excess")
    premises = [*POSITIVE, gradient <= formulas.averaging_gradient(beta, spread)]
    premises += [
        Lambda * distance**2 <= gradient * distance,
        excess <= gradient * distance - Lambda / 2 * distance**2,
    ]
    return every(
        prove(premises, distance <= scale * formulas.averaging_distance(beta, Lambda, spread)),
        prove(premises, excess <= scale * formulas.averaging_excess(beta, Lambda, spread)),
    )


@check_smooth(
    "statement",
    "symbolic",
    every="every Λ, beta, a and s: one user with a quadratic loss, one with a linear loss",
    wrong={"shift": 0},
)
def bounds_are_nearly_attained(shift=sp.Rational(1, 2)):
    """Here distance and excess are the bounds with Λ + beta/2 for Λ: a share Λ/(Λ + beta/2) is reached, which tends to 1."""
    L, b, a, s = sp.symbols("Lambda beta a s", positive=True)
    f1, f2 = b * a / (L + b), s / L
    average, central = (f1 + f2) / 2, (b * a + s) / 2 / (L + b / 2)
    distance_, spread_ = average - central, (f2 - f1) / 2  # both signs are those of f2 - f1
    excess = (L + b / 2) / 2 * distance_**2
    return all_vanish([
        sp.together(distance_ - formulas.averaging_distance(b, L + shift * b, spread_)),
        sp.together(excess - formulas.averaging_excess(b, L + shift * b, spread_)),
    ])  # fmt: skip


def factor(beta_of, divisor) -> Outcome:
    """beta/(2Λ) spread for a beta of the loss, with Λ taken off, against c^2 spread/(divisor Λ)."""
    c, h = z3.Reals("c h")
    bound = formulas.averaging_distance(beta_of(c, h) - Lambda, Lambda, spread)
    return prove([*POSITIVE, c > 0, h > 0], bound == c * c * spread / (divisor(h) * Lambda))


def softmax_beta(c, h):
    return formulas.smoothness_softmax_spectral(Lambda, c)


@check_smooth(
    "statement",
    "smt",
    every="every K, dimension, dataset with |x| <= c and Λ; models at their minimum on the whole space",
    wrong={"divisor": lambda h: 5},
    needs=[distance_and_excess, "objectives.softmax_theorems.SMOOTH"],
)
def softmax_factor_is_a_quarter(divisor=lambda h: 4):
    """SoftmaxReg: |avg - central| <= c^2/(4Λ) spread, for every K."""
    return factor(softmax_beta, divisor)
