"""Certified sensitivity of HingeSVM-SGDWA (ours:hinge_sgdwa_sensitivity): the hinge has a kink, so that a shared step need not
bring two models closer.

A step with rate tau maps the difference u of two models to (1 - 2Λ tau) u - tau w, w the difference of the loss
gradients. For records that both datasets share the loss is convex, so <u, w> >= 0, and each slope is 0 or -1, so |w| is
at most c times their share of the batch sum. A replaced record adds at most 2c tau over the divisor.
"""

from __future__ import annotations

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from reference import formulas
from reference.arithmetic import Arithmetic, Number
from reference.learners.schedule import Divisor, batches, fixed_divisor
from reference.notation import Xi

BITS = 128


def gap_after_step(
    gap: Number,
    Lambda: Number,
    c: Number,
    tau: Number,
    kept: Number,
    replaced: Number,
    num: Arithmetic = BALLS,
) -> Number:
    """A bound after one step; `kept` and `replaced` are what the shared and the replaced records count in the batch sum."""
    contracted = (1 - 2 * Lambda * tau) * gap
    return num.sqrt(contracted**2 + (tau * c * kept) ** 2) + 2 * c * tau * replaced


def hinge_bound(xi: Xi, n: int, j: int, divisor: Divisor = fixed_divisor) -> Enclosure:
    """How far HingeSVM-SGDWA moves at most when record j is replaced and records have norm at most c."""
    with precision(BITS):
        Lambda, c, cap = exact(xi.Lambda), exact(xi.c), 2 * exact(xi.R)
        gap = average = exact(0)
        differ = False
        for m, batch in enumerate(batches(n, xi.M, xi.b), start=1):
            size, hit = divisor(len(batch), xi.b), int(j in batch.tolist())
            differ = differ or bool(hit)
            if differ:
                tau, kept = formulas.subgradient_step(Lambda, m), exact(len(batch) - hit) / size
                gap = BALLS.min(cap, gap_after_step(gap, Lambda, c, tau, kept, exact(hit) / size))
            average = average + formulas.averaging_weight(exact(m)) * (gap - average)
        return enclosure(average)


def worst_hinge_bound(xi: Xi, n: int, divisor: Divisor = fixed_divisor) -> Enclosure:
    """The largest of these bounds over the records."""
    return max((hinge_bound(xi, n, j, divisor) for j in range(n)), key=Enclosure.upper)
