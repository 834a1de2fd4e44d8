"""Sentences of the limitations: unbalanced data, the length of averaged models, what fewer records do to a model."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp
import z3

from proofs_check.averaging.criterion import certified
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference.exact.side_by_side import class_mean
from reference.exact.svm import accuracy, hinge_loss, solved
from reference.notation import Dataset

UNBALANCED, MARGIN = "sec:lim_signalnoise#unbalanced", "sec:lim_signalnoise#large_margin"
NORM, SMALLER = "sec:lim_signalnoise#norm", "sec:lim_signalnoise#smaller_models"


def balance(labels: Sequence[int]) -> Outcome:
    """Records [1, 1/2] with these labels: y^T alpha = sum of theta_j y_j (over 2Λn) against 0, intercept regularized."""
    D = Dataset([[1.0, 0.5]] * len(labels), labels)
    svm = solved(D, hinge_loss(), Fraction(1))
    if not svm.is_optimal(D, Fraction(1)):
        return Outcome("undecided", "the certificate does not hold")
    total = sum((theta * y for theta, y in zip(svm.theta, labels, strict=True)), Fraction(0))
    return equal_at(
        total, Fraction(0), ("sum of signed coefficients", "zero"), labels=list(labels), theta=svm.theta
    )


@check(
    UNBALANCED,
    about="statement",
    method="exact",
    scope="three records of class +, one of class -, Λ = 1",
    expect="fails",
    control=lambda: balance((1, 1, -1, -1)),
)
def no_balance_constraint() -> Outcome:
    """The paper regularizes the intercept (records [1, x]), so its dual has no constraint on the sum of signed coefficients."""
    return balance((1, 1, 1, -1))


def inside_coefficient(ridge: int) -> Outcome:
    """One record 1/2 of class +, Λ = 4: alpha = theta/(2Λ) against 1/(ridge Λ)."""
    Lambda = Fraction(4)
    svm = solved(Dataset([[0.5]], [1]), hinge_loss(), Lambda)
    alpha = svm.f[0] / Fraction(1, 2)
    return equal_at(
        alpha, 1 / (ridge * Lambda), ("coefficient inside the margin", "printed value"), Lambda=Lambda
    )


@check(
    UNBALANCED,
    about="step:inside-value",
    method="exact",
    scope="one record, Λ = 4",
    expect="fails",
    control=lambda: inside_coefficient(2),
)
def inside_coefficient_is_half_of_that() -> Outcome:
    """Inside the margin alpha is 1/(2Λ) for the printed Λ<f, f>; 1/Λ belongs to Λ/2 <f, f>; the proofs print Λ."""
    return inside_coefficient(1)


def unbalanced_accuracy(minority: int) -> Outcome:
    """Three records [1, 1] of class +, `minority` records [1, 0] of class -: separable, yet the class mean errs."""
    D = Dataset([[1.0, 1.0]] * 3 + [[1.0, 0.0]] * minority, [1] * 3 + [-1] * minority)
    separated = accuracy(solved(D, hinge_loss(), Fraction(1, 100)).f, D)
    large = accuracy(class_mean(D, Fraction(1)), D)
    names = ("accuracy for every Λ >= 1, plus a fifth", "accuracy for Λ = 1/100")
    return at_most(large + Fraction(1, 5), separated, names, minority=minority)


@check(
    MARGIN,
    method="exact",
    scope="four separable records: an example is what the sentence asks for; every Λ >= c^2/2 = 1",
    universal=True,
    concludes="poor accuracy",
    needs=["averaging.thresholds.hinge_model_is_the_class_mean"],
    control=lambda: unbalanced_accuracy(4),
)
def large_margins_lose_the_minority() -> Outcome:
    """With all records inside the margin each counts alike, and the smaller class is misclassified; small Λ separates both."""
    return unbalanced_accuracy(1)


def shorter(scale) -> Outcome:
    """A = |a|, B = |b|, ab = <a, b>: |a + b|/2 against (A + B)/2."""
    A, B, ab, length = z3.Reals("A B ab length")
    premises = [A >= 0, B >= 0, ab <= A * B, ab >= -A * B, length >= 0]
    premises += [4 * length**2 == A * A + B * B + 2 * ab]
    return prove(premises, 2 * length <= scale * (A + B))


@check(
    NORM,
    method="smt",
    scope="every two vectors of every dimension",
    universal=True,
    concludes="averages are no longer",
    needs=["lemmas.vectors.cauchy_schwarz_by_pairs"],
    control=lambda: shorter(z3.Q(99, 100)),
)
def averages_are_no_longer_than_their_parts() -> Outcome:
    """The norm of the average is at most the average of the norms."""
    return shorter(1)


def loss_of_length(factor) -> Outcome:
    """((|a| + |b|)/2)^2 - |(a + b)/2|^2 = (|a||b| - <a, b>)/2: falls in <a, b> for fixed norms."""
    A, B, ab = sp.symbols("A B ab", real=True)
    return vanishes(sp.expand(((A + B) / 2) ** 2 - (A**2 + B**2 + 2 * ab) / 4 - factor * (A * B - ab)))


@check(
    NORM,
    method="symbolic",
    scope="every two vectors of every dimension; norms held fixed",
    universal=True,
    concludes="more so for small inner products",
    control=lambda: loss_of_length(1),
)
def loss_grows_as_the_inner_product_falls() -> Outcome:
    """What is lost (between the squares) is half of |a||b| - <a, b>."""
    return loss_of_length(sp.Rational(1, 2))


def average_is_smaller(Lambda: Fraction) -> Outcome:
    """Users with records 1 and 1/2, both of class +: |average| against |central|."""
    sides = certified([Dataset([[1.0]], [1]), Dataset([[0.5]], [1])], Lambda)
    return at_most(
        abs(sides.average[0]), abs(sides.central.f[0]), ("averaged model", "central model"), Lambda=Lambda
    )


@check(
    SMALLER,
    about="statement",
    method="exact",
    scope="two users with records 1 and 1/2, Λ = 3/16: 7/6 against 1",
    expect="fails",
    control=lambda: average_is_smaller(Fraction(1, 16)),
)
def average_can_be_larger() -> Outcome:
    """The average can be longer than the central model; for a smaller Λ it is shorter (control)."""
    return average_is_smaller(Fraction(3, 16))


def local_is_smaller(label: int) -> Outcome:
    """User 1 has record 1 of class +, user 2 record 1 of the class given; Λ = 1: |f_1| against |central|."""
    sides = certified([Dataset([[1.0]], [1]), Dataset([[1.0]], [label])], Fraction(1))
    return at_most(
        abs(sides.local[0].f[0]), abs(sides.central.f[0]), ("local model", "central model"), label=label
    )


@check(
    SMALLER,
    about="step:fewer-constraints",
    method="exact",
    scope="two users with record 1 of opposite classes, Λ = 1",
    expect="fails",
    control=lambda: local_is_smaller(1),
)
def fewer_records_can_give_a_larger_model() -> Outcome:
    """Records that contradict each other pull the central model to 0; a user who holds one of them has a larger model."""
    return local_is_smaller(-1)
