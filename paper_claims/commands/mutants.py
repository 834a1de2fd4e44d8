"""`blindavg mutants`: the kill matrix and the museum of real bugs, as tables or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from paper_claims.audit.runner import prove_theorems
from paper_claims.commands.audit import REPORT
from paper_claims.commands.shared import (
    Commands,
    add_jobs,
    add_json,
    jobs,
    print_json,
    print_problems,
    require_left_out,
)
from paper_claims.output import console, progress_bar
from proofs_check.logic.statements import PREMISE_LIMIT
from proofs_check.museum.exhibits import EXHIBITS, Exhibit
from proofs_check.mutants.first_tries import remember
from proofs_check.mutants.kept import keep
from proofs_check.mutants.matrix import THEOREMS, Matrix, kill_matrix
from proofs_check.mutants.noticing import PLAIN
from reference.errors import reject

SHOWN_KILLERS = 3


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "mutants",
        example="blindavg mutants smoothness_softmax --every-check",
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
    command.add_argument(
        "--premises",
        action="store_true",
        help="instead of formulas: every theorem that states a claim without each of its premises",
    )
    add_json(command)
    add_jobs(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the matrix; a whole one is kept in the folder of the report, for the audit."""
    processes = jobs(options)
    if options.premises:
        because = "--premises changes no formula"
        if options.functions:
            raise reject("FUNCTION", "a formula", "must be left out", options.functions[0], because)
        require_left_out(options, ["every-check", "remember"], because=because)
        return dropped_premises(options.json, processes)
    if options.remember and options.functions:
        raise reject(
            "--remember",
            "writing down which checks to try first",
            "must stand without FUNCTION",
            " ".join(options.functions),
            because="only a whole matrix knows the checks of every function",
        )
    matrix = matrix_with_progress(options.functions, processes, options.every_check)
    if not options.functions:
        if options.remember:
            killed = [m for m in matrix.with_status("killed") if m.function != THEOREMS]
            remember(((m.function, m.kills) for m in killed), PLAIN)
        keep(matrix, REPORT)  # last: its key counts what is remembered
    caught = {exhibit.name: exhibit.caught() for exhibit in EXHIBITS}
    if options.json:
        print_json(as_json(matrix, caught))
    else:
        print_matrix(matrix, console())
        if not options.functions:
            print_museum(caught, console())
        print_problems(matrix.problems)
    return 1 if matrix.survivors or matrix.problems or not all(caught.values()) else 0


def dropped_premises(json: bool, processes: int) -> int:
    """Every theorem without each of its premises: what its proof then lacks. A premise that nothing needs is a defect."""
    rows, problems = prove_theorems(None, premises=True, jobs=processes)
    theorems = list({row.theorem["name"]: row.theorem for row in rows if row.theorem}.values())
    unanswered = f"gets no answer within {PREMISE_LIMIT:.0f} s of computing"
    idle = [
        f"{found['name']} ({found['place']}): {slug!r} is not needed, tighten the theorem"
        if lacks == ""
        else f"{found['name']} ({found['place']}): without {slug!r} it {unanswered}"
        for found in theorems
        for slug, lacks in found["dropped"].items()
        if not lacks
    ]
    if json:
        keys = ("label", "name", "place", "dropped")
        print_json([{key: found[key] for key in keys} for found in theorems])
    else:
        for found in theorems:
            print_dropped(found, console())
        total = sum(len(found["dropped"]) for found in theorems)
        console().print(f"\n{len(theorems)} theorems, {total} premises dropped, {total - len(idle)} rejected")
    print_problems([*problems, *idle])
    return 1 if problems or idle else 0


def print_dropped(theorem: Mapping[str, Any], out: Console) -> None:
    """A theorem, and for each of its premises what the proof lacks without it."""
    out.print(f"\n{theorem['name']} ({theorem['place']})", markup=False, soft_wrap=True)
    for slug, lacks in theorem["dropped"].items():
        idle = "no answer" if lacks is None else "goes through: the premise is not needed"
        shown = f"lacks: {escape(lacks)}" if lacks else f"[red]{idle}[/red]"
        out.print(f"  without {slug:26} {shown}", soft_wrap=True)


def matrix_with_progress(functions: list[str], jobs: int, every_check: bool = False) -> Matrix:
    """The kill matrix, with a progress bar."""
    with progress_bar("changing formulas") as progress:
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
        "library": exhibit.library,
        "happened": exhibit.happened,
        "cause": exhibit.cause,
        "impact": exhibit.impact,
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
        "piece",
        "what happened",
        "cause, impact",
        "report",
        "caught by",
        box=SIMPLE,
        pad_edge=False,
        show_edge=False,
    )
    for exhibit in EXHIBITS:
        by = exhibit.caught_by if caught[exhibit.name] else "[red]nothing[/red]"
        kind = f"{exhibit.cause}, {exhibit.impact}"
        table.add_row(exhibit.name, escape(exhibit.happened), kind, escape(exhibit.report or "-"), by)
    out.print(table)
