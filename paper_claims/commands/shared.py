"""What several commands take or print: --json, --jobs, labels, the audit behind them, options that must be left out."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paper_claims.audit.judging import Audit, audit, checks_for
from paper_claims.audit.kept import Kept
from paper_claims.output import console, json_text, progress_bar
from paper_claims.registry.files import load
from reference.errors import reject, require_whole


class Commands:
    """The subcommands of a section of the table of contents; each has a line there, a description and an example."""

    def __init__(self, actions: Any) -> None:
        self.actions = actions
        self.lines: dict[str, str] = {}

    def add_parser(
        self, name: str, summary: str, *, example: str, description: str = ""
    ) -> argparse.ArgumentParser:
        self.lines[name] = summary
        sentence = description or f"{summary[0].upper()}{summary[1:]}."
        command: argparse.ArgumentParser = self.actions.add_parser(
            name, help=summary, description=sentence, epilog=f"example: {example}"
        )
        return command


def add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_jobs(command: argparse.ArgumentParser) -> None:
    command.add_argument("--jobs", type=int, metavar="N", help="processes to use")


def jobs(options: argparse.Namespace) -> int:
    """The number of processes: --jobs, or all cores."""
    given = (os.cpu_count() or 1) if options.jobs is None else options.jobs
    return require_whole("--jobs", "the number of processes", given, at_least=1, because="the work needs one")


def add_labels(command: argparse.ArgumentParser, nargs: str, more: str = "") -> None:
    """Labels of the paper, which tab completion knows."""
    argument = command.add_argument(
        "labels",
        metavar="LABEL",
        nargs=nargs,
        help=f"a LaTeX label or printed number of the paper, e.g. lem:max_smoothness or 'Lemma 31'{more}",
    )
    command.set_defaults(words=(argument, lambda: [entry.label for entry in load().entries]))


def add_fresh(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--fresh", action="store_true", help="compute everything again, nothing kept is believed"
    )


def audited(options: argparse.Namespace, proofs: bool = False) -> Audit:
    """The audit of the labels, with a progress bar."""
    processes, registry = jobs(options), load()
    kept = None if getattr(options, "fresh", False) else Kept()
    with progress_bar("checking") as progress:
        task = progress.add_task("checks", total=len(checks_for(registry, registry.select(options.labels))))
        found = audit(
            registry,
            options.labels,
            processes,
            finished=lambda name: progress.advance(task),
            proofs=proofs,
            tell=tell,
            kept=kept,
        )
    if kept and kept.used:
        tell(
            f"kept: {kept.used} outcomes of an earlier run, whose sources have not changed; --fresh computes them again"
        )
    return found


def tell(text: str) -> None:
    console(stderr=True).print(text, markup=False, soft_wrap=True)


def require_left_out(options: argparse.Namespace, names: Iterable[str], *, because: str) -> None:
    """An option that would do nothing is bad input."""
    for name in names:
        value = getattr(options, name.replace("-", "_"))
        if value is not None and value is not False:
            raise reject(f"--{name}", "an option", "must be left out", value, because)


def require_picture(path: Path | None) -> None:
    """A picture that can be drawn and written, before anything is computed for it."""
    if path is None:
        return
    if path.suffix not in (".png", ".svg"):
        raise reject("--plot", "the picture", "must end in .png or .svg", str(path), "these can be drawn")
    if path.is_dir():
        raise reject("--plot", "the picture", "must be a file", str(path), "it is a folder")
    require_folder("--plot", path.parent, there=True)


def require_folder(option: str, folder: Path, there: bool = False) -> None:
    """A folder in which files can be written; unless it must be there, it may be made below one that is."""
    above = folder
    while not there and not above.exists():
        above = above.parent
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise reject(
            option,
            "where to write",
            "must be a folder that can be written",
            str(folder),
            "nothing is lost later",
        )


def print_json(data: object) -> None:
    print(json_text(data), end="")


def print_problems(problems: Iterable[str]) -> None:
    """On standard error, one a line."""
    for problem in problems:
        console(stderr=True).print(f"problem: {problem}", markup=False, soft_wrap=True)
