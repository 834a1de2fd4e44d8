"""What every command prints with: a console, a progress bar, JSON."""

from __future__ import annotations

import json
import sys

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


def console(stderr: bool = False) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    return Console(file=stream, width=None if stream.isatty() else PIPE_WIDTH, highlight=False)


def progress_bar(text: str, *more: ProgressColumn) -> Progress:
    """On standard error, where there is a terminal to show it."""
    screen = console(stderr=True)
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), *more)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


def json_text(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
