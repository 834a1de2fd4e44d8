"""The first engine: delta of a run as a contour integral, with every error inside the interval.

With M(s) = E_P e^{sL} for one step and c > 0,

    delta(eps) = 1/(2 pi) * integral of M(c+it)^T e^{-(c+it) eps} / ((c+it)(c+it+1)) dt.

The trapezoidal sum with spacing 2 pi/W is exactly the sum over all k of e^{ckW} delta(eps + kW): what it adds to delta
is non-negative, and bounded by delta <= 1 below and by Chernoff above. The far nodes are bounded on a line x + iy on
which |e^{itL}| falls with t. M itself is a trapezoidal sum in x, with the error of an analytic function in a strip; for
many turns of e^{itL} its nodes lie on such a line too, where neither their number nor the error grows with t.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from flint import acb, acb_mat, arb

from accountant.numbers.balls import BALLS, precision
from accountant.subsampled.contour_bounds import (
    LOW_BITS,
    line_norm,
    nodes_of,
    product,
    set_aside,
    strip_error,
)
from accountant.subsampled.contour_plan import NoContour, Plan, Quadrature
from accountant.subsampled.step import Step, StepBalls
from reference.formulas import chernoff_factor, far_rest, geometric_rest

BITS = 14  # and twice those of the plan's accuracy


class Contour:
    """delta near the eps that the plan was made for (sound for every eps)."""

    def __init__(self, steps: Sequence[Step], plan: Plan) -> None:
        if not (0 < plan.tilt < plan.far_tilt and plan.period > 0 and plan.nodes > 0):
            raise NoContour("not a plan")
        longest = max(step.block.steps for step in steps)
        self.bits = BITS + 2 * longest.bit_length() + math.ceil(1.5 * plan.lost + 3 * plan.accuracy)
        with precision(LOW_BITS):
            far = product(
                steps, [line_norm(s, plan.reach, plan.tilt, r.shift) for s, r in _with(steps, plan)]
            )
            beyond = product(steps, [line_norm(s, 0.0, plan.far_tilt, 0.0) for s in steps])
            errors = [strip_error(s, r, plan) for s, r in _with(steps, plan)]
            self.aside = set_aside(steps)
        if not (far.is_finite() and beyond.is_finite() and all(error.is_finite() for error in errors)):
            raise NoContour("a bound could not be integrated")
        with precision(self.bits):
            self.c, self.W = arb(plan.tilt), arb(plan.period)
            self.c2 = arb(plan.far_tilt)
            if not plan.nodes * self._spacing() <= arb(plan.reach) <= (plan.nodes + 1) * self._spacing():
                raise NoContour("the nodes are too close for float64")
            self.far, self.beyond = far_rest(far, plan.nodes * self._spacing(), arb.pi()), beyond
            values = _kernel(self.c, self._spacing(), _moments(steps, plan, self._spacing(), errors))
            self.first, self.table = values[0].real, _rows(values)
            self.steeper: acb_mat | None = None

    def _spacing(self) -> arb:
        return 2 * arb.pi() / self.W

    def delta(self, eps: arb) -> tuple[arb, arb]:
        """Ends of an interval that contains delta(eps)."""
        with precision(self.bits):
            scale = (-self.c * eps).exp()
            total = (2 * self._turned(-eps * self._spacing(), self.table) - self.first) * scale / self.W
            rest = self.far * scale
            chernoff = chernoff_factor(self.c2, BALLS) * self.beyond * (-self.c2 * eps).exp()
            aliases = geometric_rest(self.c * self.W, BALLS)
            aliases += chernoff * geometric_rest((self.c2 - self.c) * self.W, BALLS)
            low, high = (total - rest - aliases).lower(), (total + rest + self.aside).upper()
            return (low if low > 0 else arb(0)), (high if high < 1 else arb(1))

    def slope(self, eps: float) -> float:
        """About -delta'(eps): the same sum with a factor s more. It steers a search and decides nothing."""
        with precision(self.bits):
            if self.steeper is None:
                columns, spacing = self.table.ncols(), self._spacing()
                rows = ([self.table[i, j] for j in range(columns)] for i in range(self.table.nrows()))
                self.steeper = acb_mat([[value * acb(self.c, (i * columns + j) * spacing) for j, value in enumerate(row)]
                                        for i, row in enumerate(rows)])  # fmt: skip
            turned = 2 * self._turned(-arb(eps) * self._spacing(), self.steeper) - self.first * self.c
            return float(turned * (-self.c * arb(eps)).exp() / self.W)

    def _turned(self, turn: arb, table: acb_mat) -> arb:
        """The real part of the sum of value_n e^{i n turn}, n = row * columns + column, by two products of matrices."""
        rows, columns = table.nrows(), table.ncols()
        inner = table * acb_mat([[_unit(n * turn)] for n in range(columns)])
        outer = acb_mat([[_unit(n * columns * turn) for n in range(rows)]])
        return arb((outer * inner)[0, 0].real)


def _with(steps: Sequence[Step], plan: Plan) -> zip[tuple[Step, Quadrature]]:
    return zip(steps, plan.rules, strict=True)


def _moments(steps: Sequence[Step], plan: Plan, spacing: arb, errors: Sequence[arb]) -> list[acb]:
    """The product of M(c + i n spacing)^T over the blocks, n = 0 .. N: one matrix product per block."""
    baby = math.isqrt(plan.nodes) + 1
    giant = plan.nodes // baby + 1
    products = [acb(1)] * (plan.nodes + 1)
    for step, rule, error in zip(steps, plan.rules, errors, strict=True):
        left, right = [], []
        logs, (first, apart) = StepBalls(step).logs, nodes_of(step, rule)
        for j in range(rule.nodes):
            x = acb(first + j * apart, rule.line)
            p, q = logs(x)
            weight = (p + arb(plan.tilt) * (p - q) - x * x / 2).exp()
            turn = acb(0, spacing) * (p - q)
            right.append([(b * turn).exp() for b in range(baby)])
            left.append([weight * (g * baby * turn).exp() for g in range(giant)])
        table = acb_mat(left).transpose() * acb_mat(right)
        scale = apart / (2 * arb.pi()).sqrt()
        around = acb(arb(0, error), arb(0, error))
        for n in range(plan.nodes + 1):
            moment = table[n // baby, n % baby] * scale + around
            products[n] *= moment**step.block.steps
    return products


def _rows(values: Sequence[acb]) -> acb_mat:
    """The values in rows of about the root of their number, filled up with 0."""
    columns = math.isqrt(len(values) - 1) + 1
    padded = [*values, *[acb(0)] * (-len(values) % columns)]
    return acb_mat([padded[i : i + columns] for i in range(0, len(padded), columns)])


def _unit(angle: arb) -> acb:
    sine, cosine = angle.sin_cos()
    return acb(cosine, sine)


def _kernel(c: arb, spacing: arb, moments: Sequence[acb]) -> list[acb]:
    """Times the Laplace transform 1/(s(s+1)) of 1 - e^{-y}."""
    nodes = (acb(c, n * spacing) for n in range(len(moments)))
    return [moment / (s * (s + 1)) for moment, s in zip(moments, nodes, strict=True)]
