"""The simplex maximum of lem:max_smoothness against its envelope: the counterpart of fig:viz_softmax_smooth."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference import formulas

CLASSES = (2, 3, 5, 10)
ROUNDING = 1e-14


def simplex(points: int = 201) -> dict[str, Any]:
    """For C in [0, 1]: the largest sum of s(1-s)(C+s) with K classes, reached at s = 1/k on k <= K entries, and the bound."""
    C = np.linspace(0, 1, points)
    best = {K: np.max([formulas.simplex_uniform(C, k) for k in range(1, K + 1)], axis=0) for K in CLASSES}
    touch = [
        {"k": k, "C": 1 - 2 / k, "value": formulas.simplex_uniform(1 - 2 / k, k)}
        for k in range(2, max(CLASSES) + 1)
    ]
    return {
        "C": C.tolist(),
        "bound": np.asarray(formulas.simplex_bound(C)).tolist(),
        "maximum": {str(K): values.tolist() for K, values in best.items()},
        "touching": touch,
    }


def largest_excess(data: dict[str, Any]) -> float:
    """Of a maximum over the envelope; at most rounding, as the two touch."""
    bound = np.array(data["bound"])
    return float(max((np.array(best) - bound).max() for best in data["maximum"].values()))


def draw_simplex(figure: Any, data: dict[str, Any]) -> None:
    """Above: maxima and envelope. Below: what the envelope gives away."""
    values, slack = figure.subplots(2, 1, sharex=True)
    C, bound = np.array(data["C"]), np.array(data["bound"])
    values.plot(C, bound, color="black", label="envelope $(C+1)^2/4$")
    for K, best in data["maximum"].items():
        values.plot(C, best, label=f"maximum with K = {K} classes")
        slack.plot(C, bound - np.array(best), label=f"K = {K}")
    values.plot(
        [t["C"] for t in data["touching"]],
        [t["value"] for t in data["touching"]],
        "k.",
        label="touches at $C = 1 - 2/k$",
    )
    values.set(
        ylabel="largest sum of s(1−s)(C+s)", title="Simplex maximum and its envelope (lem:max_smoothness)"
    )
    slack.set(xlabel="C", ylabel="envelope − maximum")
    for panel in (values, slack):
        panel.legend(fontsize="x-small")
