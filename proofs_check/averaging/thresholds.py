"""ours:hinge_threshold, ours:huber_threshold: from which Λ on the average of local SVMs is the central SVM, exactly.

mu is the curvature of the regularizer: 2Λ for HingeSVM, Λ for alg:dpsvm. If every record is on the linear part of the loss
(theta = 1), the minimiser is mean(y x)/mu, and means of means are means.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every, shown
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import vanishes
from reference import formulas
from reference.exact.side_by_side import class_mean, side_by_side
from reference.exact.svm import huber_svm
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

HINGE, HUBER = "ours:hinge_threshold", "ours:huber_threshold"
Lambda, c, h, norm, z, w = z3.Reals("Lambda c h norm z w")


def linear_part(loss, end) -> Outcome:
    """loss(v) >= loss(z) - (v - z) for z up to the end of the linear part: slope -1 is a certificate there."""
    v = z3.Real("v")
    num = Terms()
    return prove([0 < h, h < 1, z <= end], loss(v, num) >= loss(z, num) - (v - z), num)


def hinge(value, num):
    return formulas.hinge(value, num)


def huber(value, num):
    return formulas.huber(h, value, num)


@check(
    HINGE,
    method="smt",
    scope="every margin z <= 1, the kink included, and every other margin",
    universal=True,
    control=[lambda: linear_part(hinge, z3.Q(11, 10)), lambda: linear_part(huber, 1)],
)
def slope_minus_one_supports() -> Outcome:
    """Up to the margin 1 (Huber: 1 - h) the line of slope -1 stays below the loss, so theta = 1 is a valid coefficient."""
    return every(linear_part(hinge, 1), linear_part(huber, 1 - h))


def optimal_gap(half) -> Outcome:
    """mu/2 (|g|^2 - |f|^2) - mu <f, g - f> = mu/2 |g - f|^2, entry by entry."""
    mu, f, g = sp.symbols("mu f g", real=True)
    return vanishes(sp.expand(mu / 2 * (g**2 - f**2) - mu * f * (g - f) - half * mu * (g - f) ** 2))


@check(
    HINGE,
    method="symbolic",
    scope="every dimension and dataset: J(g) - J(f) >= mu/2 |g - f|^2 once theta is a slope at every record and f is its sum",
    universal=True,
    control=lambda: optimal_gap(1),
)
def certificate_proves_optimality() -> Outcome:
    """With f = (1/(mu n)) sum theta_j y_j x_j the slopes of the losses cancel mu <f, g - f>, and a square is left."""
    return optimal_gap(sp.Rational(1, 2))


def margins_stay(mu, threshold, end) -> Outcome:
    """|f| <= c/mu as a mean of vectors of norm at most c over mu; z <= c |f|."""
    premises = [
        c > 0,
        0 < h,
        h < 1,
        Lambda > 0,
        0 <= norm,
        norm <= formulas.class_mean_entry(c, mu),
        z <= c * norm,
    ]
    return prove([*premises, Lambda >= threshold], z <= end)


COMMON = [
    "averaging.thresholds.slope_minus_one_supports",
    "averaging.thresholds.certificate_proves_optimality",
    "lemmas.vectors.triangle_inequality",
    "lemmas.vectors.cauchy_schwarz_by_pairs",
]


@check(
    HINGE,
    method="smt",
    scope="every dimension, number of users, local sizes and data of norm at most c; Λ >= c^2/2",
    universal=True,
    concludes="class mean",
    needs=COMMON,
    control=lambda: margins_stay(2 * Lambda, z3.Q(99, 100) * formulas.hinge_threshold(c), 1),
)
def hinge_model_is_the_class_mean() -> Outcome:
    """For Λ >= c^2/2 the class mean mean(y x)/(2Λ) has every margin at most 1: it is the HingeSVM of any such dataset."""
    return margins_stay(2 * Lambda, formulas.hinge_threshold(c), 1)


@check(
    HUBER,
    method="smt",
    scope="every dimension, number of users, local sizes and data of norm at most c; h < 1, Λ >= c^2/(1-h)",
    universal=True,
    concludes="class mean",
    needs=COMMON,
    control=lambda: margins_stay(Lambda, z3.Q(99, 100) * formulas.huber_threshold(c, h), 1 - h),
)
def huber_model_is_the_class_mean() -> Outcome:
    """For Λ >= c^2/(1-h) the class mean mean(y x)/Λ has every margin at most 1 - h: it is the Huber SVM of any such dataset."""
    return margins_stay(Lambda, formulas.huber_threshold(c, h), 1 - h)


def for_given_data(mu, end, share) -> Outcome:
    """`top` is the largest y_j<m, x_j> over the means m of y x and their records; margins are at most top/mu."""
    top = z3.Real("top")
    premises = [
        Lambda > 0,
        0 < h,
        h < 1,
        top > 0,
        share * mu * end >= top,
        z <= formulas.class_mean_entry(top, mu),
    ]
    return prove(premises, z <= end)


@check(
    HINGE,
    method="smt",
    scope="every dataset and Λ; hinge (2Λ, margins up to 1) and Huber (Λ, up to 1 - h)",
    universal=True,
    concludes="data threshold",
    needs=[
        "averaging.thresholds.slope_minus_one_supports",
        "averaging.thresholds.certificate_proves_optimality",
    ],
    control=lambda: for_given_data(2 * Lambda, 1, z3.Q(101, 100)),
)
def threshold_of_given_data() -> Outcome:
    """For given data Λ >= ½ max y_j<m, x_j> is enough, over all local and central means m of y x and their records."""
    return every(for_given_data(2 * Lambda, 1, 1), for_given_data(Lambda, 1 - h, 1))


def means_merge(weight) -> Outcome:
    """Two users (or one user and all before) with sums S, T of y x and sizes n, m, averaged with their weights."""
    S, T, n, m, mu = sp.symbols("S T n m mu", positive=True)
    local = [formulas.class_mean_entry(S / n, mu), formulas.class_mean_entry(T / m, mu)]
    weights = [weight(n), weight(m)]
    average = sum(a * b for a, b in zip(weights, local, strict=True)) / sum(weights)
    return vanishes(average - formulas.class_mean_entry((S + T) / (n + m), mu))


def equal_sizes(users) -> Outcome:
    """w users of n records with sums whose total is S: (1/w) sum_i S_i/n against S/(users n)."""
    S, n, W, mu = sp.symbols("S n w mu", positive=True)
    average = formulas.class_mean_entry(S / n, mu) / W
    return vanishes(average - formulas.class_mean_entry(S / (users(W) * n), mu))


@check(
    HINGE,
    method="symbolic",
    scope="every number of users (one more at a time), sizes, dimension; HingeSVM and Huber SVM alike",
    universal=True,
    concludes="average is central",
    needs=["averaging.thresholds.hinge_model_is_the_class_mean"],
    control=[lambda: means_merge(lambda n: 1), lambda: equal_sizes(lambda W: W + 1)],
)
def average_of_class_means() -> Outcome:
    """Weighted by n_i (or unweighted for equal sizes) the average of the local class means is the central one."""
    return every(means_merge(lambda n: n), equal_sizes(lambda W: W))


# --- the thresholds are sharp, and they have a price ------------------------------------------------------


@check(
    HUBER,
    method="symbolic",
    scope="every number of users, sizes, dimension",
    universal=True,
    concludes="average is central",
    needs=["averaging.thresholds.huber_model_is_the_class_mean"],
    control=lambda: means_merge(lambda n: 1),
)
def average_of_huber_class_means() -> Outcome:
    """The same average of class means, for the Huber SVM."""
    return every(means_merge(lambda n: n), equal_sizes(lambda W: W))


def sharp_is_possible(mu, threshold, end, scale) -> Outcome:
    """User 1 holds (x, +) twice, the others (x, +) and (x, -); models are multiples of x, |x| = c, those of the others 0.

    User 1's coefficient theta is at most 1, and 1 only on the linear part: own = theta/mu. The average is own/w, the central
    model is the class mean 1/(mu w) while its margin is on the linear part, which enough users ensure.
    """
    own, users = z3.Reals("own users")
    X = c * c
    full = formulas.class_mean_entry(1, mu)
    premises = [
        c > 0,
        0 < h,
        h < 1,
        Lambda > 0,
        Lambda < scale * threshold,
        users >= 2,
        users * end * mu >= X,
    ]
    premises += [
        own >= 0,
        own <= full,
        z3.Or(own < full, own * X <= end),
    ]  # theta = 1 only on the linear part
    return prove(premises, z3.And(full / users * X <= end, own / users < full / users))


@check(
    HINGE,
    method="smt",
    scope="every c and Λ < c^2/2, with enough users: no smaller threshold works for all data",
    universal=True,
    concludes="sharp",
    needs=COMMON,
    control=lambda: sharp_is_possible(2 * Lambda, formulas.hinge_threshold(c), 1, z3.Q(101, 100)),
)
def hinge_threshold_is_sharp() -> Outcome:
    """Below c^2/2 a user whose records all agree stops at the margin 1, the central model does not: a strict difference."""
    return sharp_is_possible(2 * Lambda, formulas.hinge_threshold(c), 1, 1)


@check(
    HUBER,
    method="smt",
    scope="every c, h < 1 and Λ < c^2/(1-h), with enough users",
    universal=True,
    concludes="sharp",
    needs=COMMON,
    control=lambda: sharp_is_possible(Lambda, formulas.huber_threshold(c, h), 1 - h, z3.Q(101, 100)),
)
def huber_threshold_is_sharp() -> Outcome:
    """Below c^2/(1-h) a user whose records all agree leaves the linear part, the central model does not."""
    return sharp_is_possible(Lambda, formulas.huber_threshold(c, h), 1 - h, 1)


def accuracy_of_class_mean(intercept: int) -> Outcome:
    """[1, 3] of class + and [1, 1] of class -: signs of the class mean with an extra intercept, for any Λ > 0."""
    D = Dataset([[1.0, 3.0], [1.0, 1.0]], [1, -1])
    f = class_mean(D, Fraction(1))
    scores = [int(y) * (f[0] + intercept + f[1] * Fraction(x[1])) for x, y in zip(D.x, D.y, strict=True)]
    right = Fraction(sum(score > 0 for score in scores), 2)
    return equal_at(right, Fraction(1, 2), ("accuracy", "one half"), model=f)


@check(
    HINGE,
    method="exact",
    scope="two separable records; every Λ >= c^2/2 = 5, as the sign of a score does not depend on Λ",
    universal=True,
    concludes="price",
    needs=["averaging.thresholds.hinge_model_is_the_class_mean"],
    control=lambda: accuracy_of_class_mean(-2),
)
def separable_records_at_half_accuracy() -> Outcome:
    """The price: beyond the threshold the model is a difference of class means, which may be no better than a coin."""
    return accuracy_of_class_mean(0)


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


def hinge_case(share: Fraction) -> Outcome:
    return just_below(formulas.hinge_threshold, hinge_svm, share)


def huber_case(share: Fraction) -> Outcome:
    relaxation = Fraction(1, 5)

    def threshold(unit):
        return formulas.huber_threshold(unit, relaxation)

    return just_below(threshold, lambda D, Lambda: huber_svm(D, relaxation, Lambda), share)


@check(
    HINGE,
    method="exact",
    scope="three users of two records, Λ = 0.999 times the threshold",
    control=lambda: hinge_case(Fraction(1)),
)
def just_below_the_threshold_they_differ() -> Outcome:
    """A thousandth below the threshold the two models differ; at it they are the same fractions (control)."""
    return hinge_case(Fraction(999, 1000))


@check(
    HUBER,
    method="exact",
    scope="three users of two records, h = 1/5, Λ = 0.999 times the threshold",
    control=lambda: huber_case(Fraction(1)),
)
def just_below_the_huber_threshold_they_differ() -> Outcome:
    """The same for the Huber SVM."""
    return huber_case(Fraction(999, 1000))
