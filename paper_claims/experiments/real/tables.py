"""Tables of repeated measurements: how they are made, and the one of each experiment on real data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from proofs_check.recorded.estimates import Rows, accuracy, difference, values

Table = tuple[list[str], list[list[str]]]


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


def noise_table(rows: Rows) -> Table:
    header, lines = pivot(rows, ("data", "method", "w", "mean", "eps"), "bound")
    for line in lines:
        key = {"data": line[0], "method": line[1], "w": int(line[2]), "mean": line[3], "eps": float(line[4])}
        gain = difference(rows, {"bound": "tight"}, {"bound": "printed"}, **key)
        line.append(gain.points("+") if gain else "")
    return [*header, "tight - printed"], lines


def non_iid_table(rows: Rows) -> Table:
    header, lines = pivot(rows, ("data", "method", "w", "larger"), "users")
    for line in lines:
        key = {"data": line[0], "method": line[1], "w": int(line[2]), "larger": int(line[3])}
        change = difference(rows, {"users": "one-class"}, {"users": "iid"}, **key)
        line.append(change.points("+") if change else "")
    return [*header, "one-class - iid"], lines


def ablation_table(rows: Rows) -> Table:
    return pivot([as_private(row) for row in rows], ("data", "method", "delta"), "eps")


def as_private(row: dict[str, Any]) -> dict[str, Any]:
    """Rows without noise, from either learner, under eps = inf and delta = 0."""
    return row | {"eps": float("inf"), "delta": 0.0} if row.get("bound") == "none" or row["eps"] == 0 else row


def regularization_table(rows: Rows) -> Table:
    return pivot([row | {"Λ": row["setting"]["Lambda"]} for row in rows], ("data", "method", "w"), "Λ")


def by_eps(rows: Rows) -> Table:
    return pivot(rows, ("data", "method", "w"), "eps")


def by_group(rows: Rows) -> Table:
    return pivot(rows, ("data", "w", "eps"), "group")


def by_users(rows: Rows) -> Table:
    return pivot([with_noise_named(row) for row in rows], ("data", "w"), "method")


def with_noise_named(row: dict[str, Any]) -> dict[str, Any]:
    """Rows with the printed noise are those of another method where noises are not compared."""
    return row | {"method": f"{row['method']}, printed noise"} if row.get("bound") == "printed" else row


def honest_table(rows: Rows) -> Table:
    """One user, many users of whom half or all are honest, the gap between the first two, and what all honest users close."""
    shared_by = ("data", "method", "passes", "bound", "eps")
    lines = []
    alike: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in rows:
        alike.setdefault(tuple(row[name] for name in shared_by), []).append(row)
    for key, group in alike.items():
        for w in values([row for row in group if row["w"] > 1], "w"):
            one, half, full = {"w": 1}, {"w": w, "t": 0.5}, {"w": w, "t": 1.0}
            cells = [accuracy(group, **side) for side in (one, half, full)]
            cells += [difference(group, one, half), difference(group, full, half)]
            text = [
                *map(str, key[:4]),
                str(w),
                f"{key[4]:g}",
                *(cell.points() if cell else "" for cell in cells),
            ]
            lines.append(text)
    header = [*shared_by[:4], "w", "eps", "1 user", "t = 0.5", "t = 1", "gap at t = 0.5", "closed by t = 1"]
    return header, lines
