"""The working precision of the balls. It is one number for the whole process, so changes take turns."""

from __future__ import annotations

import threading

from flint import ctx

TURN = threading.RLock()  # held wherever python-flint's or mpmath's global precision is changed


class precision:  # noqa: N801 - used like a function, and four times as fast as a generator
    """Work with `bits` bits inside, and restore the former precision after; other threads wait."""

    __slots__ = ("bits", "former")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        TURN.acquire()
        self.former = ctx.prec
        try:
            ctx.prec = self.bits
        except BaseException:
            TURN.release()
            raise

    def __exit__(self, *_: object) -> None:
        ctx.prec = self.former
        TURN.release()
