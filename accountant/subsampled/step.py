"""One Poisson-subsampled Gaussian step: its three ordered pairs of distributions, in balls and in floats.

In units of the noise a step outputs x of N(0, 1), moved by `up` (under P) or by `down` (under Q) with probability q.
The likelihood ratio P/Q increases with x for all three pairs, so that the best test is a half-line.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
from flint import acb, arb

from accountant.numbers.balls import BALLS, exact
from reference.arithmetic import Arithmetic
from reference.formulas import mixture_delta, mixture_ratio, mixture_tail, remove_threshold, replace_threshold

PAIRS = {"remove": (1, 0), "add": (0, -1), "replace": (1, -1)}  # (up, down) in units of m = C/sigma
RELATIONS = {"add-remove": ("remove", "add"), "replace-one": ("replace",)}
COMPLEX: Arithmetic = SimpleNamespace(exp=acb.exp)  # not BALLS, whose balls are real
ZERO = acb(0)


@dataclass(frozen=True)
class Block:
    """`steps` steps with sampling rate q and noise multiplier sigma, both exact."""

    q: Fraction
    sigma: Fraction
    steps: int


@dataclass(frozen=True)
class Step:
    """One step of a block, seen as one of the ordered pairs. Outcomes beyond -cut and cut are set aside."""

    block: Block
    pair: str
    cut: float = math.inf

    @property
    def signs(self) -> tuple[int, int]:
        return PAIRS[self.pair]

    @property
    def moves(self) -> int:
        """How many of the two distributions move: the loss turns by at most this times m |Im x|."""
        return sum(map(abs, self.signs))

    def float_logs(self, x: Any) -> tuple[Any, Any]:
        """The same in float64, without overflow; it proposes and decides nothing."""
        q, m = float(self.block.q), 1 / float(self.block.sigma)
        stay = np.log1p(-q) if q < 1 else -np.inf
        first, second = (
            _log_sum(stay, np.log(q) + s * m * x - (s * m) ** 2 / 2) if s else 0 * x for s in self.signs
        )
        return first, second


class StepBalls:
    """A step in balls, at the precision at which it is made."""

    def __init__(self, step: Step) -> None:
        self.pair, self.signs, self.moves = step.pair, step.signs, step.moves
        self.q, self.m = exact(step.block.q), 1 / exact(step.block.sigma)
        self.up, self.down = (sign * self.m for sign in step.signs)
        self._q, self._shifts = acb(self.q), [(sign, acb(sign * self.m)) for sign in step.signs]

    def logs(self, x: acb, analytic: bool = False) -> tuple[acb, acb]:
        """log P/N(0,1) and log Q/N(0,1) at x; analytic where m |Im x| < pi."""
        (moves, up), (moves_, down) = self._shifts
        first = mixture_ratio(x, self._q, up, COMPLEX).log(analytic=analytic) if moves else ZERO
        second = mixture_ratio(x, self._q, down, COMPLEX).log(analytic=analytic) if moves_ else ZERO
        return first, second

    def threshold(self, eps: arb) -> arb:
        """The x from which on the loss is above eps: -inf if it always is, inf if it never is, nan if that is not clear."""
        if self.pair == "replace":
            sign = 1 if eps >= 0 else -1
            return sign * replace_threshold((sign * eps).exp(), self.q, self.m, BALLS)
        sign = 1 if self.pair == "remove" else -1
        ratio = (sign * eps).exp()
        if ratio > 1 - self.q:
            return sign * remove_threshold(ratio, self.q, self.m, BALLS)
        return sign * arb.neg_inf() if ratio <= 1 - self.q else arb.nan()

    def tails(self, x: arb) -> tuple[arb, arb]:
        """P and Q above x."""
        if not x.is_finite():
            return (arb(1), arb(1)) if x < 0 else (arb(0), arb(0))
        return mixture_tail(x, self.q, self.up, BALLS), mixture_tail(x, self.q, self.down, BALLS)

    def delta(self, eps: arb) -> arb:
        """delta of this one step."""
        x, ratio = self.threshold(eps), eps.exp()
        if x.is_nan():
            return arb(0.5, 0.5)
        if not x.is_finite():
            return 1 - ratio if x < 0 else arb(0)
        return mixture_delta(ratio, x, self.q, self.up, self.down, BALLS)


def _log_sum(stay: float, moved: Any) -> Any:
    """log(e^stay + e^moved) for complex `moved`."""
    top = np.maximum(stay, moved.real)
    return top + np.log(np.exp(stay - top) + np.exp(moved - top))
