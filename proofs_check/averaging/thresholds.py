"""Thresholds, one pass and smooth losses beside their theorems: examples in fractions, and bounds that are nearly attained."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.symbolic import all_vanish, vanishes
from reference import formulas
from reference.exact.side_by_side import class_mean, side_by_side, union
from reference.exact.svm import huber_svm, signed_rows
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

check_hinge = about("ours:hinge_threshold")
check_huber = about("ours:huber_threshold")


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


@check_huber("statement", "symbolic", every="every c and h < 1", wrong={"reach": lambda h: 1 - 2 * h})
def scores_at_the_threshold_end_where_the_loss_bends(reach=lambda h: 1 - h):
    """The class mean is at most c/Λ long, so that no score exceeds c^2/Λ: at the threshold 1 - h, where the loss bends."""
    c, h = sp.symbols("c h", positive=True)
    return vanishes(c * formulas.class_mean_entry(c, formulas.huber_threshold(c, h)) - reach(h))
