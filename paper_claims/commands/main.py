"""The `blindavg` command. Exit code 0: fine, 1: a check failed, 2: bad input."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from accountant.gaussian.second_engine import EngineDisagreement
from paper_claims.audit.judging import Audit, audit, checks_for, claim_json, row_json, with_mutants
from paper_claims.commands import accountant as accountant_cli
from paper_claims.commands import certify as certify_cli
from paper_claims.commands import completion as contents
from paper_claims.commands import dpsgd as dpsgd_cli
from paper_claims.commands import experiment as experiment_cli
from paper_claims.commands import kernel as kernel_cli
from paper_claims.commands import mutants as mutants_cli
from paper_claims.commands import probe as probe_cli
from paper_claims.commands import train as train_cli
from paper_claims.registry.files import load
from paper_claims.registry.record import Registry
from paper_claims.report.markdown import json_text, write_report
from paper_claims.report.terminal import console, print_audit, print_claim, print_replay
from proofs_check.mutants.kept import kept
from reference.errors import InvalidInput, ProtocolError, require_whole

REPORT = Path("build/audit")


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise InvalidInput(f"{message} (see {self.prog} --help)")


def parser() -> Parser:
    top = Parser(
        prog="blindavg",
        usage="blindavg COMMAND [options]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="`blindavg COMMAND --help` has options and an example; example: blindavg replay thm:smooth_softmax",
    )
    commands = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS, prog="blindavg"
    )
    for name, summary in (
        ("audit", "run the checks, print the verdict table, write the report"),
        ("show", "one statement with its verdict, printed steps and evidence"),
        ("replay", "its counterexamples and proofs, recomputed from scratch"),
    ):
        example = f"example: blindavg {name} thm:smooth_softmax"
        command = commands.add_parser(
            name, help=summary, description=summary.capitalize() + ".", epilog=example
        )
        command.add_argument(
            "labels",
            metavar="LABEL",
            nargs="*" if name == "audit" else "+",
            help="a LaTeX label of the paper, e.g. lem:max_smoothness"
            + (" (default: all)" if name == "audit" else ""),
        )
        command.add_argument("--json", action="store_true", help="print JSON instead of text")
        command.add_argument(
            "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes to use"
        )
        if name == "audit":
            command.add_argument(
                "--all", action="store_true", help="also list the statements that are not judged yet"
            )
            command.add_argument(
                "--out",
                type=Path,
                metavar="DIR",
                help=f"where to write the report (default: {REPORT} for a whole audit, else nowhere)",
            )
    mutants_cli.add_command(commands)
    kernel_cli.add_command(commands)
    accountant_cli.add_commands(commands)
    certify_cli.add_command(commands)
    dpsgd_cli.add_command(commands)
    probe_cli.add_command(commands)
    train_cli.add_command(commands)
    experiment_cli.add_command(commands)
    contents.add_command(commands)
    top.description = (
        "An executable audit of the paper 'Private Blind Model Averaging'.\n\n"
        + contents.table_of_contents(top)
    )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return run(arguments)
    except InvalidInput as error:
        print(f"blindavg: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except ProtocolError as error:
        print(f"blindavg: {error}", file=sys.stderr)
        return 1
    except EngineDisagreement as error:
        print(f"blindavg: the two engines disagree, so there is no answer: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def run(arguments: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? for them
    top = parser()
    options = top.parse_args(arguments)
    if options.command in ("delta", "epsilon", "sigma"):
        return accountant_cli.run(options)
    if options.command == "certify":
        return certify_cli.run(options)
    if options.command == "dpsgd":
        return dpsgd_cli.run(options)
    if options.command == "probe":
        return probe_cli.run(options)
    if options.command == "train":
        return train_cli.run(options)
    if options.command == "experiment":
        return experiment_cli.run(options)
    if options.command == "kernel":
        return kernel_cli.run_command(options)
    if options.command == "completion":
        return contents.run(options, top)
    if options.command == "mutants":
        return mutants_cli.run(options, REPORT)
    require_whole(
        "--jobs", "the number of processes", options.jobs, at_least=1, because="checks need one to run in"
    )
    registry = load()
    result = audit_with_progress(registry, options.labels, options.jobs)
    if options.command == "audit":
        if not options.labels and (matrix := kept(REPORT)):
            result = with_mutants(result, matrix)
        folder = options.out or (None if options.labels else REPORT)
        if folder:
            write_report(result, folder)
        if options.json:
            print(json_text(result.to_json()), end="")
        else:
            print_audit(result, console(), options.all or bool(options.labels))
            if folder:
                console().print(
                    f"\nreport: {folder / 'index.html'}, the same in AUDIT.md and audit.json beside it"
                )
        report_problems(result, options.json)
    elif options.json:
        print(json_text([described(result, options.command, i) for i in range(len(result.judged))]), end="")
    else:
        for j in result.judged:
            if options.command == "show":
                print_claim(j, result.standing[j.entry.label], console())
            else:
                print_replay(j, console())
        for problem in result.problems:
            console(stderr=True).print(f"problem: {problem}", markup=False)
    return 1 if result.problems else 0


def audit_with_progress(registry: Registry, labels: list[str], jobs: int) -> Audit:
    """The audit, with a progress bar where there is a terminal to show it."""
    screen = console(stderr=True)
    total = len(checks_for(registry, registry.select(labels)))
    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("checks", total=total)
        return audit(
            registry,
            labels,
            jobs,
            finished=lambda name: progress.advance(task),
            tell=lambda text: screen.print(text, markup=False, soft_wrap=True),
        )


def described(result: Audit, command: str, position: int) -> dict[str, object]:
    """A statement as JSON: as in audit.json for `show`, the recomputed rows with their numbers for `replay`."""
    j = result.judged[position]
    if command == "show":
        return claim_json(j, result.standing[j.entry.label])
    rows = [row_json(row) | {"shows": row.says, "witness": row.witness} for row in j.rows]
    return {"label": j.entry.label, "verdict": j.verdict, "replayed": rows}


def report_problems(result: Audit, as_json: bool) -> None:
    if as_json:
        for problem in result.problems:
            print(f"problem: {problem}", file=sys.stderr)
