"""Rigorous bounds for one step along lines x + iy: norms, tails, and the error of the trapezoidal rule in x."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from flint import acb, arb

from accountant.numbers.balls import BALLS, exact, precision
from accountant.subsampled.contour_plan import Plan, Quadrature
from accountant.subsampled.float_guesses import ACCURACY, log_integral, reach_of_line
from accountant.subsampled.step import Step, StepBalls
from reference.formulas import (
    chernoff_factor,
    mixture_tail,
    moved_share,
    off_axis_growth,
    strip_rest,
    tail_rest,
    turned_size,
)

LOW_BITS = 72
MOST_EVALUATIONS = 200_000  # of one bound: some seconds; rare samples with much noise need most of them


def product(steps: Sequence[Step], values: Sequence[arb]) -> arb:
    """The product of value^T over the blocks, as an upper end."""
    total = arb(0)
    for step, value in zip(steps, values, strict=True):
        total += step.block.steps * value.log()
    return arb(total.exp().upper())


def chernoff_bound(steps: Sequence[Step], c: float, eps: arb) -> arb:
    """An upper bound of delta(eps), cheap, from E e^{cL} alone."""
    with precision(LOW_BITS):
        moment = product(steps, [line_norm(step, 0.0, c, 0.0) for step in steps])
        return arb((chernoff_factor(arb(c), BALLS) * moment * (-arb(c) * eps).exp()).upper())


def line_norm(step: Step, R: float, c: float, y: float) -> arb:
    """An upper bound of the integral of |P e^{cL}| e^{-R Im L} along x + iy, 0 <= my < pi.

    With R = 0 and y = 0 it is E e^{cL}. For y > 0 it bounds |E e^{(c+it)L}| for all t >= R >= 0, because Im L > 0 on
    that line; with -R it bounds that integrand for 0 <= t <= R, along x - iy. With a cut the way to the line is part of it.
    """
    balls, cut = StepBalls(step), step.cut < math.inf
    if not (y >= 0 and balls.m * arb(y) < arb.pi()) or (cut and R < 0):
        return arb.pos_inf()
    slack = arb(max(0.0, -R)) * step.moves * balls.m * arb(y) + off_axis(balls, c, arb(y))
    about = _about(step, c, y, R)
    low, high = reach_of_line(step, c, 0.0 if cut else float(slack) + max(0.0, -about))
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
    inside = acb.integral(
        integrand,
        low,
        high,
        rel_tol=tolerance,
        abs_tol=tolerance * arb(about).exp(),
        eval_limit=MOST_EVALUATIONS,
    )
    outside = edges(step, c, arb(y)) if cut else tails(balls, c, arb(low), arb(high)) * slack.exp()
    return arb((inside.real / (2 * arb.pi()).sqrt() + outside).upper())


def _about(step: Step, c: float, y: float, R: float) -> float:
    """About the log of the integral, by floats: next to it most of the line is negligible. The bound holds in any case."""
    with np.errstate(all="ignore"):
        value = log_integral(step, c, y, R)
    return value if math.isfinite(value) else -ACCURACY


def off_axis(step: StepBalls, c: float, y: arb) -> arb:
    """How much larger |P e^{cL}| can be at x + iy than at the real x, as a logarithm."""
    return off_axis_growth(y, arb(c) * abs(step.signs[1]), (step.m * y / 2).cos(), BALLS)


def tails(step: StepBalls, c: float, low: arb, high: arb) -> arb:
    """What |P e^{cL}| holds on the real line outside [low, high], also as a sum over nodes times their distance.

    Its logarithm has at least the slope -x below 0, and from high on at most -x + push.
    """
    left, right = -low, high - push(step, c, high)
    if not (left > 0 and right > 0):
        return arb.pos_inf()
    return arb((tail_rest(_density(step, c, low), left) + tail_rest(_density(step, c, high), right)).upper())


def edges(step: Step, c: float, y: arb) -> arb:
    """At least the integral of |P e^{cL}| from -cut to -cut + iy and from cut to cut + iy: at iy it is largest."""
    balls, sine = StepBalls(step), (abs(step.signs[1]) / exact(step.block.sigma) * y / 2).sin()
    total = arb(0)
    for x in (arb(-step.cut), arb(step.cut)):
        left = turned_size(moved_share(x, balls.q, balls.down, BALLS), sine, BALLS)
        total += _density(balls, c, x) * (y * y / 2 - arb(c) * left.log()).exp()
    return arb((y * total).upper())


def set_aside(steps: Sequence[Step]) -> arb:
    """At least the probability that one of all outcomes is beyond its cut."""
    total = arb(0)
    for step, balls in ((step, StepBalls(step)) for step in steps if step.cut < math.inf):
        one = sum((mixture_tail(arb(step.cut), balls.q, side * balls.up, BALLS) for side in (1, -1)), arb(0))
        total += step.block.steps * one
    return arb(total.upper())


def nodes_of(step: Step, rule: Quadrature) -> tuple[arb, arb]:
    """The first node and the spacing; with a cut the nodes are the middles of equal parts."""
    if step.cut == math.inf:
        return arb(rule.low), arb(rule.step)
    spacing = 2 * arb(step.cut) / rule.nodes
    return spacing / 2 - arb(step.cut), spacing


def push(step: StepBalls, c: float, x: arb) -> arb:
    """The largest slope of log(P/N(0,1)) + cL from x on: `up` gains mass with x, `down` loses it."""
    return (1 + arb(c)) * step.up - arb(c) * step.down * moved_share(x, step.q, step.down, BALLS)


def _density(step: StepBalls, c: float, x: arb) -> arb:
    """P e^{cL} at the real point x."""
    p, q = (value.real for value in step.logs(acb(x)))
    return (p + arb(c) * (p - q) - x * x / 2).exp() / (2 * arb.pi()).sqrt()


def strip_error(step: Step, rule: Quadrature, plan: Plan) -> arb:
    """Of the trapezoidal rule for E e^{sL}, at every node: strip and range."""
    if not (rule.line >= 0 and rule.strip > 0 and rule.step > 0):
        return arb.pos_inf()
    balls, line, (low, spacing) = StepBalls(step), arb(rule.line), nodes_of(step, rule)
    below, above = rule.line - rule.strip, rule.line + rule.strip
    lower = line_norm(step, -plan.reach if below < 0 else 0.0, plan.tilt, abs(below))
    upper = lower  # around the axis the upper norm is the smaller one
    if rule.line > 0:
        upper = line_norm(step, 0.0, plan.tilt, above)
    strip = sum(strip_rest(norm, abs(arb(edge) - line), spacing, arb.pi(), BALLS)
                for norm, edge in ((lower, below), (upper, above)))  # fmt: skip
    if step.cut < math.inf:  # half of each side of the strip, at most, and the way to the line
        return arb((strip + edges(step, plan.tilt, arb(above))).upper())
    range_ = tails(balls, plan.tilt, low, low + (rule.nodes - 1) * spacing)
    return arb((strip + range_ * off_axis(balls, plan.tilt, line).exp()).upper())
