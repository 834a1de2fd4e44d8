"""`blindavg audit`: run the checks, print the verdict table, write the report."""

from __future__ import annotations

import argparse
import os
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path

from paper_claims.audit.judging import with_mutants
from paper_claims.audit.kept import Kept
from paper_claims.commands.shared import (
    Commands,
    add_fresh,
    add_jobs,
    add_json,
    add_labels,
    audited,
    jobs,
    print_json,
    print_problems,
    require_folder,
    require_left_out,
    with_progress,
)
from paper_claims.output import console
from paper_claims.registry.files import load, load_folder
from paper_claims.report.baseline import changes, read_baseline
from paper_claims.report.files import write_report, write_whole
from paper_claims.report.junit import junit
from paper_claims.report.page.figures import drawn
from paper_claims.report.terminal import print_audit
from proofs_check.coq import compiler as coq
from proofs_check.method.check import OUTSIDE
from proofs_check.method.pool import beside
from proofs_check.mutants.kept import kept
from reference.errors import reject

REPORT = Path("build/audit")
PARTS = ("contents.toml", "claims", "proofs")  # of a folder of claims about another paper


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "audit",
        example="blindavg audit thm:smooth_softmax",
    )
    add_labels(command, "*", " (default: all)")
    add_json(command)
    add_jobs(command)
    add_fresh(command)
    command.add_argument("--all", action="store_true", help="print every statement, not only the tally")
    command.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help=f"where to write the report (default: {REPORT} for a whole audit, else nowhere)",
    )
    command.add_argument(
        "--claims",
        type=Path,
        metavar="DIR",
        help="audit the claims of another paper: DIR holds contents.toml, claims/*.toml and proofs/*.py, which are run",
    )
    command.add_argument(
        "--junit", type=Path, metavar="FILE", help="also write a test case for each statement"
    )
    command.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="an earlier audit.json: print what has changed since, exit 1 if any",
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Exit code 1 if the evidence does not bear out what a claim file asserts."""
    if options.labels or options.json:
        why = "JSON lists every statement" if options.json else "the named statements are listed anyway"
        require_left_out(options, ["all"], because=why)
    if options.claims:
        return _elsewhere(options)
    folder = options.out or (None if options.labels else REPORT)
    if folder:
        require_folder("--out", folder)
    if options.junit:
        if options.junit.is_dir():
            why = "it is a folder"
            raise reject("--junit", "the test cases", "must be a file", str(options.junit), why)
        made = folder is not None and options.junit.parent.resolve() == folder.resolve()
        require_folder("--junit", options.junit.parent, there=not made)
    before = read_baseline(options.baseline) if options.baseline else None
    figures = beside(lambda: drawn(None if options.fresh else Kept(name="figures")) if folder else [])
    with coq.compiled_anew() if options.fresh and coq.version() else nullcontext():
        result = audited(options, fresh=options.fresh)
    if not options.labels and (matrix := kept(REPORT)):
        result = with_mutants(result, matrix)
    if folder:
        write_report(result, folder, figures())
    if options.junit:
        write_whole(options.junit, junit(result), "--junit")
    changed = [] if before is None else list(changes(before, result.to_json(), whole=not options.labels))
    if options.json:
        print_json(result.to_json())
        print_problems([*result.problems, *changed])
    else:
        print_audit(result, console(), options.all or bool(options.labels))
        if folder:
            console().print(f"report: {folder / 'index.html'}, the same in AUDIT.md and audit.json beside it")
        if before is not None:
            console().print(
                *(changed or ["nothing has changed since the baseline"]),
                sep="\n",
                markup=False,
                soft_wrap=True,
            )
    return 1 if result.problems or changed else 0


def _elsewhere(options: argparse.Namespace) -> int:
    """The audit of a folder outside this repository, by the same rules. Nothing of it is kept."""
    require_left_out(
        options,
        ["out", "fresh", "junit", "baseline"],
        because="--claims prints its table or JSON and keeps nothing",
    )
    folder = options.claims.resolve()
    for part in PARTS:
        if not (folder / part).exists():
            raise reject(
                "--claims",
                "a folder of claims",
                f"must hold {', '.join(PARTS)}",
                str(options.claims),
                f"{part} is missing",
            )
    proofs = folder / "proofs"
    for path in sorted(proofs.glob("*.py")):
        if not path.stem.isidentifier() or find_spec(path.stem) is not None:
            why = "a proof module is found by its name, so the name must be unique"
            raise reject("--claims", "a proof module", "must have another name", path.name, why)
    os.environ[OUTSIDE] = str(proofs)
    registry = load_folder(folder)
    taken = {entry.label for entry in load().entries} & {entry.label for entry in registry.entries}
    if taken:
        why = "the proofs of this repository would count for it"
        raise reject("--claims", "a label", "must not be one of this repository", min(taken), why)
    labels = options.labels or [entry.label for entry in registry.entries]
    result = with_progress(registry, labels, jobs(options), False, None)
    if options.json:
        print_json(result.to_json())
        print_problems(result.problems)
    else:
        print_audit(result, console(), True)
    return 1 if result.problems else 0
