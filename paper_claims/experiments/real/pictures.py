"""Pictures of the experiments on real data: one panel per data set, error bars are 95 % confidence intervals over repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from paper_claims.experiments.real.tables import with_noise_named
from proofs_check.recorded.estimates import Rows, accuracy, matching, values

Data = dict[str, Any]
Wanted = dict[str, Any]
COLOURS = {
    "SoftmaxReg": "tab:blue", "SVM": "tab:orange", "GradAvg + SecSum": "tab:green", "DP-SGD": "tab:green",
    "GradAvg": "tab:olive", "SVM-SMO": "tab:red", "AMP": "tab:purple", "class means": "tab:gray",
    "noisy ridge": "black", "noisy ridge, 256 features": "tab:brown",
    "SoftmaxReg, printed noise": "lightskyblue", "SVM, printed noise": "navajowhite",
}  # fmt: skip
PERCENT = "accuracy (%)"


def _panels(figure: Any, data: Data, draw: Callable[[Any, Rows], None]) -> None:
    """A panel per data set, and one legend below for all of them."""
    names = values(data["rows"], "data")
    legend: dict[str, Any] = {}
    for panel, name in zip(np.atleast_1d(figure.subplots(1, len(names))), names, strict=True):
        draw(panel, matching(data["rows"], data=name))
        panel.set_title(name, fontsize="medium")
        handles, labels = panel.get_legend_handles_labels()
        legend |= {
            label: handle for handle, label in zip(handles, labels, strict=True) if label not in legend
        }
    if legend:
        columns = min(len(legend), 4)
        figure.legend(legend.values(), legend, loc="outside lower center", ncols=columns, fontsize="small")


def _line(
    panel: Any, rows: Rows, key: str, label: str, style: str = "o-", colour: str | None = None, **wanted: Any
) -> None:
    """Accuracy against a column."""
    found = [
        (value, accuracy(rows, **wanted, **{key: value}))
        for value in sorted(values(matching(rows, **wanted), key))
    ]
    kept = [(value, 100 * e.mean, 100 * e.half) for value, e in found if e]
    if kept:
        x, y, half = zip(*kept, strict=True)
        panel.errorbar(
            x, y, yerr=np.nan_to_num(half), fmt=style, color=colour, label=label, capsize=2, markersize=4, linewidth=1.2
        )  # fmt: skip


def _log_axis(panel: Any, places: Sequence[float], name: str) -> None:
    """A logarithmic axis that names the measured places and no others."""
    panel.set(xscale="log", xlabel=name, ylabel=PERCENT)
    panel.set_xticks(list(places), [f"{place:g}" for place in places])
    panel.minorticks_off()


def _dots(
    panel: Any, rows: Rows, groups: Sequence[tuple[str, Wanted]], kinds: Sequence[tuple[str, Wanted]]
) -> None:
    """Side by side: a group of points per place, a point per kind."""
    apart = 0.7 / len(kinds)
    for i, (label, kind) in enumerate(kinds):
        found = [accuracy(rows, **place, **kind) for _, place in groups]
        heights = [100 * e.mean if e else np.nan for e in found]
        halves = np.nan_to_num([100 * e.half if e else 0.0 for e in found])
        at = np.arange(len(groups)) + apart * (i - (len(kinds) - 1) / 2)
        panel.errorbar(at, heights, yerr=halves, fmt="o", label=label, capsize=2, markersize=4)
    for middle in range(1, len(groups)):
        panel.axvline(middle - 0.5, color="lightgray", linewidth=0.8)
    panel.grid(visible=False, axis="x")
    panel.set_xticks(range(len(groups)), [name for name, _ in groups], fontsize="x-small")
    panel.set(ylabel=PERCENT)


def draw_noise(figure: Any, data: Data) -> None:
    names = {"printed": "printed", "repaired": "repaired", "tight": "tight", "none": "no"}

    def draw(panel: Any, rows: Rows) -> None:
        groups = [
            (f"{m.removesuffix('Reg')}\nw = {w}\nε = {e:g}", {"method": m, "w": w, "eps": e})
            for m in values(rows, "method")
            for w in values(rows, "w")
            for e in values(rows, "eps")
        ]
        kinds = [(f"{name} noise", {"bound": bound}) for bound, name in names.items()]
        _dots(panel, matching(rows, mean=values(rows, "mean")[-1]), groups, kinds)

    _panels(figure, data, draw)


def draw_eps(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        ridge = bool(matching(rows, method="noisy ridge"))  # GradAvg without secure summation is far below it
        for method in values(rows, "method"):
            below = " (below the picture)" if ridge and method == "GradAvg" else ""
            for w in values(matching(rows, method=method), "w"):
                style = "s-" if w == 1 else "o--" if w in (10, 1000) else "x:"
                text = f"{method}, w = {w}{below}"
                _line(panel, rows, "eps", text, style, COLOURS[method], method=method, w=w)
        _log_axis(panel, values(rows, "eps"), "ε")
        if ridge:
            panel.set_ylim(100 * min(row["test"] for row in rows if row["method"] != "GradAvg") - 1, None)

    _panels(figure, data, draw)


def draw_honest(figure: Any, data: Data) -> None:
    """Tight noise, the most passes, one user against the most users."""

    def draw(panel: Any, rows: Rows) -> None:
        most = max(values(rows, "w"))
        sides = (({"w": 1}, "1 user", "s-"), ({"w": most, "t": 1.0}, "most users, t = 1", "o--"),
                 ({"w": most, "t": 0.5}, "most users, t = 1/2", "x:"))  # fmt: skip
        for method in values(rows, "method"):
            for side, text, style in sides:
                wanted = {"method": method, "bound": "tight", "passes": max(values(rows, "passes"))} | side
                _line(panel, rows, "eps", f"{method}, {text}", style, COLOURS[method], **wanted)
        _log_axis(panel, values(rows, "eps"), f"ε (most users: {most})")

    _panels(figure, data, draw)


def draw_users(figure: Any, data: Data) -> None:
    def draw(panel: Any, found: Rows) -> None:
        rows = [with_noise_named(row) for row in found]
        for method in values(rows, "method"):
            _line(
                panel, rows, "w", method, "s--" if "Grad" in method else "o-", COLOURS[method], method=method
            )
        _log_axis(panel, values(rows, "w"), "users")

    _panels(figure, data, draw)


def draw_non_iid(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        groups = [
            (f"{m}\nnoise of {k}x the data", {"method": m, "larger": k})
            for m in values(rows, "method")
            for k in values(rows, "larger")
        ]
        _dots(panel, rows, groups, [(f"{kind} users", {"users": kind}) for kind in values(rows, "users")])

    _panels(figure, data, draw)


def draw_groups(figure: Any, data: Data) -> None:
    """A row of heat maps per data set, one per number of users."""
    names = values(data["rows"], "data")
    counts = {name: values(matching(data["rows"], data=name), "w") for name in names}
    lines = figure.subplots(len(names), max(map(len, counts.values())), squeeze=False)
    for line, name in zip(lines, names, strict=True):
        for panel, w in zip(line, counts[name], strict=True):
            shades = _heat_map(panel, matching(data["rows"], data=name, w=w))
            panel.set_title(f"{name}: {w:,} users", fontsize="medium")
    figure.colorbar(shades, ax=lines, label=PERCENT, shrink=0.8)


def _heat_map(panel: Any, rows: Rows) -> Any:
    epsilons, sizes = sorted(values(rows, "eps")), values(rows, "group")
    cells = [[accuracy(rows, eps=e, group=g) for e in epsilons] for g in sizes]
    numbers = np.array([[100 * cell.mean if cell else np.nan for cell in line] for line in cells])
    shades = panel.imshow(numbers, vmin=50, vmax=100, cmap="viridis", aspect="auto", origin="lower")
    for (i, j), value in np.ndenumerate(numbers):
        colour = "white" if value < 80 else "black"
        panel.text(j, i, f"{value:.0f}", ha="center", va="center", fontsize="small", color=colour)
    panel.grid(visible=False)
    panel.set_xticks(range(len(epsilons)), [f"{e:g}" for e in epsilons])
    panel.set_yticks(range(len(sizes)), [str(g) if g else "user" for g in sizes])
    panel.set(xlabel="ε", ylabel="group")
    return shades


def draw_ablation(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        private = [row for row in rows if row["eps"] > 0 and row.get("bound") != "none"]
        for method in values(rows, "method"):
            for delta, style in zip(
                sorted(values(private, "delta"), reverse=True), ("o-", "x:"), strict=False
            ):
                wanted = {"method": method, "delta": delta}
                _line(panel, private, "eps", f"{method}, δ = {delta:g}", style, COLOURS[method], **wanted)
        _log_axis(panel, values(private, "eps"), "ε")

    _panels(figure, data, draw)


def draw_regularization(figure: Any, data: Data) -> None:
    def draw(panel: Any, rows: Rows) -> None:
        flat = [row | {"Lambda": row["setting"]["Lambda"]} for row in rows]
        most = max(values(flat, "w"))
        for method in values(flat, "method"):
            for w, text, style in ((1, "central", "s-"), (most, "averaged", "o--")):
                _line(panel, flat, "Lambda", f"{method}, {text}", style, COLOURS[method], method=method, w=w)
        _log_axis(panel, values(flat, "Lambda"), f"Λ (averaged: {most} users)")

    _panels(figure, data, draw)
