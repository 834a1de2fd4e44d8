"""The process that runs the checks: it loads the proof tools once and forks a child for every few checks.

It reads {"names", "jobs", "time_limit", "work"} as JSON from standard input and writes one JSON line per finished
check. It has no threads and no state of the caller, so that a fork is safe.
"""

from __future__ import annotations

import importlib
import itertools
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from proofs_check.method import engines, smt
from proofs_check.method.check import all_checks, control_status, in_one_line
from proofs_check.method.engines import place, written_to
from proofs_check.method.workers import interrupt_waits

Result = dict[str, Any]
Value = TypeVar("Value")
WAITING = 10
PACKAGES = Path(__file__).resolve().parents[2]
KEEPS_MEMORY = {  # glibc gives memory back to the system after each of z3's contexts, and fetches it again for the next
    "MALLOC_TRIM_THRESHOLD_": "1000000000",
    "MALLOC_MMAP_THRESHOLD_": "1000000000",
    "MALLOC_TOP_PAD_": "67108864",
}
QUIETLY = """
import signal, sys
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
import os, runpy
try:
    runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
except BrokenPipeError:
    os._exit(1)
"""  # Ctrl-C reaches every process of a command: only the first one says so, and none where it is ignored
STARTED: set[subprocess.Popen[str]] = set()
CONTEXT: Any = multiprocessing.get_context(
    "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
)


def answers_of(module: str, order: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a process of its own, started on this module with this order, answers line by line."""
    command = [sys.executable, "-P", "-c", QUIETLY, module]
    search = os.pathsep.join([str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])])
    with interrupt_waits():
        started = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": search} | KEEPS_MEMORY,
            text=True,
        )
    with started as pool:
        STARTED.add(pool)
        assert pool.stdin is not None
        assert pool.stdout is not None
        try:
            pool.stdin.write(json.dumps(order))
            pool.stdin.close()
            yield from map(json.loads, pool.stdout)
        except BaseException:
            pool.kill()
            raise
        finally:
            STARTED.discard(pool)


def given_order() -> dict[str, Any]:
    """In a process that `answers_of` has started: what it has to do. Without any, its caller was interrupted."""
    return dict(json.loads(sys.stdin.read() or sys.exit()))


def beside(work: Callable[[], Value]) -> Callable[[], Value]:
    """Runs in a thread that nobody waits for when a command is interrupted; the call of what it returns waits for it."""
    found: Future[Value] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    Thread(target=run, daemon=True).start()
    return found.result


@dataclass
class _Job:
    """A child and the names it has not answered yet; the deadline is that of the first."""

    names: list[Any]
    process: Any
    receiver: Connection
    deadline: float


def run_all(
    names: Iterable[Any],
    jobs: int,
    time_limit: float,
    work: Callable[[Any], Result],
    batches: Iterable[Iterable[Any]] | None = None,
) -> Iterator[Result]:
    """The results as they come in; a child that dies or exceeds its time is reported as such.

    The limit is in seconds of computing, and WAITING times as many on the clock for a child that does not compute.

    A fork takes as long as a small check, so a child may take a batch. What a child leaves undone when it dies starts anew,
    and a result that is the `last` of its batch ends it.
    """
    waiting = filter(None, map(list, batches or ([name] for name in names)))  # made when it is their turn
    undone: list[list[Any]] = []
    running: list[_Job] = []
    while True:
        while len(running) < jobs and (batch := undone.pop() if undone else next(waiting, None)):
            running.append(_start(batch, time_limit, work))
        if not running:
            return
        soonest = min(job.deadline for job in running)
        ready = wait([job.receiver for job in running], timeout=max(0.0, soonest - time.monotonic()))
        for job in list(running):
            if job.receiver not in ready and time.monotonic() < job.deadline:
                continue
            name = job.names.pop(0)
            result, alive = _collect(job, job.receiver in ready)
            job.deadline = time.monotonic() + WAITING * time_limit
            if result.get("last"):
                job.names.clear()
            if not alive or not job.names:
                job.process.join()
                running.remove(job)
                undone += [job.names] if job.names else []
            yield {"name": name, **result}


def in_batches(names: list[str], together: int = 6) -> Iterator[list[str]]:
    """Neighbours in a module share a child; all rows of the kernel do, since each leaf loads the same theorems."""
    for module, group in itertools.groupby(names, key=lambda name: name.rpartition(".")[0]):
        found = list(group)
        size = len(found) if module == "coq" else together
        yield from (found[i : i + size] for i in range(0, len(found), size))


def run_one(name: str) -> Result:
    """One check and its control, as plain data."""
    check, engines.asking = all_checks()[name], name
    outcome = check.run()
    control, why = control_status(check)
    return {
        "outcome": outcome.result,
        "control": control,
        "detail": why or outcome.detail,
        "witness": outcome.witness,
        "quantified": outcome.quantified,
    }


def _start(names: list[Any], time_limit: float, work: Callable[[Any], Result]) -> _Job:
    receiver, sender = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_child, args=(names, sender, time_limit, work), daemon=True)
    process.start()
    sender.close()
    return _Job(names, process, receiver, time.monotonic() + WAITING * time_limit)


@contextmanager
def computing_limit(seconds: float) -> Iterator[None]:
    """The system ends this process after so many seconds of its own computing, however busy the machine is.

    No handler could: z3 hears of nothing inside a call.
    """
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    before, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, before)


def in_a_child(work: Callable[[], Any], seconds: float) -> Any:
    """What this work answers, as plain data; None if it takes more seconds of computing, and if it ends without an answer.

    A child of the pool may start one, too.
    """
    receiver, sender = os.pipe()
    child = os.fork()
    if not child:
        try:
            with computing_limit(seconds):
                result = json.dumps(work()).encode()
            with suppress(BrokenPipeError):  # nobody waits for it any more
                os.write(sender, result)
        except Exception as error:
            print(in_one_line(error), file=sys.stderr, flush=True)
        finally:
            os._exit(0)
    os.close(sender)
    with open(receiver, encoding="utf-8") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else None


def _child(names: list[Any], sender: Connection, time_limit: float, work: Callable[[Any], Result]) -> None:
    for name in names:
        try:
            with computing_limit(time_limit):
                result = work(name)
        except Exception as error:
            result = {"outcome": "crashed", "control": "crashed", "detail": in_one_line(error)}
        try:
            sender.send(result)
        except BrokenPipeError:  # nobody waits for it any more
            return
        if result.get("last"):
            return


def _collect(job: _Job, answered: bool) -> tuple[Result, bool]:
    """The next result of a child, and whether the child lives on."""
    stopped = {"outcome": "timed out", "control": "timed out", "detail": "stopped at the time limit"}
    if not answered:
        job.process.kill()
        return stopped, False
    try:
        return job.receiver.recv(), True
    except EOFError:
        job.process.join()
        if job.process.exitcode == -signal.SIGPROF:
            return stopped, False
        detail = f"the process ended without an answer (exit code {job.process.exitcode})"
        return {"outcome": "crashed", "control": "crashed", "detail": detail}, False


def main() -> None:
    order = given_order()
    all_checks()
    module, _, function = order["work"].partition(":")
    work = getattr(importlib.import_module(module), function)
    answers, sys.stdout = sys.stdout, sys.stderr  # what a check prints must not mix with the answers
    names = order["names"]
    with written_to(place("checks"), smt):
        for result in run_all(names, order["jobs"], order["time_limit"], work, in_batches(names)):
            print(json.dumps(result), file=answers, flush=True)


if __name__ == "__main__":
    main()
