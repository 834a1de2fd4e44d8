"""`blindavg mutants`: the kill matrix and the museum of real bugs, as tables or JSON."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from paper_claims.report.markdown import json_text
from paper_claims.report.terminal import console
from proofs_check.museum.exhibits import EXHIBITS, Exhibit
from proofs_check.mutants.first_tries import remember
from proofs_check.mutants.kept import keep
from proofs_check.mutants.matrix import Matrix, kill_matrix
from proofs_check.mutants.noticing import PLAIN
from reference.errors import reject, require_whole

SHOWN_KILLERS = 3


def add_command(commands: Any) -> None:
    summary = "wrong formulas on purpose, and the checks that notice: the kill matrix"
    command = commands.add_parser(
        "mutants",
        help=summary,
        description=summary.capitalize() + ".",
        epilog="example: blindavg mutants smoothness_softmax --every-check",
    )
    command.add_argument(
        "functions", metavar="FUNCTION", nargs="*", help="a function of reference/formulas/ (default: all)"
    )
    command.add_argument(
        "--every-check", action="store_true", help="run every check that can notice, not only up to the first"
    )
    command.add_argument(
        "--remember",
        action="store_true",
        help="with the whole matrix: write down which checks to try first, which makes the next one fast",
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes to use"
    )


def run(options: argparse.Namespace, folder: Path) -> int:
    """Print the matrix; a whole one is kept in the folder, for the audit."""
    require_whole(
        "--jobs", "the number of processes", options.jobs, at_least=1, because="mutants need one to run in"
    )
    if options.remember and options.functions:
        raise reject(
            "--remember",
            "writing down which checks to try first",
            "must stand without FUNCTION",
            " ".join(options.functions),
            because="only a whole matrix knows the checks of every function",
        )
    matrix = matrix_with_progress(options.functions, options.jobs, options.every_check)
    if not options.functions:
        keep(matrix, folder)
        if options.remember:
            remember(((m.function, m.kills) for m in matrix.with_status("killed")), PLAIN)
    caught = {exhibit.name: exhibit.caught() for exhibit in EXHIBITS}
    if options.json:
        print(json_text(as_json(matrix, caught)), end="")
    else:
        print_matrix(matrix, console())
        if not options.functions:
            print_museum(caught, console())
        for problem in matrix.problems:
            console(stderr=True).print(f"problem: {problem}", markup=False)
    return 1 if matrix.survivors or matrix.problems or not all(caught.values()) else 0


def matrix_with_progress(functions: list[str], jobs: int, every_check: bool = False) -> Matrix:
    """The kill matrix, with a progress bar where there is a terminal to show it."""
    screen = console(stderr=True)
    columns = (TextColumn("changing formulas"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("mutants", total=None)
        return kill_matrix(
            functions,
            jobs,
            every_check,
            planned=lambda total: progress.update(task, total=total),
            finished=lambda: progress.advance(task),
        )


def as_json(matrix: Matrix, caught: dict[str, bool]) -> dict[str, Any]:
    return {
        "summary": matrix.summary(),
        "problems": list(matrix.problems),
        "mutants": [
            {
                "name": m.name,
                "function": m.function,
                "change": m.change,
                "status": m.status,
                "kills": m.kills,
                "shown_equal": m.how,
            }
            for m in matrix.judged
        ],
        "museum": [exhibit_json(exhibit, caught[exhibit.name]) for exhibit in EXHIBITS],
    }


def exhibit_json(exhibit: Exhibit, caught: bool) -> dict[str, Any]:
    return {
        "name": exhibit.name,
        "happened": exhibit.happened,
        "report": exhibit.report or None,
        "caught_by": exhibit.caught_by,
        "caught": caught,
    }


def print_matrix(matrix: Matrix, out: Console) -> None:
    """A row for each function, then every survivor, then the proofs that the equivalent ones rest on."""
    table = Table(
        "function", "mutants", "killed", "equal", "left", "by", box=SIMPLE, pad_edge=False, show_edge=False
    )
    for function in dict.fromkeys(mutant.function for mutant in matrix.judged):
        rows = [mutant for mutant in matrix.judged if mutant.function == function]
        counts = [sum(m.status == status for m in rows) for status in ("killed", "equivalent", "survivor")]
        killers = matrix.killers(function)
        more = f" and {len(killers) - SHOWN_KILLERS} more" if len(killers) > SHOWN_KILLERS else ""
        left = f"[red]{counts[2]}[/red]" if counts[2] else "0"
        table.add_row(
            function,
            str(len(rows)),
            str(counts[0]),
            str(counts[1]),
            left,
            escape(", ".join(killers[:SHOWN_KILLERS]) + more),
        )
    out.print(table)
    for mutant in matrix.with_status("survivor"):
        out.print(f"[red]survivor[/red] {escape(mutant.name)}: {escape(mutant.change)}")
    total = matrix.summary()
    out.print(
        f"\n{total['total']} mutants: {total['killed']} killed by a proof, a witness, a property or the kernel, "
        f"{total['equivalent']} proved equal to the formula, {len(total['survivors'])} left"
    )


def print_museum(caught: dict[str, bool], out: Console) -> None:
    out.print("\n[bold]Museum of real bugs[/bold] (rebuilt in our own words)")
    table = Table(
        "mistake", "what happened", "report", "caught by", box=SIMPLE, pad_edge=False, show_edge=False
    )
    for exhibit in EXHIBITS:
        by = exhibit.caught_by if caught[exhibit.name] else "[red]nothing[/red]"
        table.add_row(escape(exhibit.name), escape(exhibit.happened), escape(exhibit.report or "-"), by)
    out.print(table)
