"""The first engine: delta of a run as a contour integral, with every error inside the interval.

With M(s) = E_P e^{sL} for one step and c > 0,

    delta(eps) = 1/(2 pi) * integral of M(c+it)^T e^{-(c+it) eps} / ((c+it)(c+it+1)) dt.

The trapezoidal sum with spacing 2 pi/W is exactly the sum over all k of e^{ckW} delta(eps + kW): what it adds to delta
is non-negative, and bounded by delta <= 1 below and by Chernoff above. The far nodes are bounded on a line x + iy on
which |e^{itL}| falls with t, and M itself is a trapezoidal sum in x with the error of an analytic function in a strip.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import SimpleNamespace

from flint import acb, acb_mat, arb

from accountant.contour_plan import NoContour, Plan, Quadrature, reach_of_line
from accountant.precision import precision
from accountant.subsampled_step import Step, StepBalls
from reference.arithmetic import Arithmetic
from reference.formulas import chernoff_factor, geometric_rest

BITS, LOW_BITS = 128, 72
MOST_EVALUATIONS = 200_000


class Contour:
    """delta near the eps that the plan was made for (sound for every eps)."""

    def __init__(self, steps: Sequence[Step], plan: Plan) -> None:
        self.bits = BITS + 2 * max(step.block.steps for step in steps).bit_length()
        with precision(LOW_BITS):
            far = _product(
                steps, [line_norm(s, plan.reach, plan.tilt, r.shift) for s, r in _with(steps, plan)]
            )
            beyond = _product(steps, [line_norm(s, 0.0, plan.far_tilt, 0.0) for s in steps])
            errors = [_strip_error(s, r, plan) for s, r in _with(steps, plan)]
        with precision(self.bits):
            self.c, self.W = arb(plan.tilt), arb(plan.period)
            self.c2 = arb(plan.far_tilt)
            if not plan.nodes * self._spacing() <= arb(plan.reach) <= (plan.nodes + 1) * self._spacing():
                raise NoContour("the nodes are too close for float64")
            self.far, self.beyond = far / (arb.pi() * arb(plan.nodes) * self._spacing()), beyond
            values = _kernel(self.c, self._spacing(), _moments(steps, plan, self._spacing(), errors))
            self.first, self.table = values[0].real, _rows(values)

    def _spacing(self) -> arb:
        return 2 * arb.pi() / self.W

    def delta(self, eps: arb) -> tuple[arb, arb]:
        """Ends of an interval that contains delta(eps)."""
        with precision(self.bits):
            scale = (-self.c * eps).exp()
            total = (2 * self._turned(-eps * self._spacing()) - self.first) * scale / self.W
            rest = self.far * scale
            chernoff = chernoff_factor(self.c2, _BALLS) * self.beyond * (-self.c2 * eps).exp()
            aliases = geometric_rest(self.c * self.W, _BALLS)
            aliases += chernoff * geometric_rest((self.c2 - self.c) * self.W, _BALLS)
            low, high = (total - rest - aliases).lower(), (total + rest).upper()
            low = low if low > 0 else arb(0)
            high = high if high < 1 else arb(1)
            return (low, high) if low <= high else (arb(0), arb(1))

    def _turned(self, turn: arb) -> arb:
        """The real part of the sum of value_n e^{i n turn}, n = row * columns + column, by two products of matrices."""
        rows, columns = self.table.nrows(), self.table.ncols()
        inner = self.table * acb_mat([[_unit(n * turn)] for n in range(columns)])
        outer = acb_mat([[_unit(n * columns * turn) for n in range(rows)]])
        return arb((outer * inner)[0, 0].real)


_BALLS: Arithmetic = SimpleNamespace(exp=arb.exp, log=arb.log)


def _with(steps: Sequence[Step], plan: Plan) -> zip[tuple[Step, Quadrature]]:
    return zip(steps, plan.rules, strict=True)


def _product(steps: Sequence[Step], values: Sequence[arb]) -> arb:
    """The product of value^T over the blocks, as an upper end."""
    total = arb(0)
    for step, value in zip(steps, values, strict=True):
        total += step.block.steps * value.log()
    return arb(total.exp().upper())


def chernoff_bound(steps: Sequence[Step], c: float, eps: arb) -> arb:
    """An upper bound of delta(eps), cheap, from E e^{cL} alone."""
    with precision(LOW_BITS):
        moment = _product(steps, [line_norm(step, 0.0, c, 0.0) for step in steps])
        return arb((chernoff_factor(arb(c), _BALLS) * moment * (-arb(c) * eps).exp()).upper())


def line_norm(step: Step, R: float, c: float, y: float) -> arb:
    """An upper bound of the integral of |P e^{cL}| e^{-R Im L} along x + iy, 0 <= my < pi.

    With R = 0 and y = 0 it is E e^{cL}. For y > 0 it bounds |E e^{(c+it)L}| for all t >= R >= 0, because Im L > 0 on
    that line; with -R it bounds the integrand at c + it, 0 <= t <= R, on both edges of the strip |Im x| <= y.
    """
    balls = StepBalls(step)
    if not balls.m * arb(y) < arb.pi():
        return arb.pos_inf()
    slack = arb(max(0.0, -R)) * step.moves * balls.m * arb(y)
    if step.signs[1]:
        slack -= arb(c) * (balls.m * arb(y) / 2).cos().log()  # |a + b e^{iw}| >= (a + b) cos(w/2)
    low, high = reach_of_line(step, c, float(slack))
    logs, up = balls.logs, acb(0, y)
    square, half_c, half_R = acb(y) ** 2, acb(c) / 2, acb(R) / acb(0, 2)

    def integrand(x: acb, analytic: bool) -> acb:
        p, q = logs(x + up, analytic)
        p_, q_ = logs(x - up, analytic) if y else (p, q)
        loss, loss_ = p - q, p_ - q_
        exponent = (p + p_ + square - x * x) / 2 + half_c * (loss + loss_) - half_R * (loss - loss_)
        return exponent.exp()

    to_the_power = R >= 0  # then the bound is raised to the number of steps
    tolerance = arb(2) ** -(6 + step.block.steps.bit_length() * to_the_power)
    inside = acb.integral(integrand, low, high, rel_tol=tolerance, abs_tol=0, eval_limit=MOST_EVALUATIONS)
    outside = tails(balls, c, arb(low), arb(high)) * (arb(y) ** 2 / 2 + slack).exp()
    return arb((inside.real / (2 * arb.pi()).sqrt() + outside).upper())


def tails(step: StepBalls, c: float, low: arb, high: arb) -> arb:
    """What |P e^{cL}| holds on the real line outside [low, high], also as a sum over nodes times their distance.

    Its logarithm has the slope -x + push * (something in [0, 1]): it rises up to 0 and falls from `push` on.
    """
    push = step.m * ((1 + arb(c)) * step.signs[0] - arb(c) * step.signs[1])
    left, right = -low, high - push
    if not (left > 0 and right > 0):
        return arb.pos_inf()
    return arb((_density(step, c, low) / left + _density(step, c, high) / right).upper())


def _density(step: StepBalls, c: float, x: arb) -> arb:
    """P e^{cL} at the real point x."""
    p, q = (value.real for value in step.logs(acb(x)))
    return (p + arb(c) * (p - q) - x * x / 2).exp() / (2 * arb.pi()).sqrt()


def _strip_error(step: Step, rule: Quadrature, plan: Plan) -> arb:
    """Of the trapezoidal rule for E e^{sL}, at every node: strip and range."""
    norm = line_norm(step, -plan.reach, plan.tilt, rule.strip)
    strip = 2 * norm * geometric_rest(2 * arb.pi() * arb(rule.strip) / arb(rule.step), _BALLS)
    low = arb(rule.low)
    return arb(
        (strip + tails(StepBalls(step), plan.tilt, low, low + (rule.nodes - 1) * arb(rule.step))).upper()
    )


def _moments(steps: Sequence[Step], plan: Plan, spacing: arb, errors: Sequence[arb]) -> list[acb]:
    """The product of M(c + i n spacing)^T over the blocks, n = 0 .. N: one matrix product per block."""
    baby = math.isqrt(plan.nodes) + 1
    giant = plan.nodes // baby + 1
    products = [acb(1)] * (plan.nodes + 1)
    for step, rule, error in zip(steps, plan.rules, errors, strict=True):
        left, right = [], []
        logs = StepBalls(step).logs
        for j in range(rule.nodes):
            x = arb(rule.low) + j * arb(rule.step)
            p, q = (value.real for value in logs(acb(x)))
            weight = (p + arb(plan.tilt) * (p - q) - x * x / 2).exp()
            turn = spacing * (p - q)
            right.append([_unit(b * turn) for b in range(baby)])
            left.append([weight * _unit(g * baby * turn) for g in range(giant)])
        table = acb_mat(left).transpose() * acb_mat(right)
        scale = arb(rule.step) / (2 * arb.pi()).sqrt()
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
