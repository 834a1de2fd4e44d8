"""What every command prints with: a console, a progress bar, JSON."""

from __future__ import annotations

import json
import sys
import time

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

PIPE_WIDTH = 120  # columns when the output is not a terminal
SECONDS = 10.0  # between two lines about progress there


class Screen(Console):
    """A console; who reads only its first lines has done nothing wrong."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    return Screen(file=stream, width=None if stream.isatty() else PIPE_WIDTH, highlight=False)


def progress_bar(text: str, *more: ProgressColumn) -> Progress:
    """On standard error: a bar on a terminal, elsewhere a line every ten seconds."""
    screen = console(stderr=True)
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), *more)
    if screen.is_terminal:
        return Progress(*columns, console=screen, transient=True)
    return Lines(*columns, console=screen, disable=True)


class Lines(Progress):
    """Progress without a terminal: a line every `SECONDS`."""

    said = 0.0

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        super().advance(task_id, advance)
        (task,) = (task for task in self.tasks if task.id == task_id)
        passed = time.monotonic() - self.started
        if passed >= self.said + SECONDS:
            self.said = passed
            of = "" if task.total is None else f" of {task.total:.0f}"
            self.console.print(f"{task.description}: {task.completed:.0f}{of}, {passed:.0f} s", markup=False)

    def start(self) -> None:
        self.started = time.monotonic()
        super().start()


def json_text(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
