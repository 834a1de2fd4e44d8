"""thm:representer: a radial regularizer has a minimiser in the span of the data, and only a radial one always has.

f = g + q with g in the span of the records and q orthogonal to it; Q = |q|^2 and so on. A matrix (SoftmaxReg) is handled column
by column.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes

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
