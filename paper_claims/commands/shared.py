"""What several commands take or print: --json, --jobs, labels, the audit behind them, options that must be left out."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paper_claims.output import console, json_text, progress_bar
from reference.errors import InvalidInput, reject, require_whole

if TYPE_CHECKING:
    from paper_claims.audit.judging import Audit
    from paper_claims.audit.kept import Kept
    from paper_claims.registry.record import Registry
    from paper_claims.registry.verdict import Row


class Commands:
    """Where a command adds its parser; each has a line in the table of contents, a description and an example."""

    def __init__(self, actions: Any, summaries: Mapping[str, str]) -> None:
        self.actions, self.summaries = actions, summaries

    def add_parser(self, name: str, *, example: str, description: str = "") -> argparse.ArgumentParser:
        summary = self.summaries[name]
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
    return require_whole("--jobs", "the number of processes", given, at_least=1)


def add_labels(command: argparse.ArgumentParser, nargs: str, more: str = "") -> None:
    """Labels of the paper, which tab completion knows."""
    argument = command.add_argument(
        "labels",
        metavar="LABEL",
        nargs=nargs,
        help=f"a LaTeX label or printed number of the paper, e.g. lem:max_smoothness or 'Lemma 31'{more}",
    )
    command.set_defaults(words=(argument, all_labels))


def all_labels() -> list[str]:
    from paper_claims.registry.files import load

    return [entry.label for entry in load().entries]


def add_fresh(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--fresh", action="store_true", help="compute everything again and use no kept outcome"
    )


def audited(options: argparse.Namespace, proofs: bool = False, fresh: bool = False) -> Audit:
    """The audit of the labels, with a progress bar. What is `fresh` uses no kept outcome."""
    from paper_claims.audit.kept import Kept  # on demand: other commands start without it
    from paper_claims.registry.files import load

    processes, registry = jobs(options), load()
    return with_progress(registry, options.labels, processes, proofs, None if fresh else Kept())


def with_progress(
    registry: Registry,
    labels: list[str],
    processes: int,
    proofs: bool,
    kept: Kept | None,
    known: Sequence[Row] = (),
) -> Audit:
    from paper_claims.audit.judging import audit

    with progress_bar("checking") as progress:
        task = progress.add_task("checks and theorems", total=0)

        def more(number: int) -> None:
            progress.update(task, total=(progress.tasks[0].total or 0) + number)

        found = audit(
            registry,
            labels,
            processes,
            finished=lambda name: progress.advance(task),
            proofs=proofs,
            tell=tell,
            kept=kept,
            known=known,
            more=more,
        )
    if kept and kept.used:
        tell(
            f"kept: {kept.used} outcomes of an earlier run, whose sources have not changed; "
            "blindavg audit --fresh computes them again"
        )
    return found


def tell(text: str) -> None:
    console(stderr=True).print(text, markup=False, soft_wrap=True)


def require_left_out(options: argparse.Namespace, names: Iterable[str], *, because: str) -> None:
    """An option that would do nothing is bad input."""
    for name in names:
        value = getattr(options, name.replace("-", "_"))
        if value is True:
            raise InvalidInput(f"--{name} (an option) must be left out: {because}")
        if value is not None and value is not False:
            raise reject(f"--{name}", "an option", "must be left out", _plain(value), because)


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


def require_picture(path: Path | None) -> None:
    """A picture that can be drawn and written, before anything is computed for it."""
    if path is None:
        return
    if path.suffix not in (".png", ".svg"):
        raise reject("--plot", "the picture", "must end in .png or .svg", str(path))
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
        )


def print_json(data: Mapping[str, Any] | Iterable[Mapping[str, Any]]) -> None:
    """Each object says which schema it follows: docs/schemas/COMMAND.json."""
    marked = {"schema": 1, **data} if isinstance(data, Mapping) else [{"schema": 1, **one} for one in data]
    print(json_text(marked), end="")


def print_problems(problems: Iterable[str]) -> None:
    """On standard error, one a line."""
    for problem in problems:
        console(stderr=True).print(f"problem: {problem}", markup=False, soft_wrap=True)
