"""Which checks and theorems notice a mutant, and how."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from proofs_check.method.check import all_checks, control_status
from proofs_check.mutants.generated import Mutant
from proofs_check.mutants.installed import install, record_calls
from proofs_check.mutants.theorems import is_theorems, still_proved

PLAIN = ("outcome", "control")  # the check came out the other way, or accepts what it must reject
CHECK_LIMIT = 20  # seconds of its own computing for one check; one that takes longer has noticed nothing


def calls_of(name: str, functions: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The functions that a check and its controls call, its seconds, and what is wrong with it before any change."""
    called = record_calls(functions)
    started = time.process_time()
    noticed = outcome_differs(name) or control_differs(name)
    return {"calls": sorted(called), "seconds": time.process_time() - started, "noticed": noticed}


def kills_of(mutant: Mutant, checks: Sequence[str], stop: bool) -> dict[str, str]:
    """The checks that notice the mutant, and how; with `stop` up to the first that comes out plainly different.

    All outcomes come before all controls: most mutants show in an outcome.
    """
    install(mutant)
    kills: dict[str, str] = {}
    for differs in (outcome_differs, control_differs):
        for name in (name for name in checks if name not in kills):
            if noticed := differs(name):
                kills[name] = noticed
            if stop and noticed in PLAIN:
                return kills
    return kills


def outcome_differs(name: str) -> str:
    """How the outcome differs from what is expected: outcome, undecided or raised; empty if it does not."""
    if is_theorems(name):
        return _watched(lambda: still_proved(name))
    check = all_checks()[name]

    def differs() -> str:
        found = check.run().result
        return "" if found == check.expect else "undecided" if found == "undecided" else "outcome"

    return _watched(differs)


def control_differs(name: str) -> str:
    """How the controls differ from being rejected: control, undecided or raised; empty if they do not, or are none."""
    if is_theorems(name):
        return ""
    check = all_checks()[name]
    names = {"rejected": "", "not rejected": "control", "undecided": "undecided", "crashed": "raised"}
    return _watched(lambda: names[control_status(check)[0]])


def _watched(differs: Callable[[], str]) -> str:
    try:
        with time_limit(CHECK_LIMIT):
            return differs()
    except TookTooLong:
        return ""
    except Exception:
        return "raised"


class TookTooLong(BaseException):
    """Not an Exception, so that a check that handles errors lets it through."""


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Counted in computing time, so that a busy machine gives the same answer."""

    def ring(*_: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
