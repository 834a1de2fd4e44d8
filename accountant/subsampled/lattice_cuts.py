"""float64 proposes where to cut the outcomes of a step so that each piece has a loss on the lattice.

A piece from x to x' has P-mass over Q-mass e^{kh} if the integral of P - e^{kh} Q over it is 0. Its ends are solved for one
after the other. The cuts are only proposals: the masses and losses of the pieces are then computed in balls.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Protocol, TypeAlias

from accountant.subsampled.step import Step
from reference.formulas import mixture_ratio, mixture_tail, remove_threshold, replace_threshold

GAUSS = ((-0.9061798459386640, 0.2369268850561891), (-0.5384693101056831, 0.4786286704993665), (0.0, 0.5688888888888889),
         (0.5384693101056831, 0.4786286704993665), (0.9061798459386640, 0.2369268850561891))  # fmt: skip
FAR, SHORT = (
    37.0,
    0.5,
)  # beyond FAR float64 sees no mass; shorter pieces are integrated, longer ones are differences of tails
CLOSE = 1e-7  # of a piece: so close its end is good enough, and float64 may see no more


Excess: TypeAlias = Callable[[float, float], float]
Balance: TypeAlias = Callable[[float, float, float], float]


class Lattice(Protocol):
    @property
    def width(self) -> float: ...
    @property
    def last(self) -> int: ...
    def after(self, k: int) -> int: ...


def anchor(step: Step, width: float) -> float:
    """How far the lattice is moved, at most half a width: nearly all outcomes without the record may have one loss."""
    if step.pair == "replace" or step.block.q == 1:
        return 0.0  # that loss is 0
    sign = 1 if step.pair == "remove" else -1
    q, m = float(step.block.q), 1 / float(step.block.sigma)
    common = sign * math.log1p(-q)
    cut = _threshold(step.pair, math.exp(common + sign * width / 2), q, m)
    if cut is None or abs(cut) >= FAR:
        return 0.0
    p, r = (mixture_tail(cut * -sign, q, -shift * sign) for shift in (m * step.signs[0], m * step.signs[1]))
    loss = math.log(p / r) if p > 0 and r > 0 else common
    return loss - width * round(loss / width)


def edges(step: Step, window: Lattice, first: int, start: float) -> Iterator[tuple[int, float]]:
    """(k, x): the piece that ends at x has about the loss start + k h; the last piece ends at infinity."""
    q, m = float(step.block.q), 1 / float(step.block.sigma)
    up, down = (sign * m for sign in step.signs)

    def excess(x: float, ratio: float) -> float:
        """P - e^{kh} Q at x, over e^{kh} Q."""
        return float(mixture_ratio(x, q, up) / (ratio * mixture_ratio(x, q, down))) - 1

    def balance(start: float, end: float, ratio: float) -> float:
        """The integral of P - e^{kh} Q, over the density of e^{kh} Q at the end."""
        scale = ratio * mixture_ratio(end, q, down) * math.exp(-end * end / 2)
        if end - start > SHORT:
            p, r = (mixture_tail(start, q, s) - mixture_tail(end, q, s) for s in (up, down))
            return float((p - ratio * r) * math.sqrt(2 * math.pi) / scale)
        half, total = (end - start) / 2, 0.0
        for node, weight in GAUSS:
            x = start + half * (1 + node)
            away = (end - x) * (end + x) / 2
            density = mixture_ratio(x, q, down) / mixture_ratio(end, q, down) * math.exp(away)
            total += weight * density * excess(x, ratio)
        return half * total

    def where(k: float) -> float | None:
        return _threshold(step.pair, math.exp(start + k * window.width), q, m)

    x, k = -FAR, first
    while k <= window.last and x < FAR:
        ratio, middle = math.exp(start + k * window.width), where(k)
        if middle is None or middle >= FAR:
            break
        end = None
        stride = window.after(k) - k
        if middle > x:
            if (early := where(k - stride / 4)) is not None and early < x:
                end = where(k + stride / 2)  # a thin piece, and the next would be twice as wide: back in step
            else:
                end = _end(balance, excess, ratio, x, middle)
            if end is None and (half := where(k - 0.5)) is not None and half > x:
                yield k - 1, half  # it outweighs all that lies above
                x = half
                end = _end(balance, excess, ratio, x, middle)
        if end is not None:
            yield k, end
            x = end
        k += stride
    yield k, math.inf


def _threshold(pair: str, ratio: float, q: float, m: float) -> float | None:
    """Where P = ratio Q, if anywhere."""
    if pair == "replace":
        return float(replace_threshold(ratio, q, m) if ratio >= 1 else -replace_threshold(1 / ratio, q, m))
    sign = 1 if pair == "remove" else -1
    if ratio**sign <= 1 - q:
        return -FAR if sign > 0 else None
    return sign * float(remove_threshold(ratio**sign, q, m))


def _end(balance: Balance, excess: Excess, ratio: float, start: float, middle: float) -> float | None:
    """The end behind `middle` at which the balance is 0: Newton from the mirror image of the start, else bisection."""
    end = 2 * middle - start
    for _ in range(6):
        if not middle < end < FAR:
            break
        step = balance(start, end, ratio) / excess(end, ratio)
        end -= step
        if abs(step) <= 1e-14 * (1 + abs(end)) + CLOSE * (end - start):
            return math.nextafter(end, math.inf) if end > middle else None
    low, high = middle, FAR
    if balance(start, high, ratio) < 0:
        return None
    while low < (half := (low + high) / 2) < high:
        low, high = (low, half) if balance(start, half, ratio) >= 0 else (half, high)
    return high
