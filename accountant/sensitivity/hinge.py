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
from reference.learners.schedule import Divisor, batches, fixed_divisor
from reference.notation import Xi

BITS = 128


def hinge_bound(xi: Xi, n: int, j: int, divisor: Divisor = fixed_divisor) -> Enclosure:
    """How far HingeSVM-SGDWA moves at most when record j is replaced and records have norm at most c."""
    with precision(BITS):
        Lambda, c, R = exact(xi.Lambda), exact(xi.c), exact(xi.R)
        gap = average = exact(0)
        differ = False
        for m, batch in enumerate(batches(n, xi.M, xi.b), start=1):
            size, hit = divisor(len(batch), xi.b), int(j in batch.tolist())
            differ = differ or bool(hit)
            if differ:
                tau, kept = formulas.subgradient_step(Lambda, m), exact(len(batch) - hit) / size
                step = formulas.gap_after_step(gap, Lambda, c, tau, kept, exact(hit) / size, BALLS)
                gap = formulas.capped_by_ball(step, R, BALLS)
            average = formulas.averaging_step(average, formulas.averaging_weight(exact(m)), gap)
        return enclosure(average)


def worst_hinge_bound(xi: Xi, n: int, divisor: Divisor = fixed_divisor) -> Enclosure:
    """The largest of these bounds over the records."""
    return max((hinge_bound(xi, n, j, divisor) for j in range(n)), key=Enclosure.upper)
