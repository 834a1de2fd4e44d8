"""`blindavg kernel`: what the proof kernel accepts, on which axioms, and which wrong versions it rejects or proves false."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from paper_claims.commands.shared import Commands, add_json, print_json, print_problems, require_left_out
from paper_claims.output import console
from proofs_check.coq.recorded import RECORD, write
from proofs_check.coq.run import Run, run
from proofs_check.coq.theorems import CLAIMS
from reference.errors import InvalidInput


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "kernel",
        example="blindavg kernel --core",
    )
    command.add_argument(
        "--core", action="store_true", help="only what Coq checks without the library for certified numbers"
    )
    command.add_argument(
        "--record", action="store_true", help=f"keep the answers in {RECORD.name}, for machines without Coq"
    )
    add_json(command)
    command.set_defaults(run=run_command)


def run_command(options: argparse.Namespace) -> int:
    if options.core:
        require_left_out(options, ["record"], because="a record holds all theorems")
    found = run(options.core, tell=lambda text: print(text, file=sys.stderr))
    if not found.version:
        raise InvalidInput(
            f"coqc (the compiler of the proof kernel) must be on the PATH, got none: {found.missing}"
        )
    if options.json:
        print_json(as_json(found))
    else:
        print_run(found, console())
    problems = found.problems + _not_recorded(found) if options.record else found.problems
    print_problems(problems)
    return 1 if problems else 0


def _not_recorded(found: Run) -> list[str]:
    """Writes the record; why it was not written, if it was not."""
    try:
        write(found)
    except (ValueError, OSError) as error:
        return [f"not recorded: {error}"]
    return []


def as_json(found: Run) -> dict[str, Any]:
    return {
        "coq": found.version,
        "claims": [
            {
                "claim": f"{claim.page}.{claim.name}",
                "label": claim.label,
                "about": claim.about,
                "says": claim.says,
                "scope": claim.scope,
                "accepted": answer.accepted,
                "axioms": list(answer.axioms),
                "wrong_versions": [
                    {
                        "change": change,
                        "rejected": gone,
                        "shown_by": "its negation is proved"
                        if change in answer.refuted
                        else "only its proof fails",
                    }
                    for change, gone in answer.rejected.items()
                ],
            }
            for claim in CLAIMS
            if (answer := found.answers.get(claim.name))
        ],
        "planted_axiom_reported": found.planted_reported,
        "missing": found.missing or None,
        "problems": found.problems,
    }


def print_run(found: Run, out: Console) -> None:
    """A row for each claim, wrong versions that are not proved false, the axioms by name, and what was not run."""
    table = Table("theorem", "about", "axioms", "wrong versions", box=SIMPLE, pad_edge=False, show_edge=False)
    unproved = []
    levels: dict[str, tuple[str, ...]] = {}
    for claim in CLAIMS:
        if answer := found.answers.get(claim.name):
            levels[claim.level] = answer.axioms or levels.get(claim.level, ())
            wrong = f"{sum(answer.rejected.values())} of {len(claim.mutations)} rejected, {len(answer.refuted)} proved false"
            unproved += [
                f"{claim.name}: {change}" for change in answer.rejected if change not in answer.refuted
            ]
            mark = claim.level if answer.accepted else "[red]not accepted[/red]"
            table.add_row(f"{claim.page}.{claim.name}", escape(claim.label), mark, wrong)
    out.print(table)
    for change in unproved:
        out.print(f"only its proof fails: {change}", markup=False)
    for level, axioms in levels.items():
        out.print(f"{level}: {', '.join(name.rpartition('.')[2] for name in axioms)}")
    accepted = sum(answer.accepted for answer in found.answers.values())
    rejected = sum(sum(answer.rejected.values()) for answer in found.answers.values())
    refuted = sum(len(answer.refuted) for answer in found.answers.values())
    spent = os.times()
    planted = "is reported" if found.planted_reported else "is not reported"
    out.print(
        f"\nCoq {found.version} accepts {accepted} of {len(found.answers)} theorems and rejects {rejected} wrong versions, "
        f"{refuted} of them with a proof of the negation; a planted axiom {planted}; "
        f"{spent.children_user + spent.children_system:.1f} s of computing"
    )
    if found.missing:
        out.print(f"{len(CLAIMS) - len(found.answers)} theorems were not run here: {escape(found.missing)}")
