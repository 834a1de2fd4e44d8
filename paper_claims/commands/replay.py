"""`blindavg replay`: the counterexamples and proofs of a statement, recomputed, each with its file and line."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from paper_claims.audit.judging import Judged, checks_for, in_kernel, judge, own_of, row_json
from paper_claims.audit.kept import Kept
from paper_claims.audit.runner import place, run_checks
from paper_claims.commands.shared import (
    Commands,
    add_jobs,
    add_json,
    add_labels,
    jobs,
    print_json,
    print_problems,
    with_progress,
)
from paper_claims.output import console, progress_bar
from paper_claims.registry.files import load
from paper_claims.registry.record import Entry, Registry
from paper_claims.registry.verdict import Row
from paper_claims.report.terminal import print_counterexamples, print_replay
from proofs_check.method.check import all_checks


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "replay",
        example="blindavg replay thm:smooth_softmax",
    )
    add_labels(command, "+")
    add_json(command)
    add_jobs(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """The counterexamples first: they are there long before the proofs."""
    processes, registry = jobs(options), load()
    entries = registry.select(options.labels)
    kept = Kept(anew=own_of(registry, entries))
    known = _counterexamples(registry, entries, processes)
    if not options.json:
        for entry in entries:
            print_counterexamples(judge(entry, registry.claims.get(entry.label), known), console())
        sys.stdout.flush()
    result = with_progress(registry, options.labels, processes, False, kept, known)
    if options.json:
        print_json([as_json(j) for j in result.judged])
    else:
        for j in result.judged:
            print_replay(j, console(), {row.check for row in known})
    print_problems(result.problems)
    return 1 if result.problems else 0


def _counterexamples(registry: Registry, entries: list[Entry], processes: int) -> list[Row]:
    """What refutes the statements, except in Coq, which compiles first."""
    checks, labels = all_checks(), {entry.label for entry in entries}
    names = [
        name
        for name in checks_for(registry, entries) - in_kernel(set(checks))
        if checks[name].label in labels and checks[name].expect == "fails"
    ]
    with progress_bar("counterexamples") as progress:
        task = progress.add_task("counterexamples", total=len(names))
        return run_checks(names, jobs=processes, finished=lambda name: progress.advance(task))


def as_json(j: Judged) -> dict[str, Any]:
    """The rows with what they show, their numbers, and the place of each check."""
    rows = [
        row_json(row) | {"shows": row.says, "witness": row.witness, "file": place(row.check)}
        for row in j.rows
    ]
    return {"label": j.entry.label, "verdict": j.verdict, "replayed": rows}
