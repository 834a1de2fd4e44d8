"""SecAgg among the users: neighbours and threshold for a stated probability of failure (ours:secagg_graph).

A coalition is the aggregator and all users that are not honest: w - ceil(tw). It keeps to the protocol and is fixed before
the graph is drawn, and so is who drops out. The plan fails if the coalition holds enough shares of some user's key, or
if the honest users that stay are not connected by masks, so that the sum of a part of them shows. With `active` the
aggregator may tell every user something else: all users are neighbours then, and sign one list of who stayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from accountant.distributed.crowd import Crowd, NoGuarantee
from accountant.numbers.inputs import as_fraction, exact_real
from reference.errors import reject
from reference.formulas import meeting_quorum, split_graphs
from reference.secure_sum.neighbour_graph import (
    DEGREE,
    LARGEST_DEGREE,
    consistent_neighbourhood,
    neighbourhood,
    require_degree,
    smallest_neighbourhood,
)

MOST_USERS = 10**6
SHOWN_BITS = 64


@dataclass(frozen=True)
class SecAggPlan:
    """All probabilities are upper bounds. `failure` is counted against delta; `stops` costs a round, not privacy."""

    neighbours: int
    threshold: int  # holders of shares that open a key, of a user and its neighbours
    opened: Fraction  # the coalition opens some upload
    split: Fraction  # the sum of a part of the honest users shows
    failure: Fraction  # either
    stops: Fraction  # with so many dropouts, too few holders of some key are left


def plan_secagg(
    w: int, t: Any, rho: Any, failure: Any, neighbours: int | None = None, active: bool = False
) -> SecAggPlan:
    """A plan whose certified failure is at most `failure`; NoGuarantee if these neighbours (or any) cannot have it."""
    crowd = Crowd.of(w, t, rho)
    if not 2 <= crowd.w <= MOST_USERS:
        raise reject(
            "w", "w, the number of users", f"must be from 2 to {MOST_USERS}", w, "they sum each other"
        )
    symbol, why = "ν, the probability of failure", "(1 + e^eps)ν is added to delta"
    allowed = as_fraction(exact_real("failure", symbol, failure, because=why))
    if not 0 <= allowed < 1:
        raise reject("failure", symbol, "must be >= 0 and < 1", failure, why)
    if neighbours is not None:
        _require_neighbours(crowd.w, neighbours, active)
    _ = crowd.surviving  # some honest noise must be left
    numbers = crowd.w, crowd.w - crowd.honest, crowd.dropped
    if active:
        found = consistent_neighbourhood(*numbers)
    elif neighbours is None:
        found = smallest_neighbourhood(*numbers, allowed)
    else:
        found = neighbourhood(crowd.w, neighbours, *numbers[1:], allowed)
    if found is None:
        raise _refused(numbers, allowed, neighbours, active)
    failed = min(allowed, _above(found.opens + found.splits))
    bounds = _above(found.opens), _above(found.splits), failed, _above(found.stops)
    return SecAggPlan(found.k, found.threshold, *bounds)


def _require_neighbours(w: int, neighbours: int, active: bool) -> None:
    k = require_degree(w, neighbours)
    if active and k != w - 1:
        why = "an aggregator that cheats could draw a graph of its choice"
        raise reject("neighbours", DEGREE, f"must be w - 1 = {w - 1}, all others", k, why)
    if LARGEST_DEGREE < k < w - 1:
        why = "its bounds are exact sums over them"
        raise reject("neighbours", DEGREE, f"must be <= {LARGEST_DEGREE}, or all others", k, why)


def _refused(
    numbers: tuple[int, int, int], allowed: Fraction, neighbours: int | None, active: bool
) -> NoGuarantee:
    w, corrupted, dropped = numbers
    crowd = f"w = {w}, up to {corrupted} corrupted and {dropped} dropped users"
    if active:
        quorum = meeting_quorum(w, w - corrupted)
        return NoGuarantee(
            f"{crowd}: {quorum} signatures are needed to hold a cheating aggregator to one list of who stayed, and only "
            f"{w - dropped} users are sure to stay",
            f"tolerate at most {max(w - quorum, 0)} dropouts, or trust more users",
        )
    better = None if neighbours is None else smallest_neighbourhood(w, corrupted, dropped, allowed)
    if better is None:
        return NoGuarantee(
            f"{crowd}: a key that one user alone opens hides nothing", "tolerate fewer dropouts"
        )
    assert neighbours is not None
    apart = float(_above(split_graphs(w, neighbours, corrupted + dropped)))
    return NoGuarantee(
        f"neighbours (k) = {neighbours} is too small: {crowd} may cut the others into parts whose sums become visible, with "
        f"probability up to {min(apart, 1):.3g}, which is more than failure (ν) = {float(allowed):.3g}",
        f"take k = {better.k} neighbours, or leave k out",
    )


def _above(p: Fraction) -> Fraction:
    """A short fraction that is not smaller."""
    shift = max(0, p.denominator.bit_length() - p.numerator.bit_length() + SHOWN_BITS)
    return p if p.denominator.bit_length() <= SHOWN_BITS else Fraction(ceil(p * 2**shift), 2**shift)
