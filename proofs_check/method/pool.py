"""The process that runs the checks: it loads the proof tools once and forks one child per check.

It reads {"names", "jobs", "time_limit", "work"} as JSON from standard input and writes one JSON line per finished
check. It has no threads and no state of the caller, so that a fork is safe and every check starts from the same state.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from proofs_check.method.check import all_checks, control_status, in_one_line

Result = dict[str, Any]
PACKAGES = Path(__file__).resolve().parents[2]
CONTEXT: Any = multiprocessing.get_context(
    "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
)


def answers_of(module: str, order: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a process of its own, started on this module with this order, answers line by line."""
    search = os.pathsep.join([str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])])
    with subprocess.Popen(
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": search},
        text=True,
    ) as pool:
        assert pool.stdin is not None
        assert pool.stdout is not None
        try:
            pool.stdin.write(json.dumps(order))
            pool.stdin.close()
            yield from map(json.loads, pool.stdout)
        except BaseException:
            pool.kill()
            raise


@dataclass
class _Job:
    name: str
    process: Any
    receiver: Connection
    deadline: float


def run_all(
    names: list[str], jobs: int, time_limit: float, work: Callable[[str], Result]
) -> Iterator[Result]:
    """The results as they come in; a child that dies or exceeds its time is reported as such."""
    waiting = list(reversed(names))
    running: list[_Job] = []
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(_start(waiting.pop(), time_limit, work))
        soonest = min(job.deadline for job in running)
        ready = wait([job.receiver for job in running], timeout=max(0.0, soonest - time.monotonic()))
        for job in list(running):
            if job.receiver in ready or time.monotonic() >= job.deadline:
                running.remove(job)
                yield {"name": job.name, **_collect(job, job.receiver in ready)}


def run_one(name: str) -> Result:
    """One check and its control, as plain data."""
    check = all_checks()[name]
    outcome = check.run()
    control, why = control_status(check)
    return {
        "outcome": outcome.result,
        "control": control,
        "detail": why or outcome.detail,
        "witness": outcome.witness,
        "quantified": outcome.quantified,
    }


def _start(name: str, time_limit: float, work: Callable[[str], Result]) -> _Job:
    receiver, sender = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_child, args=(name, sender, work), daemon=True)
    process.start()
    sender.close()
    return _Job(name, process, receiver, time.monotonic() + time_limit)


def _child(name: str, sender: Connection, work: Callable[[str], Result]) -> None:
    try:
        result = work(name)
    except Exception as error:
        result = {"outcome": "crashed", "control": "crashed", "detail": in_one_line(error)}
    sender.send(result)


def _collect(job: _Job, answered: bool) -> Result:
    if not answered:
        job.process.kill()
        job.process.join()
        return {"outcome": "timed out", "control": "timed out", "detail": "stopped at the time limit"}
    try:
        result: Result = job.receiver.recv()
    except EOFError:
        job.process.join()
        detail = f"the process ended without an answer (exit code {job.process.exitcode})"
        return {"outcome": "crashed", "control": "crashed", "detail": detail}
    job.process.join()
    return result


def main() -> None:
    order = json.load(sys.stdin)
    all_checks()
    module, _, function = order["work"].partition(":")
    work = getattr(importlib.import_module(module), function)
    answers, sys.stdout = sys.stdout, sys.stderr  # what a check prints must not mix with the answers
    for result in run_all(order["names"], order["jobs"], order["time_limit"], work):
        print(json.dumps(result), file=answers, flush=True)


if __name__ == "__main__":
    main()
