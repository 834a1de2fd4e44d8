"""lem:supportvec, C1.2: what dual coefficients say about the support vectors of an average of SVMs, and what they do not."""

from __future__ import annotations

from fractions import Fraction

import z3

from proofs_check.averaging.averaged_representer import flat_form, sides
from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

VECTORS, SAME = "lem:supportvec", "C1.2#support_vectors"


@check(
    VECTORS,
    about="step:flattening",
    method="symbolic",
    scope="every number of users, records and dimension",
    universal=True,
    control=lambda: flat_form(lambda w: 1),
)
def flattening_is_right() -> Outcome:
    """The double sum over users and records is one sum over the union."""
    return flat_form(lambda w: 1 / w)


def within_margin(Lambda: Fraction) -> Outcome:
    """Users with records 1 and 1/2: records with margin at most 1 in the average against the union of support vectors."""
    both = sides([[1.0], [0.5]], Lambda)
    inside = sum(x * both.average[0] <= 1 for x in (1, Fraction(1, 2)))
    united = sum(theta != 0 for theta in both.theta())
    names = ("records within the margin of the average", "records in the union of the support vectors")
    return equal_at(Fraction(inside), Fraction(united), names, average=both.average, Lambda=Lambda)


@check(
    VECTORS,
    about="reading:margin",
    method="exact",
    scope="two users with records 1 and 1/2, Λ = 1/8: models 1 and 2, average 3/2",
    expect="fails",
    control=lambda: within_margin(Fraction(1)),
)
def support_vector_outside_the_margin() -> Outcome:
    """A support vector of its user can lie outside the margin of the average, where it has no loss."""
    return within_margin(Fraction(1, 8))


def coefficient_below(Lambda: Fraction) -> Outcome:
    """One record 1/2 of class +, inside the margin: alpha = theta/(2Λ) against the printed largest value Λ."""
    svm = hinge_svm(Dataset([[0.5]], [1]), Lambda)
    return at_most(
        svm.theta[0] / (2 * Lambda), Lambda, ("coefficient alpha", "printed bound Λ"), Lambda=Lambda
    )


@check(
    VECTORS,
    about="step:alpha-range",
    method="exact",
    scope="one record, Λ = 1/2: alpha = 1/(2Λ) = 1",
    expect="fails",
    control=lambda: coefficient_below(Fraction(1)),
)
def coefficients_are_not_below_Lambda() -> Outcome:
    """The largest coefficient is 1/(2Λ) (over n), not Λ; the appendix on unbalanced data has 1/Λ."""
    return coefficient_below(Fraction(1, 2))


def support_is_unique(copies: int) -> Outcome:
    """Copies of one record on the margin: does another certificate of the same model have the same support vectors?"""
    D, Lambda = Dataset([[1.0]] * copies, [1] * copies), Fraction(1, 4)
    svm = hinge_svm(D, Lambda)
    other = svm.another_certificate(D)
    if other is None:
        return Outcome("holds", "these coefficients are the only ones", shown(theta=svm.theta))
    if not (svm.is_optimal(D, Lambda) and other.is_optimal(D, Lambda)):
        return Outcome("undecided", "a certificate does not hold")
    same = [t != 0 for t in svm.theta] == [t != 0 for t in other.theta]
    return Outcome(
        "holds" if same else "fails",
        "two certificates of one model",
        shown(first=svm.theta, second=other.theta),
    )


@check(
    VECTORS,
    about="inference:determined",
    method="exact",
    scope="two equal records on the margin, Λ = 1/4",
    expect="fails",
    control=lambda: support_is_unique(1),
)
def support_vectors_are_not_a_function_of_the_model() -> Outcome:
    """Records on the margin may share a coefficient in several ways: the set V belongs to the certificate, not to f."""
    return support_is_unique(2)


def same_support(Lambda: Fraction) -> Outcome:
    """Users with records 1 and 1/2; all records are support vectors of both; averaged against central model."""
    both = sides([[1.0], [0.5]], Lambda)
    if not all(both.theta()) or not all(both.central.theta):
        return Outcome("undecided", "a record is no support vector")
    return equal_at(
        both.average[0], both.central.f[0], ("averaged model", "central model"),
        local_theta=both.theta(), central_theta=both.central.theta, Lambda=Lambda,
    )  # fmt: skip


@check(
    SAME,
    about="statement",
    method="exact",
    scope="two users with records 1 and 1/2, Λ = 3/16: 7/6 against 1",
    expect="fails",
    control=lambda: same_support(Fraction(1, 2)),
)
def same_support_vectors_different_models() -> Outcome:
    """All records are support vectors locally and centrally, yet the models differ: on the margin theta is not fixed."""
    return same_support(Fraction(3, 16))


@check(
    SAME,
    about="repair",
    method="smt",
    scope="every dataset and Λ",
    universal=True,
    needs=["averaging.thresholds.certificate_proves_optimality"],
    control=lambda: strictly_inside(z3.Q(1, 2)),
)
def records_inside_the_margin_have_no_choice() -> Outcome:
    """Margins strictly below 1 force theta = 1, so that with all records inside both margins the models agree."""
    return strictly_inside(1)


def strictly_inside(slope) -> Outcome:
    """-theta is a slope of the hinge at z < 1: the lines at z - t and z + t inside force theta = slope."""
    z, theta, t = z3.Reals("z theta t")
    below = (1 - z - t) >= (1 - z) - theta * t
    above = (1 - z + t) >= (1 - z) + theta * t
    return prove([z < 1, t > 0, z + t < 1, below, above], theta == slope)
