"""Who masks with whom: a random k-regular graph, and how likely it is to fail (Bell et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from reference.errors import reject, require_whole
from reference.secure_sum.residues import Entropy, below

DEGREE = "k, the number of neighbours"


def neighbour_graph(parties: Sequence[str], k: int, entropy: Entropy) -> dict[str, tuple[str, ...]]:
    """A ring in random order in which each party is joined to the k/2 next ones on either side; complete if k is all others.

    The neighbours of a party are then a uniformly random set of k others.
    """
    w = len(parties)
    require_whole("k", DEGREE, k, at_least=1, because="a party without neighbours has no mask")
    if k >= w:
        raise reject("k", DEGREE, f"must be < {w}", k, "there are no more parties")
    if k == w - 1:
        return {one: tuple(other for other in parties if other != one) for one in parties}
    if k % 2:
        raise reject("k", DEGREE, "must be even, or all others", k, "half of them are on either side")
    ring = list(parties)
    for i in range(w - 1, 0, -1):
        j = below(entropy, i + 1)
        ring[i], ring[j] = ring[j], ring[i]
    steps = [step for step in range(-k // 2, k // 2 + 1) if step]
    return {ring[i]: tuple(ring[(i + step) % w] for step in steps) for i in range(w)}


def majority(k: int) -> int:
    """The least threshold for which two sets of that many holders (a party and its k neighbours) have one in common."""
    return (k + 1) // 2 + 1


def tail(population: int, marked: int, drawn: int, at_least: int) -> Fraction:
    """The probability that `drawn` of the population, without replacement, hold `at_least` marked ones."""
    ways = sum(comb(marked, i) * comb(population - marked, drawn - i) for i in range(at_least, drawn + 1))
    return Fraction(ways, comb(population, drawn))


class Failures(NamedTuple):
    """Bounds on the probabilities that a random neighbour graph fails, with so many corrupted and dropped parties."""

    opens: Fraction  # some party has `threshold` corrupted neighbours, who can open its masks
    splits: (
        Fraction  # the honest parties that stay are not connected, and the sum of a part of them can be told
    )
    stops: Fraction  # some party has too few holders left: nothing is released


def failure_bounds(w: int, k: int, threshold: int, corrupted: int, dropped: int) -> Failures:
    """Union bounds, over the w parties or over pairs of gaps in the ring.

    Neighbours are at most k/2 steps apart: parties in the ring fall apart only if two separate runs of k/2 others are gone.
    """
    opens = w * tail(w - 1, corrupted, k, threshold)
    stops = w * tail(w - 1, min(dropped, w - 1), k, k + 2 - threshold)
    gone = min(corrupted + dropped, w)
    splits = Fraction(0) if k == w - 1 else comb(w, 2) * Fraction(comb(gone, k), comb(w, k))
    return Failures(*(min(each, Fraction(1)) for each in (opens, splits, stops)))
