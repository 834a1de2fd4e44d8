"""What every command prints with: a console, a progress bar, JSON."""

from __future__ import annotations

import json
import sys
import threading
import time

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
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
    """Progress without a terminal: a line every `SECONDS`, also while nothing is finished."""

    def start(self) -> None:
        self.over = threading.Event()
        threading.Thread(target=self.report, daemon=True).start()
        super().start()

    def stop(self) -> None:
        self.over.set()
        super().stop()

    def report(self) -> None:
        started = time.monotonic()
        while not self.over.wait(SECONDS):
            for task in self.tasks:
                of = "" if task.total is None else f" of {task.total:.0f}"
                passed = f"{time.monotonic() - started:.0f} s"
                self.console.print(f"{task.description}: {task.completed:.0f}{of}, {passed}", markup=False)


def json_text(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
