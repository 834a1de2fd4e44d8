"""`blindavg audit`: run the checks, print the verdict table, write the report."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path

from paper_claims.audit.judging import with_mutants
from paper_claims.commands.shared import (
    Commands,
    add_fresh,
    add_jobs,
    add_json,
    add_labels,
    audited,
    print_json,
    print_problems,
    require_folder,
    require_left_out,
)
from paper_claims.output import console
from paper_claims.report.files import write_report
from paper_claims.report.terminal import print_audit
from proofs_check.coq import compiler as coq
from proofs_check.mutants.kept import kept

REPORT = Path("build/audit")


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "audit",
        "run the checks, print the verdict table, write the report",
        example="blindavg audit thm:smooth_softmax",
    )
    add_labels(command, "*", " (default: all)")
    add_json(command)
    add_jobs(command)
    add_fresh(command)
    command.add_argument(
        "--all", action="store_true", help="also list the statements that are not judged yet"
    )
    command.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help=f"where to write the report (default: {REPORT} for a whole audit, else nowhere)",
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Exit code 1 if the evidence does not bear out what a claim file asserts."""
    if options.labels or options.json:
        why = "JSON lists every statement" if options.json else "the named statements are listed anyway"
        require_left_out(options, ["all"], because=why)
    folder = options.out or (None if options.labels else REPORT)
    if folder:
        require_folder("--out", folder)
    with coq.compiled_anew() if options.fresh and coq.version() else nullcontext():
        result = audited(options)
    if not options.labels and (matrix := kept(REPORT)):
        result = with_mutants(result, matrix)
    if folder:
        write_report(result, folder)
    if options.json:
        print_json(result.to_json())
        print_problems(result.problems)
    else:
        print_audit(result, console(), options.all or bool(options.labels))
        if folder:
            console().print(
                f"\nreport: {folder / 'index.html'}, the same in AUDIT.md and audit.json beside it"
            )
    return 1 if result.problems else 0
