"""Which checks notice a mutant, and how."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from proofs_check.evidence import Check, all_checks, control_status
from proofs_check.mutants.generated import Mutant
from proofs_check.mutants.installed import install, record_calls

PLAIN = ("outcome", "control")  # the check came out the other way, or accepts what it must reject
CHECK_LIMIT = 10  # seconds for one check; one that takes longer has noticed nothing


def calls_of(name: str, functions: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The functions that a check and its controls call, its seconds, and what is wrong with it before any change."""
    called = record_calls(functions)
    started = time.process_time()
    noticed = notices(all_checks()[name])
    return {"calls": sorted(called), "seconds": time.process_time() - started, "noticed": noticed}


def kills_of(mutant: Mutant, checks: Iterable[str], stop: bool) -> dict[str, str]:
    """The checks that notice the mutant, and how; with `stop` up to the first that comes out plainly different."""
    install(mutant)
    kills = {}
    for name in checks:
        noticed = notices(all_checks()[name])
        if noticed:
            kills[name] = noticed
        if stop and noticed in PLAIN:
            break
    return kills


def notices(check: Check) -> str:
    """How a check differs from what is expected of it: outcome, control, undecided, raised, or "" if it does not."""
    try:
        with time_limit(CHECK_LIMIT):
            result = check.run().result
            if result != check.expect:
                return "undecided" if result == "undecided" else "outcome"
            control, _ = control_status(check)
            return {"rejected": "", "not rejected": "control", "crashed": "raised"}.get(control, control)
    except TookTooLong:
        return ""
    except Exception:
        return "raised"


class TookTooLong(BaseException):
    """Not an Exception, so that a check that handles errors lets it through."""


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
