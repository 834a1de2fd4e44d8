"""thm:representer, lem:averagerepresenter, lem:supportvec, C1.2: printed lines, counterexamples beside `span`, `dual_forms`.

A matrix (SoftmaxReg) is handled column by column.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, about, shown, theorem
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from reference.datasets.synthetic import SYNTHETIC
from reference.exact.side_by_side import SideBySide, side_by_side, union
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

check_representer = about("thm:representer")


@check_representer(
    "reading:one-dataset",
    "exact",
    at="one record, hinge loss, Ω(f) = |f|^2 + f_2^4",
    expect="fails",
    wrong={"extra": 0},
)
def span_without_radial(extra=1):
    """For one dataset the solution may lie in the span although Ω is no function of <f, f>."""
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


@check_representer(
    "reading:if-attained",
    "exact",
    at="Ω(f) = f_1 in the plane, every dataset, error function and Λ >= 0",
    expect="fails",
    wrong={"omega": lambda f: 0 * f},
)
def a_linear_regularizer_is_not_radial(omega=lambda f: f):
    """A linear Ω has a minimum only where its orthogonal part is 0, so each one is attained in the span; it is not radial."""
    # Ω(f) = omega(f_1). Where no step q across the span lowers Λ Ω, none changes it; is Ω the same at (1, 0) and (0, 1)?
    Lambda, f, q = z3.Reals("Lambda f q")
    attained = [Lambda >= 0, *(Lambda * omega(f) <= Lambda * omega(f + step) for step in (q, -q))]
    in_span = prove(attained, Lambda * omega(f - q) == Lambda * omega(f))
    if in_span.result != "holds":
        return Outcome("undecided", "the minimum is not confirmed")
    names = ("regularizer at (1, 0)", "regularizer at (0, 1)")
    return equal_at(omega(Fraction(1)), omega(Fraction(0)), names, regularizer="f_1")


check_averaged = about("lem:averagerepresenter")


def sides(rows: Sequence[Sequence[float]], Lambda: Fraction) -> SideBySide:
    """One user per record, all of class +, solved exactly; the certificates are checked again."""
    both = side_by_side([Dataset([row], [1]) for row in rows], lambda D: hinge_svm(D, Lambda))
    if not both.is_certified(Lambda):
        raise ArithmeticError("a certificate does not hold")
    return both


@check_averaged(
    "statement",
    "exact",
    at="two users of one record, Λ = 1/8: (1/2, 0) against (1, 0)",
    expect="fails",
    wrong={"Lambda": Fraction(1)},
)
def average_is_not_the_central_model(Lambda=Fraction(1, 8)):
    """The average of two HingeSVMs is not the HingeSVM of the union; for Λ >= c^2/2 = 1 it is (control)."""
    both = sides([[1.0, 1.0], [1.0, -1.0]], Lambda)
    return equal_at(
        both.average[0], both.central.f[0], ("averaged intercept", "central intercept"), Lambda=Lambda
    )


# --- how far differing coefficients move the average ------------------------------------------------------


check_bound = about("C1.2#error_bound")


def synthetic_change(name: str, Lambda: Fraction) -> Fraction:
    """The mean |theta_j(local) - theta_j(central)| on a synthetic dataset."""
    users = SYNTHETIC[name]()
    both = side_by_side(users, lambda D: hinge_svm(D, Lambda))
    if not both.is_certified(Lambda):
        raise ArithmeticError("a certificate does not hold")
    pairs = zip(both.theta(), both.central.theta, strict=True)
    return sum((abs(a - b) for a, b in pairs), Fraction(0)) / len(union(users))


@check_bound(
    "step:synfail",
    "exact",
    example="SynFail as built here, Λ = 0.05",
    wrong={"name": "SynNonIID", "Lambda": Fraction(20)},
)
def coefficients_differ_on_SynFail(name="SynFail", Lambda=Fraction(1, 20)):
    """On SynFail at Λ = 0.05 the coefficients change by more than a tenth on average; on SynNonIID at Λ = 20 not at all."""
    # Mean change of a coefficient, as a share of the largest possible one, against a tenth; holds if it is above.
    names = ("a tenth", "mean change of a coefficient")
    return at_most(Fraction(1, 10), synthetic_change(name, Lambda), names, data=name, Lambda=Lambda)


check_vectors = about("lem:supportvec")
check_same = about("C1.2#support_vectors")


@check_vectors(
    "reading:margin",
    "exact",
    at="two users with records 1 and 1/2, Λ = 1/8: models 1 and 2, average 3/2",
    expect="fails",
    wrong={"Lambda": Fraction(1)},
)
def support_vector_outside_the_margin(Lambda=Fraction(1, 8)):
    """A support vector of its user can lie outside the margin of the average, where it has no loss."""
    both = sides([[1.0], [0.5]], Lambda)
    inside = sum(x * both.average[0] <= 1 for x in (1, Fraction(1, 2)))
    united = sum(theta != 0 for theta in both.theta())
    names = ("records within the margin of the average", "records in the union of the support vectors")
    return equal_at(Fraction(inside), Fraction(united), names, average=both.average, Lambda=Lambda)


@check_vectors(
    "inference:determined",
    "exact",
    at="two equal records on the margin, Λ = 1/4",
    expect="fails",
    wrong={"copies": 1},
)
def support_vectors_are_not_a_function_of_the_model(copies=2):
    """Records on the margin may share a coefficient in several ways: the set V belongs to the certificate, not to f."""
    # Copies of one record on the margin: does another certificate of the same model have the same support vectors?
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


@check_same(
    "statement",
    "exact",
    at="two users with records 1 and 1/2, Λ = 3/16: 7/6 against 1",
    expect="fails",
    wrong={"Lambda": Fraction(1, 2)},
)
def same_support_vectors_different_models(Lambda=Fraction(3, 16)):
    """All records are support vectors locally and centrally, yet the models differ: on the margin theta is not fixed."""
    both = sides([[1.0], [0.5]], Lambda)
    if not all(both.theta()) or not all(both.central.theta):
        return Outcome("undecided", "a record is no support vector")
    return equal_at(
        both.average[0], both.central.f[0], ("averaged model", "central model"),
        local_theta=both.theta(), central_theta=both.central.theta, Lambda=Lambda,
    )  # fmt: skip


@check_same(
    "repair",
    "smt",
    every="every dataset and Λ",
    wrong={"slope": z3.Q(1, 2)},
    needs=[theorem("averaging.class_means", "OPTIMUM")],
)
def records_inside_the_margin_have_no_choice(slope=1):
    """Margins strictly below 1 force theta = 1, so that with all records inside both margins the models agree."""
    z, theta, t = z3.Reals("z theta t")
    below = (1 - z - t) >= (1 - z) - theta * t
    above = (1 - z + t) >= (1 - z) + theta * t
    return prove([z < 1, t > 0, z + t < 1, below, above], theta == slope)
