"""Who masks with whom: a random k-regular graph, and how likely it is to fail (Bell et al. 2020)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from reference.errors import reject, require_whole
from reference.formulas import meeting_quorum, opened_uploads, split_graphs, unopened_keys
from reference.secure_sum.residues import Entropy, below

DEGREE = "k, the number of neighbours"
LARGEST_DEGREE = 1 << 10  # unless it is all others
MAY_STOP = Fraction(1, 1 << 20)  # how often a round may end for want of holders, if k is not given


def neighbour_graph(parties: Sequence[str], k: int, entropy: Entropy) -> dict[str, tuple[str, ...]]:
    """A ring in random order in which each party is joined to the k/2 next ones on either side; complete if k is all others.

    The neighbours of a party are then a uniformly random set of k others.
    """
    w = len(parties)
    if require_degree(w, k) == w - 1:
        return {one: tuple(other for other in parties if other != one) for one in parties}
    ring = list(parties)
    for i in range(w - 1, 0, -1):
        j = below(entropy, i + 1)
        ring[i], ring[j] = ring[j], ring[i]
    steps = [step for step in range(-k // 2, k // 2 + 1) if step]
    return {ring[i]: tuple(ring[(i + step) % w] for step in steps) for i in range(w)}


def require_degree(w: int, k: object) -> int:
    """An even k < w - 1, or all others."""
    degree = require_whole("k", DEGREE, k, at_least=1, because="a party without neighbours has no mask")
    if degree >= w:
        raise reject("k", DEGREE, f"must be < {w}", k, "there are no more parties")
    if degree % 2 and degree != w - 1:
        raise reject("k", DEGREE, "must be even, or all others", k, "half of them are on either side")
    return degree


def majority(k: int) -> int:
    """The least threshold for which two sets of that many holders (a party and its k neighbours) have one in common."""
    return (k + 1) // 2 + 1


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The least number >= low for which something holds that then goes on to hold, and `high` if it is not below."""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


class Neighbourhood(NamedTuple):
    """Neighbours of each party, holders that open a key, and bounds on what can go wrong (ours:secagg_graph)."""

    k: int
    threshold: int
    opens: Fraction  # some party has `threshold` corrupted neighbours, who can open its masks
    splits: Fraction  # the honest parties that stay are not connected: the sum of a part of them can be told
    stops: Fraction  # some party has too few holders left: nothing is released


def neighbourhood(w: int, k: int, corrupted: int, dropped: int, failure: Fraction) -> Neighbourhood | None:
    """With this k, and a threshold for which uploads open or graphs split with probability <= failure; None if there is none.

    The graph is drawn after corrupted and dropped parties are fixed. The aggregator keeps to the protocol. The threshold is
    a majority if it can be: lower if that would stop the round too often, higher if corrupted holders would open keys.
    """
    if k == w - 1:  # nothing is left to chance: corrupted + 1 holders are safe, and w - dropped are there
        threshold = max(2, corrupted + 1, min(majority(k), w - dropped))
        return Neighbourhood(k, threshold, Fraction(0), Fraction(0), Fraction(threshold > w - dropped))
    splits = split_graphs(w, k, min(corrupted + dropped, w))
    if splits > failure:
        return None
    # with the threshold k + 1 nothing opens
    safe = _first(2, k + 1, lambda h: opened_uploads(w, k, h, corrupted) <= failure - splits)
    too_many = _first(2, majority(k) + 1, lambda h: unopened_keys(w, k, h, dropped) > MAY_STOP)
    threshold = max(safe, too_many - 1)
    opens, stops = opened_uploads(w, k, threshold, corrupted), unopened_keys(w, k, threshold, dropped)
    return Neighbourhood(k, threshold, opens, splits, min(stops, Fraction(1)))


def smallest_neighbourhood(w: int, corrupted: int, dropped: int, failure: Fraction) -> Neighbourhood | None:
    """About the least k that is safe and rarely stops for `dropped` parties; None if there is none."""
    degrees = [*range(2, min(w - 1, LARGEST_DEGREE + 1), 2), w - 1]

    def fits(place: int) -> bool:
        there = neighbourhood(w, degrees[place], corrupted, dropped, failure)
        return there is not None and there.stops <= MAY_STOP

    reach = 1
    while reach < len(degrees) and not fits(reach - 1):
        reach *= 2
    place = _first(reach // 2, min(reach, len(degrees)) - 1, fits)
    return neighbourhood(w, degrees[place], corrupted, dropped, failure) if fits(place) else None


def consistent_neighbourhood(w: int, corrupted: int, dropped: int) -> Neighbourhood | None:
    """All others, and a threshold against an aggregator that tells different parties different things; None if too many drop.

    Any two groups of `threshold` parties have an honest one in common, who signs one list only.
    """
    threshold = meeting_quorum(w, w - corrupted)
    fits = threshold <= w - dropped
    return Neighbourhood(w - 1, threshold, Fraction(0), Fraction(0), Fraction(0)) if fits else None
