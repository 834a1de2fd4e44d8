"""`blindavg replay`: the counterexamples and proofs of a statement, recomputed, each with its file and line."""

from __future__ import annotations

import argparse
from typing import Any

from paper_claims.audit.judging import Judged, row_json
from paper_claims.audit.runner import place
from paper_claims.commands.shared import (
    Commands,
    add_jobs,
    add_json,
    add_labels,
    audited,
    print_json,
    print_problems,
)
from paper_claims.output import console
from paper_claims.report.terminal import print_replay


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
    result = audited(options, fresh=True)
    if options.json:
        print_json([as_json(j) for j in result.judged])
    else:
        for j in result.judged:
            print_replay(j, console())
    print_problems(result.problems)
    return 1 if result.problems else 0


def as_json(j: Judged) -> dict[str, Any]:
    """The rows with what they show, their numbers, and the place of each check."""
    rows = [
        row_json(row) | {"shows": row.says, "witness": row.witness, "file": place(row.check)}
        for row in j.rows
    ]
    return {"label": j.entry.label, "verdict": j.verdict, "replayed": rows}
