"""Which checks and theorems notice a mutant, and how."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from proofs_check.method.check import all_checks, control_status
from proofs_check.mutants.installed import record_calls
from proofs_check.mutants.theorems import is_theorems, still_proved

PLAIN = ("outcome", "control")  # the check came out the other way, or accepts what it must reject


def calls_of(name: str, functions: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The functions that a check and its controls call, its seconds, and what is wrong with it before any change.

    Of theorems the sources say what they call.
    """
    called = set() if is_theorems(name) else record_calls(functions)
    started = time.process_time()
    noticed = outcome_differs(name) or control_differs(name)
    return {"calls": sorted(called), "seconds": time.process_time() - started, "noticed": noticed}


def outcome_differs(name: str) -> str:
    """How the outcome differs from what is expected: outcome, undecided or raised; empty if it does not."""
    if is_theorems(name):
        return _tried(lambda: still_proved(name))
    check = all_checks()[name]

    def differs() -> str:
        found = check.run().result
        return "" if found == check.expect else "undecided" if found == "undecided" else "outcome"

    return _tried(differs)


def control_differs(name: str) -> str:
    """How the controls differ from being rejected: control, undecided or raised; empty if they do not, or are none."""
    if is_theorems(name):
        return ""
    check = all_checks()[name]
    names = {"rejected": "", "not rejected": "control", "undecided": "undecided", "crashed": "raised"}
    return _tried(lambda: names[control_status(check)[0]])


def _tried(differs: Callable[[], str]) -> str:
    try:
        return differs()
    except Exception:
        return "raised"
