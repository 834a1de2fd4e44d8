"""Independent jobs: each is a kind and plain parameters, each result is kept in a file, so that a run that was stopped goes on.

joblib spreads the jobs over processes; with the address of a Dask scheduler the same jobs go to its workers. A job's file
is named after a hash of its kind and parameters and holds both, the seed among them.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from joblib import delayed, parallel_config
from joblib.externals.loky import get_reusable_executor
from rich.progress import TextColumn, TimeRemainingColumn

from paper_claims.output import progress_bar
from proofs_check.method.workers import in_processes
from reference.errors import InvalidInput
from reference.versions import content_key

CODE = ("reference", "accountant", "paper_claims/experiments")  # results of other code are not used
Rows = list[dict[str, Any]]


@cache
def code_key() -> str:
    return content_key(CODE)


@dataclass(frozen=True)
class Job:
    """One of the functions `kind` in `measures.py`, and what it is called with (JSON values only)."""

    kind: str
    parameters: dict[str, Any]

    @property
    def text(self) -> str:
        """What the result depends on, which is not where features are kept."""
        parameters = {name: value for name, value in self.parameters.items() if name != "cache"}
        return json.dumps({"code": code_key(), "kind": self.kind, "parameters": parameters}, sort_keys=True)

    @property
    def key(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:24]


def run_jobs(
    jobs: Sequence[Job], folder: Path, workers: int = 1, dask: str | None = None, title: str = "jobs"
) -> list[Rows]:
    """The rows of every job, in the order of the jobs; only jobs without a kept result are run."""
    found = {job.key: rows for job in jobs if (rows := _kept(folder, job)) is not None}
    missing = list({job.key: job for job in jobs if job.key not in found}.values())
    with progress_bar(title, TextColumn("left"), TimeRemainingColumn()) as progress:
        task = progress.add_task(title, total=len(jobs), completed=len(jobs) - len(missing))
        for key, rows, seconds in _results(missing, workers, dask):
            _keep(folder, next(job for job in missing if job.key == key), rows, seconds)
            found[key] = rows
            progress.advance(task)
    return [found[job.key] for job in jobs]


def cpu_seconds(jobs: Sequence[Job], folder: Path) -> float:
    """What the kept results of these jobs took, each counted once, whenever that was."""
    return sum(float(_content(folder, job)["seconds"]) for job in {job.key: job for job in jobs}.values())


def cpu_of_all() -> float:
    """CPU seconds of this process and its workers so far; workers are ended, since the system counts no others."""
    get_reusable_executor().shutdown(wait=True)
    return sum(os.times()[:4])


def _results(jobs: list[Job], workers: int, dask: str | None) -> Iterator[tuple[str, Rows, float]]:
    """Results as they come in."""
    if not jobs:
        return
    with _backend(workers, dask) as many:
        tasks = (delayed(measured)(job.key, job.kind, job.parameters) for job in jobs)
        yield from in_processes(tasks, many, "generator_unordered")


@contextmanager
def _backend(workers: int, dask: str | None) -> Iterator[int]:
    if dask is None:
        yield workers
        return
    try:
        from distributed import Client
    except ImportError:
        raise InvalidInput("--dask (the cluster) needs dask: install the extra `dask`") from None
    try:
        client = Client(dask, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        raise InvalidInput(
            f"--dask (the cluster) must be the address of a scheduler, got {dask!r}: {error}"
        ) from None
    with client, parallel_config(backend="dask"):
        yield -1


def measured(key: str, kind: str, parameters: dict[str, Any]) -> tuple[str, Rows, float]:
    """Runs one job; what a worker process calls. Returns the CPU seconds, too."""
    measure = importlib.import_module("paper_claims.experiments.real.measures").MEASURES[kind]
    start = time.process_time()
    rows = measure(parameters)
    return key, rows, time.process_time() - start


def _kept(folder: Path, job: Job) -> Rows | None:
    try:
        content = _content(folder, job)
        rows: Rows = content["rows"]
        return rows if content["job"] == json.loads(job.text) and content["seconds"] >= 0 else None
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not there, or not whole: run it again


def _content(folder: Path, job: Job) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{job.key}.json").read_text(encoding="utf-8"))
    return found


def _keep(folder: Path, job: Job, rows: Rows, seconds: float) -> None:
    """Written beside and renamed, so that a file is whole or not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{job.key}.{os.getpid()}.part"
        content = {"job": json.loads(job.text), "seconds": seconds, "rows": rows}
        part.write_text(json.dumps(content, indent=1), encoding="utf-8")
        part.replace(folder / f"{job.key}.json")
    except OSError as error:
        raise InvalidInput(f"--out (the folder) must be writable, got {str(folder)!r}: {error}") from None
