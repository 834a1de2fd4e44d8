"""Processes that Ctrl-C ends without a word: Python would print a traceback while it starts, and joblib's workers later."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupt_waits() -> Iterator[None]:
    """What is started here hears of Ctrl-C when it asks for it, and its caller hears of it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_processes(tasks: Iterable[Any], jobs: int, order: str = "generator", **more: Any) -> Iterator[Any]:
    """What joblib's `delayed` tasks answer. The workers do not hear of Ctrl-C: joblib ends them."""
    from joblib import Parallel  # here: every command of the tool would wait for it

    with interrupt_waits():
        found: Iterator[Any] = Parallel(n_jobs=jobs, return_as=order, **more)(tasks)
    return found
