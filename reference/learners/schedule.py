"""Which records a step visits, and what their gradients are divided by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random, SystemRandom

import numpy as np
from numpy.typing import NDArray

from reference.errors import InvalidInput, reject, require_whole, shown
from reference.notation import SYMBOLS

Indices = NDArray[np.int64]
Order = Sequence[int] | Sequence[Sequence[int]] | NDArray[np.int64] | None
Divisor = Callable[[int, int], int]
ENTROPY = SystemRandom()


def fixed_divisor(visited: int, b: int) -> int:
    """Every batch sum is divided by b, also that of a short last batch: the sensitivity bound survives."""
    return b


def own_size(visited: int, b: int) -> int:
    """A batch sum is divided by the records it holds: a short last batch then weighs its records more."""
    return visited


def batches(n: int, M: int, b: int = 1, order: Order = None) -> Iterator[Indices]:
    """The index sets B_1, ..., B_M.

    By default record j = m mod n at step m (alg:dpsvm), in passes of ceil(n/b) batches for b > 1. `order`
    is either the n records of one pass in another order, repeated, or M sets of at most b different records.
    """
    require_whole("b", SYMBOLS["b"], b, at_least=1, because="a step needs at least one record")
    require_whole("M", SYMBOLS["M"], M, at_least=1, because="without a step the model ignores the data")
    if b > n:
        raise reject("b", SYMBOLS["b"], f"must be <= n = {n}", b, "a batch holds different records")
    if order is None:
        order = np.roll(np.arange(n), -1)
    if not isinstance(order, Sequence | np.ndarray) or isinstance(order, str):
        raise reject("order", SYMBOLS["order"], "must be a list", order, "it names a record for each visit")
    if all(np.ndim(entry) == 0 for entry in order):
        yield from islice(_passes(_indices(order, n), n, b), M)
        return
    if len(order) != M:
        why = "each of the M steps needs its own index set"
        raise reject("order", SYMBOLS["order"], f"must list M = {M} index sets", len(order), why)
    for chosen in order:
        indices = _indices(chosen, n)
        if len(indices) > b or len(np.unique(indices)) < len(indices):
            why = "a batch sum is divided by b, and a record counts once in it"
            rule = f"must list sets of at most b = {b} different records"
            raise reject("order", SYMBOLS["order"], rule, indices.tolist(), why)
        yield indices


def fresh_order(n: int, passes: int, b: int, source: Random = ENTROPY) -> list[list[int]]:
    """The index sets of passes that each draw a uniformly random order of their own, by default from OS entropy."""
    drawn, found = list(range(n)), list[list[int]]()
    for _ in range(passes):
        source.shuffle(drawn)
        found += [drawn[first : first + b] for first in range(0, n, b)]
    return found


def _passes(order: Indices, n: int, b: int) -> Iterator[Indices]:
    if sorted(order.tolist()) != list(range(n)):
        why = "one pass visits each record once"
        raise reject("order", SYMBOLS["order"], f"must be a permutation of 0..{n - 1}", order.tolist(), why)
    while True:
        yield from np.split(order, range(b, n, b))


def _indices(chosen: object, n: int) -> Indices:
    try:
        indices = np.atleast_1d(np.asarray(chosen))
    except ValueError:
        indices = np.zeros(0)
    if (
        indices.ndim != 1
        or indices.dtype.kind not in "iu"
        or indices.size == 0
        or not 0 <= indices.min() <= indices.max() < n
    ):
        raise InvalidInput(
            f"order ({SYMBOLS['order']}) must hold record indices in 0..{n - 1}, got {shown(chosen)}: "
            f"there are n={n} records"
        )
    return indices.astype(np.int64)


def visits_until(last: int, first: int, period: int) -> int:
    """How many of the steps first, first + period, ... are at most `last`."""
    return (last - first) // period + 1 if last >= first else 0
