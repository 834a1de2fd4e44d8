"""`blindavg show`: one statement with its verdict, its printed steps, and every check with its file and line."""

from __future__ import annotations

import argparse
from typing import Any

from paper_claims.audit.judging import Judged, claim_json
from paper_claims.audit.runner import place
from paper_claims.commands.shared import (
    Commands,
    add_jobs,
    add_json,
    add_labels,
    audited,
    print_json,
    print_problems,
    require_left_out,
)
from paper_claims.output import console
from paper_claims.report.terminal import print_claim, print_proof, print_summary
from paper_claims.report.theorems import stated


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "show",
        example="blindavg show thm:smooth_softmax",
    )
    add_labels(command, "+")
    command.add_argument(
        "--proof", action="store_true", help="the tree of theorems that state it, with their premises"
    )
    command.add_argument(
        "--all", action="store_true", help="every printed step and every check with its place"
    )
    add_json(command)
    add_jobs(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.json or options.proof:
        why = "JSON and proofs are never shortened"
        require_left_out(options, ["all"], because=why)
    result = audited(options, proofs=options.proof)
    if options.json:
        print_json([as_json(j, result.standing[j.entry.label], options.proof) for j in result.judged])
    else:
        for j in result.judged:
            if options.proof:
                print_proof(j, console())
            else:
                (print_claim if options.all else print_summary)(j, result.standing[j.entry.label], console())
    print_problems(result.problems)
    return 1 if result.problems else 0


def as_json(j: Judged, standing: str, proofs: bool) -> dict[str, Any]:
    """As in audit.json, and the place of every check; with `proofs` the theorems in full."""
    found = claim_json(j, standing) | ({"theorems": stated(j)} if proofs else {})
    return found | {"evidence": [row | {"file": place(row["check"])} for row in found["evidence"]]}
