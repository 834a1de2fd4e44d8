"""Ctrl-C, wherever a command is: one line, its processes are ended, status 130.

A command has a second to tidy up after a KeyboardInterrupt. Before and after it runs there is nothing to tidy. Foreign code
may swallow the interrupt or turn it into another error: `heard` remembers it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, NoReturn

GRACE = 1.0  # seconds
heard = said = tidies = False


def heed() -> None:
    """From now on; nothing is done where Ctrl-C is ignored, as a shell does for what runs in the background."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    signal.signal(signal.SIGINT, _on_signal)
    from threading import Thread  # only now: to load it takes time

    there, here = os.pipe()
    os.set_blocking(here, False)
    signal.set_wakeup_fd(here)  # written to at once, even where z3 computes for long
    Thread(target=_watch, args=(there,), daemon=True).start()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_die_quietly)
    ignored, sys.unraisablehook = sys.unraisablehook, lambda what: stop() if heard else ignored(what)


def over(command: Callable[[], int]) -> int:
    """The status of a command; after Ctrl-C it is 130, whatever the command made of it. What is tidied at the exit may be."""
    global tidies
    try:
        try:
            tidies = True
            status = command()
        finally:
            tidies = False
    except BaseException:
        if heard:
            stop()
        raise
    return stop() if heard and status != 130 else status


def again() -> None:
    """Raises what was swallowed."""
    if heard:
        raise KeyboardInterrupt


def say() -> None:
    global said
    if not said:
        said = True
        print("blindavg: interrupted", file=sys.stderr, flush=True)


def stop() -> NoReturn:
    """Ends this process, and those that it has started."""
    global said
    if not said:
        said = True
        shown = b"\x1b[?25h" if os.isatty(2) else b""  # a progress bar hides the cursor
        os.write(2, shown + b"blindavg: interrupted\n")
    try:
        if pool := sys.modules.get("proofs_check.method.pool"):
            for process in list(pool.STARTED):
                process.kill()
        if processes := sys.modules.get("multiprocessing"):
            for child in processes.active_children():
                child.kill()
    finally:
        os._exit(130)


def _on_signal(*_: Any) -> None:
    global heard
    if heard or not tidies:
        stop()
    heard = True
    raise KeyboardInterrupt


def _watch(there: int) -> None:
    from time import sleep

    while os.read(there, 1) != bytes([signal.SIGINT]):
        pass
    sleep(GRACE)
    stop()


def _die_quietly() -> None:
    """In a process that is forked from a command: only the command says that it is interrupted."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
