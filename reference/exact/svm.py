"""SVMs on small data solved in rational numbers, with a certificate: the dual coefficients theta.

Objective: (1/n) sum_j loss(y_j<f, x_j>) + (mu/2)<f, f>, labels -1 and +1, no clipping; mu = 2Λ for HingeSVM, mu = Λ for
alg:dpsvm. At the minimiser f = (1/(mu n)) sum_j theta_j y_j x_j, where theta_j in [0, 1] is minus a slope of the loss at the
margin z_j. These conditions are sufficient: a theta that meets them proves f optimal, whoever found it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from reference.errors import reject, require_positive
from reference.exact.complementarity import solve_box_dual
from reference.notation import SYMBOLS, Array, Dataset, require_signs

LARGEST_EXACT = 30  # records; the pivots are exact, and their numerators grow


@dataclass(frozen=True)
class MarginLoss:
    """A loss with slope -1 below low, 0 above high and linear between: Huber, or (low = high) the hinge loss."""

    low: Fraction
    high: Fraction
    ridge: int  # the objective's curvature mu over Λ

    def fits(self, theta: Fraction, z: Fraction) -> bool:
        """Is -theta a slope of the loss at the margin z?"""
        if z < self.low:
            return theta == 1
        if z > self.high:
            return theta == 0
        if self.low == self.high:
            return 0 <= theta <= 1
        return theta == (self.high - z) / (self.high - self.low)


def hinge_loss() -> MarginLoss:
    return MarginLoss(Fraction(1), Fraction(1), 2)


def huber_loss(h: float | Fraction) -> MarginLoss:
    require_positive("h", SYMBOLS["h"], h, because="the Huber loss divides by 4h")
    return MarginLoss(1 - Fraction(h), 1 + Fraction(h), 1)


@dataclass(frozen=True)
class ExactSvm:
    """The minimiser f with its certificate theta, all rational."""

    f: tuple[Fraction, ...]
    theta: tuple[Fraction, ...]
    loss: MarginLoss

    def margins(self, D: Dataset) -> list[Fraction]:
        """y_j<f, x_j>, exactly."""
        return [dot(self.f, row) for row in signed_rows(D)]

    def is_optimal(self, D: Dataset, Lambda: float | Fraction) -> bool:
        """The optimality conditions, checked from scratch: f from theta, and theta against every margin."""
        mu = self.loss.ridge * _positive(Lambda)
        if len(self.theta) != len(D) or len(self.f) != D.x.shape[1]:
            raise reject("x", SYMBOLS["x"], "must be the data of this model", D.x.shape, "sizes differ")
        slopes = all(self.loss.fits(theta, z) for theta, z in zip(self.theta, self.margins(D), strict=True))
        return combined(self.theta, signed_rows(D), mu) == self.f and slopes

    def another_certificate(self, D: Dataset) -> ExactSvm | None:
        """The same f with other coefficients, if records on the kink allow it: theta is not a function of f.

        Only hinge records with margin exactly 1 have a choice. If their vectors are linearly independent there is none; else
        theta is moved along a linear relation of theirs, as far as [0, 1] allows. None: no single relation found leaves room.
        """
        free = [j for j, z in enumerate(self.margins(D)) if self.loss.low == self.loss.high == z]
        rows = signed_rows(D)
        for relation in linear_relations([rows[j] for j in free]):
            for sign in (1, -1):
                step = {j: sign * v for j, v in zip(free, relation, strict=True) if v}
                room = min((1 - self.theta[j] if v > 0 else self.theta[j]) / abs(v) for j, v in step.items())
                if room > 0:
                    moved = (t + room * step.get(j, 0) for j, t in enumerate(self.theta))
                    return replace(self, theta=tuple(moved))
        return None


def solved(D: Dataset, loss: MarginLoss, Lambda: float | Fraction) -> ExactSvm:
    """The minimiser: its optimality conditions are a linear complementarity problem, solved by exact pivoting."""
    mu = loss.ridge * _positive(Lambda)
    require_signs(D)
    n = len(D)
    if n > LARGEST_EXACT:
        why = "exact pivoting is meant for small problems; use an SGD learner beyond them"
        raise reject("x", SYMBOLS["x"], f"must have at most {LARGEST_EXACT} records", n, why)
    rows = signed_rows(D)
    margin = [[dot(a, b) / (mu * n) for b in rows] for a in rows]
    theta = tuple(solve_box_dual(margin, loss.high, loss.high - loss.low))
    return ExactSvm(combined(theta, rows, mu), theta, loss)


def huber_svm(D: Dataset, h: float | Fraction, Lambda: float | Fraction) -> ExactSvm:
    """The minimiser of one class's objective of alg:dpsvm, exactly; labels -1 and +1, no clipping."""
    return solved(D, huber_loss(h), Lambda)


def combined(
    theta: Sequence[Fraction], rows: Sequence[Sequence[Fraction]], mu: Fraction
) -> tuple[Fraction, ...]:
    """(1/(mu n)) sum_j theta_j y_j x_j."""
    return tuple(dot(theta, column) / (mu * len(rows)) for column in zip(*rows, strict=True))


def accuracy(f: Sequence[Fraction], D: Dataset) -> Fraction:
    """The share of records on the right side; a score of 0 counts as wrong."""
    return Fraction(sum(dot(f, row) > 0 for row in signed_rows(D)), len(D))


def signed_rows(D: Dataset) -> list[list[Fraction]]:
    """y_j x_j, each float as the rational it is."""
    return [[int(y) * v for v in exact(x)] for x, y in zip(D.x, D.y, strict=True)]


def exact(values: Array) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def _positive(Lambda: float | Fraction) -> Fraction:
    require_positive("Lambda", SYMBOLS["Lambda"], Lambda, because="the minimiser divides by it")
    return Fraction(Lambda)


def linear_relations(vectors: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """A basis of the v with sum_j v_j vectors_j = 0, by exact elimination; each row remembers its combination."""
    relations: list[list[Fraction]] = []
    reduced: list[tuple[int, list[Fraction], list[Fraction]]] = []
    for j, vector in enumerate(vectors):
        row = list(vector)
        combination = [Fraction(int(i == j)) for i in range(len(vectors))]
        for column, pivot_row, pivot_combination in reduced:
            factor = row[column] / pivot_row[column]
            row = [a - factor * b for a, b in zip(row, pivot_row, strict=True)]
            combination = [a - factor * b for a, b in zip(combination, pivot_combination, strict=True)]
        pivots = [column for column, value in enumerate(row) if value]
        if pivots:
            reduced.append((pivots[0], row, combination))
        else:
            relations.append(combination)
    return relations
