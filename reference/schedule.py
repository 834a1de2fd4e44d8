"""Which records a step visits, and what their gradients are divided by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from reference.errors import InvalidInput, reject, require_whole
from reference.notation import SYMBOLS

Indices = NDArray[np.int64]
Order = Sequence[int] | Sequence[Sequence[int]] | NDArray[np.int64] | None
Divisor = Callable[[int, int], int]


def fixed_divisor(visited: int, b: int) -> int:
    """Every batch sum is divided by b, also that of a short last batch: the sensitivity bound survives."""
    return b


def own_size(visited: int, b: int) -> int:
    """A batch sum is divided by the records it holds: a short last batch then weighs its records more."""
    return visited


def batches(n: int, M: int, b: int = 1, order: Order = None) -> Iterator[Indices]:
    """The index sets B_1, ..., B_M.

    By default record j = m mod n at step m (alg:dpsvm), in passes of ceil(n/b) batches for b > 1. `order`
    is either the n records of one pass in another order, repeated, or M index sets of any kind.
    """
    require_whole("b", SYMBOLS["b"], b, at_least=1, because="a step needs at least one record")
    if b > n:
        raise reject("b", SYMBOLS["b"], f"must be <= n = {n}", b, "a batch holds different records")
    if order is None:
        order = np.roll(np.arange(n), -1)
    if all(np.ndim(entry) == 0 for entry in order):
        yield from islice(_passes(_indices(order, n), n, b), M)
        return
    if len(order) != M:
        why = "each of the M steps needs its own index set"
        raise reject("order", SYMBOLS["order"], f"must list M = {M} index sets", len(order), why)
    for chosen in order:
        yield _indices(chosen, n)


def _passes(order: Indices, n: int, b: int) -> Iterator[Indices]:
    if sorted(order.tolist()) != list(range(n)):
        why = "one pass visits each record once"
        raise reject("order", SYMBOLS["order"], f"must be a permutation of 0..{n - 1}", order.tolist(), why)
    while True:
        yield from np.split(order, range(b, n, b))


def _indices(chosen: object, n: int) -> Indices:
    indices = np.atleast_1d(np.asarray(chosen))
    if indices.dtype.kind not in "iu" or indices.size == 0 or indices.min() < 0 or indices.max() >= n:
        raise InvalidInput(
            f"order ({SYMBOLS['order']}) must hold record indices in 0..{n - 1}, got {chosen!r}: "
            f"there are n={n} records"
        )
    return indices.astype(np.int64)
