"""`blindavg loss FILE`: a loss of your own, from its formula to a theorem or a counterexample."""

from __future__ import annotations

import argparse
from pathlib import Path

from paper_claims.commands.shared import Commands, add_json, print_json, require_folder, require_left_out
from paper_claims.output import console
from paper_claims.report.files import write_page
from reference.errors import InvalidInput, reject
from reference.loss_files.file import read

PAGES = Path("build/audit/losses")
GALLERY = """# Losses

`blindavg loss FILE` judges a file, and `blindavg loss --table losses` prints this page. The `bad-` files are wrong on purpose.
"""


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "loss",
        description="Judge a loss file: its constants, what it claims, its instance of Theorem R, and neighbours that come "
        "close. Exit code 0: proved, 1: refuted or undecided, 2: bad input.",
        example="blindavg loss losses/huber-svm.toml",
    )
    command.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a loss file (TOML)")
    add_json(command)
    command.add_argument(
        "--out", type=Path, metavar="DIR", help=f"where to write the page of the report (default: {PAGES})"
    )
    command.add_argument("--table", type=Path, metavar="DIR", help="all loss files of a folder as one table")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if (options.file is None) == (options.table is None):
        raise InvalidInput("FILE or --table (what to judge) must be given, one and not both")
    if options.table is not None:
        require_left_out(options, ["json", "out"], because="the table is Markdown")
        print(*gallery(options.table), sep="\n")
        return 0
    folder = options.out or PAGES
    require_folder("--out", folder)
    file = read(options.file)
    from paper_claims.report.loss import (
        described,
        html,
        print_loss,
    )  # here: it proves theorems, which takes seconds
    from proofs_check.losses.judged import PROVED, judge

    report = judge(file)
    page = folder / f"{options.file.stem}.html"
    write_page(page, html(report))
    if options.json:
        print_json(described(report))
    else:
        print_loss(report, console())
        console().print(f"\npage: {page}", markup=False)
    return 0 if report.outcome == PROVED else 1


def gallery(folder: Path) -> list[str]:
    """The page of a folder of loss files."""
    files = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    if not files:
        raise reject(
            "--table", "a folder of loss files", "must hold .toml files", str(folder), "none is there"
        )
    from paper_claims.report.loss import table
    from proofs_check.losses.judged import judge

    files.sort(key=lambda path: path.stem.startswith("bad-"))
    return [*GALLERY.splitlines(), "", *table((path.stem, judge(read(path))) for path in files)]
