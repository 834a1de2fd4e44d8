"""The working precision of the balls. It is one number for the whole process, so changes take turns."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flint import ctx

TURN = threading.RLock()  # held wherever python-flint's or mpmath's global precision is changed


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work with `bits` bits inside, and restore the former precision after; other threads wait."""
    with TURN:
        former = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            ctx.prec = former
