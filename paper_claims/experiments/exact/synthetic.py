"""SynNonIID and SynFail, solved exactly: counterparts of fig:intution_convergence and fig:blindaveragingvsregularization."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from paper_claims.experiments.drawing import COLOURS, threshold_line
from reference import formulas
from reference.datasets.synthetic import SYNTHETIC, data_threshold
from reference.exact.side_by_side import SideBySide, side_by_side, union
from reference.exact.svm import accuracy, dot, exact, hinge_loss, huber_loss, huber_svm
from reference.learners.hinge_svm import hinge_svm

SHOWN = {"SynNonIID": Fraction(20), "SynFail": Fraction(1, 20)}  # the Λ that the paper names for the two
SWEEP = [
    Fraction(n, 100)
    for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 800, 1000, 1200, 1400, 1600, 2000, 4000, 10_000)
]
HUBER_SWEEP = [Fraction(n, 10) for n in (1, 5, 20, 100, 200, 250, 300, 340, 400, 1000)]
RELAXATION = Fraction(1, 10)


def described(sides: SideBySide, Lambda: Fraction) -> dict[str, Any]:
    """One setting in numbers; fractions as text where they are short, floats for drawing."""
    everyone = union(sides.users)
    gap, size = (
        math.sqrt(value)
        for value in (sides.distance_squared(sides.average), dot(sides.central.f, sides.central.f))
    )
    return {
        "Lambda": float(Lambda),
        "certified": sides.is_certified(Lambda),
        "equal": sides.average == sides.central.f,
        "accuracy_averaged": float(accuracy(sides.average, everyone)),
        "accuracy_central": float(accuracy(sides.central.f, everyone)),
        "distance": gap,
        "relative_distance": gap / size if size else 0.0,
        "averaged": [float(v) for v in sides.average],
        "central": [float(v) for v in sides.central.f],
        "local": [[float(v) for v in svm.f] for svm in sides.local],
    }


def intuition() -> dict[str, Any]:
    """Both datasets at the Λ that the paper names: local, averaged and central HingeSVM."""
    found: dict[str, Any] = {}
    for name, Lambda in SHOWN.items():
        users = SYNTHETIC[name]()
        sides = side_by_side(users, lambda D, Lambda=Lambda: hinge_svm(D, Lambda))  # type: ignore[misc]
        records = [{"x": D.x[:, 1:].tolist(), "y": D.y.tolist()} for D in users]
        found[name] = described(sides, Lambda) | {"users": records}
    return found


def intuition_fails(data: dict[str, Any]) -> bool:
    """Is a certificate missing, or does a dataset not behave as described: one model here, lost accuracy there?"""
    same, fail = data["SynNonIID"], data["SynFail"]
    described = same["equal"] and fail["accuracy_averaged"] < fail["accuracy_central"]
    return not (described and same["certified"] and fail["certified"])


def draw_intuition(figure: Any, data: dict[str, Any]) -> None:
    """A row per dataset: user 1, user 2, and averaged with central model."""
    rows = figure.subplots(len(data), 3, squeeze=False)
    for row, (name, found) in zip(rows, data.items(), strict=True):
        for i in range(2):
            _records(row[i], found["users"][i : i + 1])
            _model(row[i], found["local"][i], f"user {i + 1}", margins=True)
            row[i].set_title(f"{name}: SVM of user {i + 1}, Λ = {found['Lambda']:g}")
        _records(row[2], found["users"])
        _model(row[2], found["central"], "central", width=3.5)
        _model(row[2], found["averaged"], "averaged", style="--")
        verdict = "same model" if found["equal"] else "different models"
        scores = (
            f"accuracy {found['accuracy_averaged']:.0%} averaged, {found['accuracy_central']:.0%} central"
        )
        row[2].set_title(f"{name}: {verdict}\n{scores}")
        for panel in row:
            panel.set(
                xlim=(-6, 6), ylim=(-2, 10), xlabel="feature $x_1$", ylabel="feature $x_2$", aspect="equal"
            )
            panel.legend(fontsize="x-small", loc="upper right", ncols=2)


def _records(panel: Any, users: Sequence[dict[str, Any]]) -> None:
    for user in users:
        x, label = np.array(user["x"]), user["y"][0]
        colour, marker = ("tab:orange", "+") if label > 0 else ("tab:blue", "_")
        panel.scatter(
            x[:, 0], x[:, 1], c=colour, marker=marker, s=45, label=f"class {'+' if label > 0 else '−'}"
        )


def _model(
    panel: Any, f: Sequence[float], name: str, margins: bool = False, style: str = "-", width: float = 1.8
) -> None:
    """The line where the score is 0, dotted lines at -1 and 1, and an arrow along the normal vector."""
    intercept, normal = f[0], np.array(f[1:])
    size = float(np.linalg.norm(normal))
    if size == 0:
        return
    along, offset = np.array([-normal[1], normal[0]]) / size, -intercept * normal / size**2
    for score in (0, -1, 1) if margins else (0,):
        start = offset + score * normal / size**2
        ends = np.array([start - 40 * along, start + 40 * along])
        shape, label = (style, name) if score == 0 else (":", None if score > 0 else "margin (score ±1)")
        panel.plot(ends[:, 0], ends[:, 1], shape, color=COLOURS[name], linewidth=width, label=label)
    middle = offset + along * (np.array([0.0, 3.0]) - offset).dot(along)
    tip = middle + 1.3 * normal / size
    panel.annotate(
        "", xy=tip, xytext=middle, arrowprops={"arrowstyle": "->", "color": COLOURS[name], "lw": 1.6}
    )


def lambda_sweep(
    hinge: Sequence[Fraction] = SWEEP, huber: Sequence[Fraction] = HUBER_SWEEP
) -> dict[str, Any]:
    """Accuracy and distance of averaged and central SVM for growing Λ, with the thresholds, both losses, both datasets."""
    found: dict[str, Any] = {}
    for name, make in SYNTHETIC.items():
        users = make()
        everyone = union(users)
        c_squared = max(dot(row, row) for row in map(exact, everyone.x))
        c = math.sqrt(c_squared)
        found[name] = {
            "hinge": [described(side_by_side(users, lambda D, at=at: hinge_svm(D, at)), at) for at in hinge],  # type: ignore[misc]
            "huber": [
                described(side_by_side(users, lambda D, at=at: huber_svm(D, RELAXATION, at)), at)  # type: ignore[misc]
                for at in huber
            ],
            "c": c,
            "h": float(RELAXATION),
            "threshold_hinge": float(formulas.hinge_threshold(c)),
            "threshold_huber": float(formulas.huber_threshold(c, float(RELAXATION))),
            "data_threshold_hinge": float(data_threshold(users, everyone, hinge_loss())),
            "data_threshold_huber": float(data_threshold(users, everyone, huber_loss(RELAXATION))),
        }
    return found


def sweep_fails(data: dict[str, Any]) -> bool:
    """Is a certificate missing, or do the models differ from the threshold of the data on?"""
    return any(
        not row["certified"] or (row["Lambda"] >= found[f"data_threshold_{loss}"] and not row["equal"])
        for found in data.values()
        for loss in ("hinge", "huber")
        for row in found[loss]
    )


def draw_lambda_sweep(figure: Any, data: dict[str, Any]) -> None:
    """A column per dataset: accuracy above, relative distance below."""
    columns = figure.subplots(2, len(data), squeeze=False, sharex="col").T
    for (accuracies, distances), (name, found) in zip(columns, data.items(), strict=True):
        at = [row["Lambda"] for row in found["hinge"]]
        for key, marker in (("central", "s-"), ("averaged", "o--")):
            values = [100 * row[f"accuracy_{key}"] for row in found["hinge"]]
            accuracies.plot(at, values, marker, color=COLOURS[key], label=f"{key} HingeSVM", markersize=4)
        accuracies.set(title=name, ylabel="training accuracy (%)", ylim=(40, 105))
        for loss, colour, text in (
            ("hinge", "tab:green", "HingeSVM"),
            ("huber", "tab:brown", f"Huber SVM, h = {found['h']:g}"),
        ):
            rows = found[loss]
            places = [row["Lambda"] for row in rows]
            distances.plot(
                places,
                [row["relative_distance"] for row in rows],
                "o-",
                color=colour,
                label=text,
                markersize=4,
            )
        distances.set(xlabel="regularization Λ", ylabel="|averaged − central| / |central|", xscale="log")
        threshold_line(
            accuracies, found["threshold_hinge"], f"hinge: $c^2/2$ = {found['threshold_hinge']:.4g}"
        )
        threshold_line(
            distances, found["threshold_hinge"], f"hinge: $c^2/2$ = {found['threshold_hinge']:.4g}"
        )
        threshold_line(
            distances,
            found["data_threshold_hinge"],
            f"hinge, these data: {found['data_threshold_hinge']:.4g}",
            ":",
        )
        distances.axvline(found["threshold_huber"], color="tab:brown", linestyle="-.", linewidth=1.2,
                          label=f"Huber: $c^2/(1-h)$ = {found['threshold_huber']:.4g}")  # fmt: skip
        for panel in (accuracies, distances):
            panel.legend(fontsize="x-small", loc="best")
    figure.suptitle("From the threshold on, the averaged SVM is the central SVM (exact fractions)")
