"""thm:representer, lem:averagerepresenter, lem:supportvec, C1.2: printed lines, counterexamples beside `span`, `dual_forms`.

A matrix (SoftmaxReg) is handled column by column.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference.datasets.synthetic import SYNTHETIC
from reference.exact.side_by_side import SideBySide, side_by_side, union
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

REPRESENTER = "thm:representer"


def one_dataset(extra: int) -> Outcome:
    """One record [1, 0] of class +1, hinge loss, Λ = 1, Ω(f) = |f|^2 + extra f_2^4: the minimiser is (1/2, 0), in the span."""
    a, b = z3.Reals("a b")
    loss = z3.If(a < 1, 1 - a, 0)
    value = loss + a**2 + b**2 + extra * b**4
    minimal = prove(
        [], z3.And(value >= z3.Q(3, 4), z3.Implies(value == z3.Q(3, 4), z3.And(a == z3.Q(1, 2), b == 0)))
    )
    if minimal.result != "holds":
        return Outcome("undecided", "the minimiser is not confirmed")
    omega = [x**2 + y**2 + extra * y**4 for x, y in ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))]
    names = ("regularizer at (1, 0)", "regularizer at (0, 1), of the same norm")
    return equal_at(omega[0], omega[1], names, minimiser="(1/2, 0)", record="[1, 0]")


@check(
    REPRESENTER,
    about="reading:one-dataset",
    method="exact",
    scope="one record, hinge loss, Ω(f) = |f|^2 + f_2^4",
    expect="fails",
    control=lambda: one_dataset(0),
)
def span_without_radial() -> Outcome:
    """For one dataset the solution may lie in the span although Ω is no function of <f, f>."""
    return one_dataset(1)


def solvable_means_radial(power: int) -> Outcome:
    """Ω(f) = f_1^power: does a minimum that is attained also lie in the span? And is Ω the same at (1, 0) and (0, 1)?

    q is orthogonal to the records, so the error is the same at f + q and f - q; Ω is linear: whatever is attained has Ω(q) = 0.
    """
    Lambda, f, q = z3.Reals("Lambda f q")
    attained = [Lambda >= 0, Lambda * f <= Lambda * (f + q), Lambda * f <= Lambda * (f - q)]
    in_span = prove(attained, Lambda * (f - q) == Lambda * f)
    if in_span.result != "holds":
        return Outcome("undecided", "the minimum is not confirmed")
    omega = [Fraction(1) ** power, Fraction(0) ** power]
    return equal_at(omega[0], omega[1], ("regularizer at (1, 0)", "regularizer at (0, 1)"), regularizer="f_1")


@check(
    REPRESENTER,
    about="reading:if-attained",
    method="exact",
    scope="Ω(f) = f_1 in the plane, every dataset, error function and Λ >= 0",
    expect="fails",
    control=lambda: solvable_means_radial(0),
)
def a_linear_regularizer_is_not_radial() -> Outcome:
    """A linear Ω has a minimum only where its orthogonal part is 0, so each one is attained in the span; it is not radial."""
    return solvable_means_radial(1)


def columns(weight: int) -> Outcome:
    """|f|_F^2 over the columns g_k + q_k of a matrix, one entry of two columns."""
    g, q, e, r = sp.symbols("g1 q1 g2 q2", real=True)
    whole = (g + q) ** 2 + (e + r) ** 2
    parts = g**2 + e**2 + weight * (g * q + e * r) + q**2 + r**2
    return vanishes(sp.expand(whole - parts))


@check(
    REPRESENTER,
    about="repair",
    method="symbolic",
    scope="every number of classes and features",
    universal=True,
    control=lambda: columns(1),
)
def columns_are_projected_one_by_one() -> Outcome:
    """SoftmaxReg reads K inner products; projecting each column onto the span keeps them all and shrinks the Frobenius norm."""
    return columns(2)


AVERAGED = "lem:averagerepresenter"


def sides(rows: Sequence[Sequence[float]], Lambda: Fraction) -> SideBySide:
    """One user per record, all of class +, solved exactly; the certificates are checked again."""
    both = side_by_side([Dataset([row], [1]) for row in rows], lambda D: hinge_svm(D, Lambda))
    if not both.is_certified(Lambda):
        raise ArithmeticError("a certificate does not hold")
    return both


def flat_form(weight) -> Outcome:
    """(1/w)(a x + a' x') of two users against their coefficients over w, one entry; more users add one at a time."""
    a, b, x, y, w = sp.symbols("alpha alpha' x x' w", positive=True)
    return vanishes(sp.expand((a * x + b * y) / w - (weight(w) * a * x + weight(w) * b * y)))


@check(
    AVERAGED,
    about="step:dual-form",
    method="symbolic",
    scope="every number of users, records and dimension",
    universal=True,
    control=lambda: flat_form(lambda w: 1),
)
def second_line_is_the_flat_form() -> Outcome:
    """The second displayed line holds (its upper limit N is the local size n)."""
    return flat_form(lambda w: 1 / w)


def average_against_central(Lambda: Fraction) -> Outcome:
    """Two users with one record each, [1, 1] and [1, -1], both of class +."""
    both = sides([[1.0, 1.0], [1.0, -1.0]], Lambda)
    return equal_at(
        both.average[0], both.central.f[0], ("averaged intercept", "central intercept"), Lambda=Lambda
    )


@check(
    AVERAGED,
    about="statement",
    method="exact",
    scope="two users of one record, Λ = 1/8: (1/2, 0) against (1, 0)",
    expect="fails",
    control=lambda: average_against_central(Fraction(1)),
)
def average_is_not_the_central_model() -> Outcome:
    """The average of two HingeSVMs is not the HingeSVM of the union; from Λ = c^2/2 = 1 on it is (control)."""
    return average_against_central(Fraction(1, 8))


# --- how far differing coefficients move the average ------------------------------------------------------


@check(
    AVERAGED,
    about="step:central",
    method="exact",
    scope="two users of one record, Λ = 1/8",
    expect="fails",
    control=lambda: average_against_central(Fraction(1)),
)
def last_line_is_wrong() -> Outcome:
    """The last displayed line equates a sum over local solutions with the solution of another problem."""
    return average_against_central(Fraction(1, 8))


BOUND, OURS = "C1.2#error_bound", "ours:dual_coefficient_bound"


def synthetic_change(name: str, Lambda: Fraction) -> Fraction:
    """The mean |theta_j(local) - theta_j(central)| on a synthetic dataset."""
    users = SYNTHETIC[name]()
    both = side_by_side(users, lambda D: hinge_svm(D, Lambda))
    if not both.is_certified(Lambda):
        raise ArithmeticError("a certificate does not hold")
    pairs = zip(both.theta(), both.central.theta, strict=True)
    return sum((abs(a - b) for a, b in pairs), Fraction(0)) / len(union(users))


def bound_is_high(name: str, Lambda: Fraction) -> Outcome:
    """Mean change of a coefficient, as a share of the largest possible one, against a tenth; holds if it is above."""
    names = ("a tenth", "mean change of a coefficient")
    return at_most(Fraction(1, 10), synthetic_change(name, Lambda), names, data=name, Lambda=Lambda)


@check(
    BOUND,
    about="step:synfail",
    method="exact",
    scope="SynFail as built here, Λ = 0.05; an example is what the sentence asks for",
    universal=True,
    control=lambda: bound_is_high("SynNonIID", Fraction(20)),
)
def coefficients_differ_on_SynFail() -> Outcome:
    """On SynFail at Λ = 0.05 the coefficients change by more than a tenth on average; on SynNonIID at Λ = 20 not at all."""
    return bound_is_high("SynFail", Fraction(1, 20))


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
