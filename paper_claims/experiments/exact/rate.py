"""Measured convergence of averaged HingeSVM-SGDWA against the exact rate (ours:averaging_rate)."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference import formulas
from reference.notation import Array

LAMBDA, STEPS, USERS, RUNS = 1.0, 1024, 16, 400
MOST_DEVIATIONS = 6.0  # standard errors: chance alone goes so far about once in ten million runs
RECORDS = np.array(
    [[0.5, 0.75], [-0.25, 1.0], [1.0, -0.5], [0.75, 0.5]]
)  # y x of every user; c^2/2 = 0.625 < Λ


def averages(rng: np.random.Generator, steps: int, users: int, runs: int) -> tuple[list[int], Array]:
    """Every user's average after 1, 2, 4, ... steps: shape (places, runs, users, 2). All hinges must be active throughout."""
    f = np.zeros((runs, users, RECORDS.shape[1]))
    average, places, kept = f, [], []
    for m in range(1, steps + 1):
        yx = RECORDS[rng.integers(0, len(RECORDS), (runs, users))]
        margins = np.einsum("rud,rud->ru", f, yx)
        slope = formulas.hinge_slope(margins.max(), _PLAIN)
        gradient = formulas.gradient_entry(2 * LAMBDA, f, formulas.loss_gradient_entry(yx, slope))
        f = formulas.sgd_step(f, formulas.subgradient_step(LAMBDA, m), gradient)
        average = formulas.averaging_step(average, formulas.averaging_weight(m), f)
        if m & (m - 1) == 0:
            places.append(m)
            kept.append(average)
    return places, np.stack(kept)


def rate(seed: int = 0, steps: int = STEPS, users: int = USERS, runs: int = RUNS) -> dict[str, Any]:
    """Mean excess over the runs for M = 1, 2, 4, ... and w = 1, 2, 4, ..., beside the exact value; fitted exponents."""
    places, kept = averages(np.random.default_rng(seed), steps, users, runs)
    best = formulas.class_mean_entry(RECORDS.mean(axis=0), 2 * LAMBDA)
    u = formulas.class_mean_entry(RECORDS, 2 * LAMBDA)
    variance = float(((u - best) ** 2).sum(axis=1).mean())
    rows = []
    for place, models in zip(places, kept, strict=True):
        harmonic = sum(1 / k for k in range(1, place + 1))
        for w in (2**k for k in range(users.bit_length())):
            groups = models[:, : users // w * w].reshape(runs, users // w, w, -1).mean(axis=2)
            excess = LAMBDA * ((groups - best) ** 2).sum(axis=-1)
            bias, v = formulas.sgdwa_bias(place), formulas.sgdwa_variance(place, harmonic)
            exact = LAMBDA * (bias**2 * float(best @ best) + v * variance / w)
            rows.append({"M": place, "w": w, "measured": float(excess.mean()), "exact": exact,
                         "standard_error": float(excess.std() / np.sqrt(excess.size))})  # fmt: skip
    late = [row for row in rows if row["M"] >= 32]
    design = np.array([[1.0, np.log(row["M"]), np.log(row["w"])] for row in late])
    fitted = np.linalg.lstsq(design, np.log([row["measured"] for row in late]), rcond=None)[0]
    return {"seed": seed, "Lambda": LAMBDA, "runs": runs, "rows": rows,
            "exponent_M": float(fitted[1]), "exponent_w": float(fitted[2])}  # fmt: skip


def largest_deviation(data: dict[str, Any]) -> float:
    """Of a measured mean from the exact excess, in standard errors."""
    return float(max(abs(row["measured"] - row["exact"]) / row["standard_error"] for row in data["rows"]))


def draw_rate(figure: Any, data: dict[str, Any]) -> None:
    """Excess against M for each w, dots measured, lines exact."""
    panel = figure.subplots()
    for w in sorted({row["w"] for row in data["rows"]}):
        rows = [row for row in data["rows"] if row["w"] == w]
        places = [row["M"] for row in rows]
        (line,) = panel.loglog(places, [row["exact"] for row in rows], label=f"w = {w}")
        panel.loglog(places, [row["measured"] for row in rows], "o", color=line.get_color(), markersize=4)
    panel.set(xlabel="steps per user M", ylabel="expected excess of the central objective")
    panel.set_title(
        f"Averaged HingeSVM-SGDWA, Λ = {data['Lambda']:g}: measured (dots, {data['runs']} runs) ~ "
        f"$M^{{{data['exponent_M']:.2f}}} w^{{{data['exponent_w']:.2f}}}$; proved: $M^{{-1}} w^{{-1}}$",
        fontsize="medium",
    )
    panel.legend(fontsize="small", title="users w (lines: exact, dots: measured)")


class _Plain:
    """Comparison of two floats for `hinge_slope`: a run that leaves the active region would be noticed."""

    @staticmethod
    def if_less(left: float, right: float, then: float, otherwise: float) -> float:
        if not left < right:
            raise ArithmeticError("a hinge is not active: Λ must be above c^2/2")
        return then


_PLAIN: Any = _Plain()
