"""lem:averagerepresenter: the average of models in dual form has the dual form, and need not be the model of the union.

C1.2 and ours:dual_coefficient_bound: how far differing dual coefficients move the average from the central HingeSVM.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.symbolic import vanishes
from reference.datasets.synthetic import SYNTHETIC
from reference.exact.side_by_side import SideBySide, side_by_side, union
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

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
