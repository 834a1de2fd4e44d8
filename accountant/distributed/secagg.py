"""Provisional: neighbours and threshold of SecAgg among the users, from the union bounds of the neighbour graph."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from accountant.distributed.crowd import NoGuarantee
from reference.secure_sum.neighbour_graph import failure_bounds


@dataclass(frozen=True)
class SecAggPlan:
    """k, the threshold, and bounds on the probabilities that an upload is opened or the graph is split."""

    neighbours: int
    threshold: int
    opened: Fraction
    split: Fraction
    failure: Fraction


def plan_secagg(
    w: int,
    t: Fraction,
    rho: Fraction,
    failure: Fraction,
    neighbours: int | None = None,
    active: bool = False,
) -> SecAggPlan:
    """As few neighbours as are enough."""
    corrupted, dropped = w - math.ceil(t * w), math.floor(rho * w)
    if active:
        raise NoGuarantee("an active aggregator is not covered", 'scheme = "users"')
    for k in [neighbours] if neighbours is not None else [*range(2, w - 1, 2), w - 1]:
        for threshold in range(2, k + 2):
            found = failure_bounds(w, k, threshold, corrupted, dropped)
            opens = Fraction(0) if corrupted < threshold else found.opens
            total = opens + found.splits
            if total <= failure and k + 1 - dropped >= threshold:
                return SecAggPlan(k, threshold, opens, found.splits, total)
    if neighbours is None:
        raise NoGuarantee("no neighbour graph is enough", "fewer dropouts")
    needed = plan_secagg(w, t, rho, failure).neighbours
    raise NoGuarantee(f"{neighbours} neighbours are too few", f"take neighbours = {needed}")
