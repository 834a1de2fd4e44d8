"""SVM-SMO beside `optimum_theorem`: a solver that stops early, and how the ridge becomes a C.

The objective is Λ/2 |f|^2 + mean hinge loss; liblinear's C is 1/(Λn). Its solver for the hinge loss visits one dual
coefficient alpha_j in [0, C] at a time and sets it to its best value; the model is f = sum of alpha_j y_j x_j.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference import formulas
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

check_smo = about("app:extended_ablation#smo")
check_scaling = about("app:extended_ablation#rescaling")
Lambda, n = z3.Reals("Lambda n")


Vector = list[Fraction]
RECORDS = [
    (-81, 7, -58),
    (-4, -98, -16),
    (-71, -56, -23),
    (-43, 49, 74),
    (0, -28, -71),
    (5, 0, 27),
    (-11, 16, -25),
]
SIGNS = (1, -1, -1, 1, -1, -1, 1)
REPLACED = (70, -19, 68)  # instead of the first record
C = Fraction(51, 100)


def dual_coordinate_descent(x: Sequence[Vector], y: Sequence[int], steps: int) -> Vector:
    """Coefficients in turn, each set to its best value in [0, C]; exact."""
    alpha, f = [Fraction(0)] * len(y), [Fraction(0)] * len(x[0])
    for step in range(steps):
        j = step % len(y)
        margin = y[j] * sum((a * b for a, b in zip(f, x[j], strict=True)), Fraction(0))
        best = min(max(alpha[j] + (1 - margin) / sum((a * a for a in x[j]), Fraction(0)), Fraction(0)), C)
        f = [a + (best - alpha[j]) * y[j] * b for a, b in zip(f, x[j], strict=True)]
        alpha[j] = best
    return f


@check_smo(
    "statement",
    "exact",
    example="seven records, two whole rounds, 1.004 times the bound",
    concludes="not before convergence",
    wrong=[{"rounds": 1}, {"rounds": 12}],
)
def early_stop_exceeds_it(rounds=2):
    """Stopped after two rounds the solver moves further than the optimum can; after one, and near convergence, it does not."""
    # Seven records of norm at most 1, the first replaced: is the squared distance above (2c/(Λn))^2 = (2C)^2?
    first = [[Fraction(entry, 100) for entry in row] for row in RECORDS]
    second = [[Fraction(entry, 100) for entry in REPLACED], *first[1:]]
    n = len(first)
    f, g = (dual_coordinate_descent(x, SIGNS, rounds * n) for x in (first, second))
    moved = sum(((a - b) ** 2 for a, b in zip(f, g, strict=True)), Fraction(0))
    bound = formulas.sensitivity(Fraction(1), 1 / (n * C), n) ** 2
    numbers = shown(rounds=rounds, C=C, squared_distance=moved, squared_sensitivity_of_the_optimum=bound)
    in_the_unit_ball = all(sum(entry**2 for entry in row) <= 1 for row in [*first, *second])
    return Outcome(
        "holds" if in_the_unit_ball and moved > bound else "fails",
        "is the optimum's bound exceeded?",
        numbers,
    )


@check_smo(
    "repair",
    "smt",
    every="every dimension, n and C; the first visit of each record",
    wrong={"scale": z3.Q(99, 100)},
)
def first_round_is_safe(scale=1):
    """In the first round a shared record never moves the runs apart, and the replaced one by at most 2Cc = 2c/(Λn)."""
    # One step from alpha_j = 0 in two runs with margins t, s and best values a, b; q = |x|^2, U = |f - f'|^2.
    U, q, t, s, a, b, most = z3.Reals("U q t s a b C")

    def best(value, margin):
        raw = (1 - margin) / q
        return value == z3.If(raw <= 0, 0, z3.If(raw >= most, most, raw))

    c, dist = z3.Reals("c dist")
    premises = [U >= 0, q > 0, most > 0, best(a, t), best(b, s)]
    shared = prove(premises, U + 2 * (a - b) * (t - s) + (a - b) ** 2 * q <= scale * U)
    replaced = [Lambda > 0, n >= 1, c > 0, most == 1 / (Lambda * n), 0 <= a, a <= most, 0 <= b, b <= most]
    own = prove([*replaced, dist <= a * c + b * c], dist <= formulas.sensitivity(c, Lambda, n))
    return every(shared, own)


@check_scaling(
    "reading:full-ridge",
    "exact",
    at="one record, Λ = 4",
    expect="fails",
    wrong={"C_of": lambda L: 1 / (2 * L)},
)
def full_ridge_does_not_fit(C_of=lambda L: 1 / L):
    """With Λ <f, f>, as the paper defines HingeSVM, C = 1/(Λn) doubles the model; C = 1/(2Λn) would fit (control)."""
    # One record [1] of class +1: the optimum of f^2/2 + C hinge, which is that of f^2/(2C) + hinge, and that of Λ f^2 + hinge.
    D, L = Dataset([[1.0]], [1]), Fraction(4)
    liblinear, printed = (hinge_svm(D, ridge).f[0] for ridge in (1 / (2 * C_of(L)), L))
    return at_most(
        liblinear, printed, ("optimum with that C", "optimum of the printed objective"), Lambda=L, n=1
    )


@check_scaling("repair", "symbolic", every="every Λ, n and dataset", wrong={"C": lambda L, n: 1 / (L * n)})
def full_ridge_fits_with_half_the_C(C=lambda L, n: 1 / (2 * L * n)):
    """With Λ <f, f>, divide by 2Λ: liblinear's objective with C = 1/(2Λn); with C = 1/(Λn) (control) it is another."""
    # (Λ |f|^2 + S/n) over 2Λ against |f|^2/2 + C S, S the sum of the losses.
    L, N, F, S = sp.symbols("Lambda n F S", positive=True)
    return vanishes(sp.expand((L * F + S / N) / (2 * L) - (F / 2 + C(L, N) * S)))
