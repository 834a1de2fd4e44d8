"""C1.1 and sentences of the results: regularization as a criterion, the Huber SVM, weighting by local sizes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import at_most
from proofs_check.method.smt import Terms, prove
from reference import formulas
from reference.datasets.synthetic import SYNTHETIC
from reference.exact.side_by_side import SideBySide, class_mean, side_by_side, union
from reference.exact.svm import accuracy, hinge_loss, huber_svm, solved
from reference.notation import Dataset

CRITERION, RESULTS = "C1.1", "sec:results#convergence"
HUBER, WEIGHTING = "sec:results#huber", "sec:results#weighting"
SEPARABLE = Dataset([[1.0, 3.0], [1.0, 1.0]], [1, -1])  # classes that only a small Λ tells apart


def certified(users: Sequence[Dataset], Lambda: Fraction) -> SideBySide:
    sides = side_by_side(users, lambda D: solved(D, hinge_loss(), Lambda))
    if not sides.is_certified(Lambda):
        raise ArithmeticError("a certificate does not hold")
    return sides


def same_accuracy(threshold) -> Outcome:
    """Λ at least the threshold: the averaged model is the central one, entry by entry, so any function of it is the same."""
    c, Lambda, norm, z = z3.Reals("c Lambda norm z")
    premises = [c > 0, Lambda >= threshold(c), 0 <= norm, norm <= formulas.class_mean_entry(c, 2 * Lambda)]
    return prove([*premises, z <= c * norm], z <= 1)


@check(
    CRITERION,
    about="reading:sufficient",
    method="smt",
    scope="every dataset with |x| <= c, number of users of equal sizes, and performance measure; HingeSVM",
    universal=True,
    concludes="robust data are averaged without loss",
    needs=[
        "averaging.thresholds.hinge_model_is_the_class_mean",
        "averaging.thresholds.average_of_class_means",
    ],
    control=lambda: same_accuracy(lambda c: formulas.hinge_threshold(c) / 2),
)
def robust_tasks_lose_nothing() -> Outcome:
    """A task that performs at some Λ >= c^2/2 performs equally well when averaged: the models are the same."""
    return same_accuracy(formulas.hinge_threshold)


def averaging_fails(users: Sequence[Dataset], Lambda: Fraction) -> Outcome:
    """Data at half accuracy for every Λ >= c^2/2 and at full accuracy for this Λ: is the average at most at one half?"""
    sides = certified(users, Lambda)
    everyone = union(users)
    fragile = accuracy(class_mean(everyone, Fraction(1)), everyone) == Fraction(1, 2)
    if not fragile or accuracy(sides.central.f, everyone) != 1:
        return Outcome("undecided", "the data are not of this kind")
    names = ("accuracy of the average", "one half")
    return at_most(accuracy(sides.average, everyone), Fraction(1, 2), names, Lambda=Lambda, users=len(users))


@check(
    CRITERION,
    about="reading:necessary",
    method="exact",
    scope="two users with the same two records, Λ = 1/20",
    expect="fails",
    control=lambda: averaging_fails(SYNTHETIC["SynFail"](), Fraction(1, 20)),
)
def fragile_data_can_be_averaged() -> Outcome:
    """Users with equal data average without loss at every Λ, small ones too; SynFail is at one half (control)."""
    return averaging_fails([SEPARABLE, SEPARABLE], Fraction(1, 20))


def softmax_distance(power: int) -> Outcome:
    """c^2/(4Λ) spread with spread <= 2G/Λ against c^2 G/(2Λ^2): falls at least as 1/Λ^2, one order faster than the models."""
    Lambda, c, spread = z3.Reals("Lambda c spread")
    num = Terms()
    G = formulas.loss_gradient_softmax(c, num)
    beta = formulas.smoothness_softmax_spectral(Lambda, c) - Lambda
    premises = [Lambda > 0, c > 0, spread >= 0, spread * Lambda <= 2 * G]
    goal = formulas.averaging_distance(beta, Lambda, spread) * Lambda**power <= c**2 * G / 2
    return prove(premises, goal, num)


@check(
    RESULTS,
    method="smt",
    scope="every K, dimension, number of users and data with |x| <= c; local models have norm at most G/Λ",
    universal=True,
    concludes="SoftmaxReg",
    needs=[
        "averaging.smooth_losses.softmax_factor_is_a_quarter",
        "sensitivity.natural_radius.models_never_leave_the_natural_ball",
    ],
    control=lambda: softmax_distance(3),
)
def softmax_average_approaches_the_central_model() -> Outcome:
    """SoftmaxReg: |avg - central| <= sqrt(2) c^3/(2Λ^2), while the models themselves shrink as 1/Λ."""
    return softmax_distance(2)


@check(
    RESULTS,
    method="smt",
    scope="every dataset with |x| <= c and number of users of equal sizes",
    universal=True,
    concludes="HingeSVM",
    needs=[
        "averaging.thresholds.hinge_model_is_the_class_mean",
        "averaging.thresholds.average_of_class_means",
    ],
    control=lambda: same_accuracy(lambda c: formulas.hinge_threshold(c) / 2),
)
def hinge_average_becomes_the_central_model() -> Outcome:
    """HingeSVM: from Λ = c^2/2 on the distance is 0."""
    return same_accuracy(formulas.hinge_threshold)


def huber_differs(Lambda: Fraction) -> Outcome:
    """SynNonIID with the Huber SVM, h = 1/10: averaged and central model; holds if they differ."""
    h = Fraction(1, 10)
    sides = side_by_side(SYNTHETIC["SynNonIID"](), lambda D: huber_svm(D, h, Lambda))
    if not sides.is_certified(Lambda):
        return Outcome("undecided", "a certificate does not hold")
    found = shown(Lambda=Lambda, h=h, averaged=sides.average, central=sides.central.f)
    return Outcome(
        "holds" if sides.average != sides.central.f else "fails", "averaged against central", found
    )


@check(
    HUBER,
    about="statement",
    method="exact",
    scope="SynNonIID, h = 1/10, Λ = 40",
    expect="fails",
    control=lambda: huber_differs(Fraction(1)),
)
def huber_average_is_exact() -> Outcome:
    """The Huber SVM is averaged without any error too, from Λ = c^2/(1-h) on."""
    return huber_differs(Fraction(40))


def plain_is_closer(values: tuple[float, float], sizes: tuple[int, int], Lambda: Fraction) -> Outcome:
    """Users with copies of one record each, class +: distances to the central model of both averages."""
    users = [Dataset([[x]] * n, [1] * n) for x, n in zip(values, sizes, strict=True)]
    sides = certified(users, Lambda)
    plain, weighted = (sides.distance_squared(f) for f in (sides.average, sides.weighted))
    names = ("squared error of plain averaging", "squared error of weighted averaging")
    return at_most(plain, weighted, names, sizes=sizes, Lambda=Lambda)


def above_threshold(sizes: tuple[int, int]) -> Outcome:
    return plain_is_closer((0.5, -0.25), sizes, Fraction(1))


@check(
    WEIGHTING,
    about="statement",
    method="exact",
    scope="two users with 1 and 5 records, Λ = 1 >= c^2/2",
    expect="fails",
    control=lambda: above_threshold((3, 3)),
)
def weighting_can_be_exact_where_plain_is_not() -> Outcome:
    """Weighted by n_i the average is the central model exactly, unweighted it is not."""
    return above_threshold((1, 5))


@check(
    WEIGHTING,
    about="repair",
    method="exact",
    scope="records 1 (one) and 1/2 (three), Λ = 1/8 < c^2/2: plain 3/2, weighted 7/4, central 3/2",
    control=lambda: plain_is_closer((1.0, 0.5), (1, 3), Fraction(1)),
)
def plain_can_be_closer_below_the_threshold() -> Outcome:
    """Below the threshold it can be the other way round; from Λ = c^2/2 on it cannot (control)."""
    return plain_is_closer((1.0, 0.5), (1, 3), Fraction(1, 8))
