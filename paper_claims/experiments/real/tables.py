"""Tables of repeated measurements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from proofs_check.recorded.estimates import Rows, accuracy, values


def markdown(header: Sequence[str], lines: Iterable[Sequence[Any]]) -> list[str]:
    text = [[str(cell) for cell in line] for line in lines]
    return ["| " + " | ".join(line) + " |" for line in [list(header), ["---"] * len(header), *text]]


def pivot(rows: Rows, down: Sequence[str], across: str) -> tuple[list[str], list[list[str]]]:
    """Accuracies: one line for each combination of `down`, one column for each value of `across`."""
    columns = values(rows, across)
    lines = []
    for key in dict.fromkeys(tuple(row.get(name, "") for name in down) for row in rows):
        wanted = {name: value for name, value in zip(down, key, strict=True) if value != ""}
        cells = [accuracy(rows, **wanted, **{across: value}) for value in columns]
        lines.append([*map(_plain, key), *(cell.points() if cell else "" for cell in cells)])
    return [*down, *(f"{across} {_plain(value)}" for value in columns)], lines


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
