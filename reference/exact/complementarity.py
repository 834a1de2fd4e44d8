"""Lemke's method in exact rationals: z >= 0, w = Mz + q >= 0, z·w = 0; and the dual of an SVM, which has this form."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Row = list[Fraction]


def solve_complementarity(M: Sequence[Sequence[Fraction]], q: Sequence[Fraction]) -> list[Fraction]:
    """A solution z, for M positive semidefinite and a feasible problem; no rounding, no cycling.

    The tableau is I w - M z - 1 z0 = q. The artificial z0 enters first; then the complement of
    whatever left enters, until z0 leaves. Ties are broken lexicographically, which rules out cycles.
    """
    n = len(q)
    zero, one = Fraction(0), Fraction(1)
    if all(value >= 0 for value in q):
        return [zero] * n
    artificial = 2 * n
    table = [
        [one if i == j else zero for j in range(n)] + [-v for v in M[i]] + [-one, q[i]] for i in range(n)
    ]
    basis = list(range(n))

    leaving = min(
        range(n), key=lambda i: (q[i], -i)
    )  # the last of equals keeps the rows lexicographically > 0
    entering = artificial
    while True:
        left = basis[leaving]
        _pivot(table, leaving, entering)
        basis[leaving] = entering
        if left == artificial:
            break
        entering = left + n if left < n else left - n
        rows = [i for i in range(n) if table[i][entering] > 0]
        if not rows:
            raise ArithmeticError("the complementarity problem has no solution on this ray")
        leaving = _smallest_ratio(table, rows, entering, n)
    solution = [zero] * n
    for i, variable in enumerate(basis):
        if n <= variable < 2 * n:
            solution[variable - n] = table[i][-1]
    return solution


def solve_box_dual(margin: Sequence[Sequence[Fraction]], target: Fraction, ridge: Fraction) -> list[Fraction]:
    """theta in [0, 1] with z_j + ridge theta_j = target where 0 < theta_j < 1, >= at 0, <= at 1; z = margin theta.

    The hinge SVM has target 1 and ridge 0, the Huber SVM 1 + h and 2h. `margin` must be positive semidefinite.
    """
    n = len(margin)
    zero, one = Fraction(0), Fraction(1)
    identity = [[one if i == j else zero for j in range(n)] for i in range(n)]
    curved = [[m + ridge * e for m, e in zip(margin[i], identity[i], strict=True)] for i in range(n)]
    matrix = [curved[i] + identity[i] for i in range(n)]
    matrix += [[-v for v in identity[i]] + [zero] * n for i in range(n)]
    return solve_complementarity(matrix, [-target] * n + [one] * n)[:n]


def _smallest_ratio(table: list[Row], rows: list[int], entering: int, n: int) -> int:
    """The row with the smallest q over the pivot entry; equals are told apart by the inverse basis."""
    for column in (-1, *range(n)):
        ratios = {i: table[i][column] / table[i][entering] for i in rows}
        smallest = min(ratios.values())
        rows = [i for i in rows if ratios[i] == smallest]
        if len(rows) == 1:
            break
    return rows[0]


def _pivot(table: list[Row], leaving: int, entering: int) -> None:
    pivot = table[leaving][entering]
    table[leaving] = [v / pivot for v in table[leaving]]
    for i, row in enumerate(table):
        if i != leaving and row[entering] != 0:
            factor = row[entering]
            table[i] = [a - factor * b for a, b in zip(row, table[leaving], strict=True)]
