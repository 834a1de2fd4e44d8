"""Checks in parallel processes: one that crashes or hangs never takes the rest down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from paper_claims.verdict import Row
from proofs_check.evidence import Check, all_checks

TIME_LIMIT = 120.0  # seconds for a check with its control, before it counts as hung
PACKAGES = Path(__file__).resolve().parents[1]


def run_checks(
    names: Iterable[str],
    jobs: int | None = None,
    finished: Callable[[str], None] = lambda name: None,
    time_limit: float = TIME_LIMIT,
    work: str = "paper_claims.pool:run_one",
) -> list[Row]:
    """The rows of these checks, in the order of their names, however the processes finish.

    `work` names the function that runs one check; tests name one that crashes or hangs.
    """
    wanted = sorted(names)
    order = {"names": wanted, "jobs": jobs or os.cpu_count() or 1, "time_limit": time_limit, "work": work}
    results: dict[str, dict[str, Any]] = {}
    for result in answers_of("paper_claims.pool", order):
        name = result.pop("name")
        results[name] = result
        finished(name)
    lost = {
        "outcome": "crashed",
        "control": "crashed",
        "detail": "the process that runs the checks ended early",
    }
    checks = all_checks()
    return [row_of(checks[name], results.get(name, lost)) for name in wanted]


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


def row_of(check: Check, result: dict[str, Any]) -> Row:
    return Row(
        check=check.name,
        label=check.label,
        about=check.about,
        method=check.method,
        outcome=result["outcome"],
        universal=check.universal,
        expect=check.expect,
        concludes=check.concludes,
        needs=check.needs,
        scope=check.scope,
        control=result["control"],
        says=check.says,
        detail=result.get("detail", ""),
        witness=result.get("witness"),
    )
