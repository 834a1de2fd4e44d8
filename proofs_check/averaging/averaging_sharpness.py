"""The thresholds of averaging are sharp, and they have a price (ours:hinge_threshold, ours:huber_threshold)."""

from __future__ import annotations

from fractions import Fraction

import z3

from proofs_check.averaging.averaging_thresholds import COMMON, HINGE, HUBER, Lambda, c, h
from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from reference import formulas
from reference.exact.side_by_side import class_mean, side_by_side
from reference.exact.svm import huber_svm
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset


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
    needs=["averaging_thresholds.hinge_model_is_the_class_mean"],
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
