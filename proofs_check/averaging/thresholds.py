"""ours:hinge_threshold, ours:huber_threshold: from which Λ on the average of local SVMs is the central SVM, exactly.

mu is the curvature of the regularizer: 2Λ for HingeSVM, Λ for alg:dpsvm. If every record is on the linear part of the loss
(theta = 1), the minimiser is mean(y x)/mu, and means of means are means.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import equal_at
from proofs_check.method.symbolic import vanishes
from reference import formulas
from reference.exact.side_by_side import class_mean, side_by_side
from reference.exact.svm import huber_svm
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

HINGE, HUBER = "ours:hinge_threshold", "ours:huber_threshold"
Lambda, c, h, norm, z, w = z3.Reals("Lambda c h norm z w")


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


# --- the thresholds are sharp, and they have a price ------------------------------------------------------


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
