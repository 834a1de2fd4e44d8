"""Pictures of the experiments on real data: one panel per data set, error bars are 95 % confidence intervals over repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from reference.repeats import Rows, accuracy, matching, values

Data = dict[str, Any]


def _panels(figure: Any, data: Data, draw: Callable[[Any, Rows], None]) -> None:
    names = values(data["rows"], "data")
    for panel, name in zip(np.atleast_1d(figure.subplots(1, len(names))), names, strict=True):
        draw(panel, matching(data["rows"], data=name))
        panel.set_title(name, fontsize="medium")
        if panel.get_legend_handles_labels()[0]:
            panel.legend(fontsize="x-small")


def _line(
    panel: Any, rows: Rows, key: str, label: str, style: str = "o-", colour: str | None = None, **wanted: Any
) -> None:
    """Accuracy against a column."""
    found = [
        (value, accuracy(rows, **wanted, **{key: value}))
        for value in sorted(values(matching(rows, **wanted), key))
    ]
    kept = [(value, e.mean, e.half) for value, e in found if e]
    if kept:
        x, y, half = zip(*kept, strict=True)
        panel.errorbar(
            x,
            y,
            yerr=np.nan_to_num(half),
            fmt=style,
            color=colour,
            label=label,
            capsize=2,
            markersize=3,
            linewidth=1,
        )


def draw_noise(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        bounds = [bound for bound in ("printed", "repaired", "tight", "none") if matching(rows, bound=bound)]
        places = [
            (m, w, e) for m in values(rows, "method") for w in values(rows, "w") for e in values(rows, "eps")
        ]
        for i, bound in enumerate(bounds):
            found = [accuracy(rows, bound=bound, method=m, w=w, eps=e, mean="released") for m, w, e in places]
            heights = [e.mean if e else 0.0 for e in found]
            halves = np.nan_to_num([e.half if e else 0.0 for e in found])
            panel.bar(
                np.arange(len(places)) + 0.2 * i - 0.3, heights, 0.2, yerr=halves, label=bound, capsize=2
            )
        panel.set_xticks(
            range(len(places)), [f"{m}\nw={w}\nε={e:g}" for m, w, e in places], fontsize="xx-small"
        )
        panel.set(ylabel="accuracy (mean released)")

    _panels(figure, data, draw)


def draw_eps(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        for method in values(rows, "method"):
            for w in values(matching(rows, method=method), "w"):
                _line(
                    panel,
                    rows,
                    "eps",
                    f"{method}, w = {w}",
                    "s--" if "Grad" in method else "o-",
                    method=method,
                    w=w,
                )
        panel.set(xscale="log", xlabel="ε", ylabel="accuracy")

    _panels(figure, data, draw)


def draw_honest(figure: Any, data: Data) -> None:
    """Tight noise, one user against the most users."""

    def draw(panel: Any, rows: Rows) -> None:
        most = max(values(rows, "w"))
        sides = (({"w": 1}, "1 user", "s-"), ({"w": most, "t": 1.0}, f"{most} users, t = 1", "o--"),
                 ({"w": most, "t": 0.5}, f"{most} users, t = 1/2", "o:"))  # fmt: skip
        for method, colour in zip(values(rows, "method"), ("tab:blue", "tab:orange"), strict=False):
            for side, text, style in sides:
                wanted = {"method": method, "bound": "tight"} | side
                _line(panel, rows, "eps", f"{method}, {text}", style, colour, **wanted)
        panel.set(xscale="log", xlabel="ε", ylabel="accuracy")

    _panels(figure, data, draw)


def draw_users(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        for method in values(rows, "method"):
            _line(panel, rows, "w", method, "s--" if "Grad" in method else "o-", method=method)
        panel.set(xscale="log", xlabel="users", ylabel="accuracy")

    _panels(figure, data, draw)


def draw_non_iid(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        places = [(m, k) for m in values(rows, "method") for k in values(rows, "larger")]
        kinds = values(rows, "users")
        for i, kind in enumerate(kinds):
            found = [accuracy(rows, method=m, larger=k, users=kind) for m, k in places]
            heights = [e.mean if e else 0.0 for e in found]
            halves = np.nan_to_num([e.half if e else 0.0 for e in found])
            panel.bar(
                np.arange(len(places)) + 0.2 * i - 0.3, heights, 0.2, yerr=halves, label=kind, capsize=2
            )
        panel.set_xticks(range(len(places)), [f"{m}\n{k}x" for m, k in places], fontsize="x-small")
        panel.set(ylabel="accuracy")

    _panels(figure, data, draw)


def draw_groups(figure: Any, data: Data) -> None:
    """One heat map per number of users of the last data set."""
    rows = matching(data["rows"], data=values(data["rows"], "data")[-1])
    counts = values(rows, "w")
    for panel, w in zip(np.atleast_1d(figure.subplots(1, len(counts))), counts, strict=True):
        _heat_map(panel, matching(rows, w=w))
        panel.set_title(f"{w:,} users", fontsize="medium")


def _heat_map(panel: Any, rows: Rows) -> None:
    epsilons, sizes = sorted(values(rows, "eps")), values(rows, "group")
    cells = [[accuracy(rows, eps=e, group=g) for e in epsilons] for g in sizes]
    numbers = np.array([[cell.mean if cell else np.nan for cell in line] for line in cells])
    panel.imshow(numbers, vmin=0, vmax=1, cmap="viridis", aspect="auto", origin="lower")
    for (i, j), value in np.ndenumerate(numbers):
        panel.text(
            j,
            i,
            f"{100 * value:.0f}",
            ha="center",
            va="center",
            fontsize="small",
            color="white" if value < 0.6 else "black",
        )
    panel.grid(visible=False)
    panel.set_xticks(range(len(epsilons)), [f"{e:g}" for e in epsilons])
    panel.set_yticks(range(len(sizes)), [str(g) if g else "user" for g in sizes])
    panel.set(xlabel="ε", ylabel="group")


def draw_ablation(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        for method in values(rows, "method"):
            for delta, style in _styles([d for d in values(rows, "delta") if d]):
                private = [row for row in rows if row["eps"] > 0 and row.get("bound") != "none"]
                _line(panel, private, "eps", f"{method}, δ = {delta:g}", style, method=method, delta=delta)
        panel.set(xscale="log", xlabel="ε", ylabel="accuracy")

    _panels(figure, data, draw)


def _styles(deltas: Sequence[float]) -> list[tuple[float, str]]:
    return list(zip(deltas, ("o-", "x:"), strict=False))


def draw_regularization(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        flat = [row | {"Lambda": row["setting"]["Lambda"]} for row in rows]
        for method in values(flat, "method"):
            for w in values(flat, "w"):
                _line(
                    panel,
                    flat,
                    "Lambda",
                    f"{method}, {'central' if w == 1 else f'{w} users'}",
                    method=method,
                    w=w,
                )
        panel.set(xscale="log", xlabel="Λ", ylabel="accuracy without noise")

    _panels(figure, data, draw)
