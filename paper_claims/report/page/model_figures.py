"""Figures from models: what neighbours reach, the simplex maximum, and when averaging gives the central model."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from paper_claims.experiments.exact.simplex import CLASSES, simplex
from paper_claims.report.page.chart import Axis, Bar, Figure, Line, bars, lines
from proofs_check.probes.pairs import Setting
from proofs_check.probes.run import Finding, constructed
from reference import formulas
from reference.exact.side_by_side import side_by_side
from reference.exact.svm import huber_svm
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset, Xi

PROBED = (
    ("SVM, ball", Setting("svm", 40, 1, Xi(K=2, c=1.0, M=40, Lambda=1.0, R=1.0, h=0.1))),
    ("Softmax K = 2, ball", Setting("softmax", 200, 1, Xi(K=2, c=1.0, M=200, Lambda=0.005, R=10.0))),
    ("Softmax K = 10, ball", Setting("softmax", 40, 1, Xi(K=10, c=1.0, M=40, Lambda=1.0, R=1.0))),
    ("HingeSVM-SGDWA, ball", Setting("hinge", 20, 22, Xi(K=2, c=1.0, M=20, Lambda=0.02, R=25.0))),
    ("SVM, printed sphere", Setting("svm", 200, 1, Xi(K=2, c=1.0, M=200, Lambda=1.0, R=20.0, h=0.1), "sphere")),
)  # fmt: skip


def witness_of(setting: Setting) -> Finding:
    *_, found = constructed(setting)
    return found


def reached() -> Figure:
    groups, shares, excess = [], [], 0.0
    for name, setting in PROBED:
        found = witness_of(setting)
        bound, printed, length = found.bounds.proved.upper(), found.bounds.printed, found.reached.lower()
        row = [
            Bar("reached by a pair of neighbours", length / bound, f"{length:.3g}", 4),
            Bar("proved bound", 1.0, f"{bound:.3g}", 2),
        ]
        if setting.projection == "ball":
            shares.append(found.proved_ratio)
        elif printed is not None:
            excess = length / printed.upper()
        if printed is not None:
            row.append(Bar("printed bound", printed.upper() / bound, f"{printed.upper():.3g}", 1))
        groups.append((name, row))
    return Figure(
        "reached",
        "Reached and bound, learner by learner",
        bars(Axis("in units of the proved bound", 0, 2.6), groups, mark=1),
        f"Pairs of neighbouring datasets reach {min(shares):.0%} to {max(shares):.0%} of the proved bounds. With the printed "
        f"rescaling to the sphere one pair exceeds the printed bound {excess:.0f} times.",
        "proofs_check/probes/run.py: pairs built by hand, trained again in ball arithmetic",
    )


def simplex_maximum() -> Figure:
    data = simplex(61)
    C = data["C"]
    curves = [Line("envelope (C+1)²/4", list(zip(C, data["bound"], strict=True)), 1, "dashed")]
    for colour, K in enumerate(CLASSES[:3], start=2):
        curves.append(
            Line(f"maximum with {K} classes", list(zip(C, data["maximum"][str(K)], strict=True)), colour)
        )
    touching = [(point["C"], point["value"]) for point in data["touching"]]
    curves.append(Line("they touch at C = 1 − 2/k", touching, 5, "points"))
    return Figure(
        "simplex",
        "The simplex maximum and its envelope (lem:max_smoothness)",
        lines(Axis("C", 0, 1), Axis("largest Σ s(1−s)(C+s)", 0.2, 1), curves),
        "The envelope lies on or above the maximum for every number of classes and touches it at single points.",
        "reference/formulas/constants.py; proved in proofs_check/simplex/maximum.py",
    )


def averaging_users(w: int = 3) -> list[Dataset]:
    """User 1 holds (1, +) twice, the others (1, +) and (1, -): the witness that the thresholds are sharp."""
    return [Dataset([[1.0], [1.0]], [1, 1]), *(Dataset([[1.0], [1.0]], [1, -1]) for _ in range(w - 1))]


def averaging_distance(learner: Callable[[Dataset], object], users: list[Dataset]) -> float:
    sides = side_by_side(users, learner)  # type: ignore[arg-type]
    (average,), (central,) = sides.average, sides.central.f
    return float(abs(average - central) / central)


def averaging_thresholds() -> Figure:
    h, users = Fraction(1, 4), averaging_users()
    grid = [Fraction(k, 12) for k in range(2, 25)]
    hinge = [(float(at), averaging_distance(lambda D, at=at: hinge_svm(D, at), users)) for at in grid]  # type: ignore[misc]
    huber = [(float(at), averaging_distance(lambda D, at=at: huber_svm(D, h, at), users)) for at in grid]  # type: ignore[misc]
    marks = [
        (float(formulas.hinge_threshold(1)), "c²/2"),
        (float(formulas.huber_threshold(1, h)), "c²/(1−h)"),
    ]
    return Figure(
        "averaging",
        "From its threshold on, the averaged SVM is the central SVM",
        lines(
            Axis("regularization Λ (records of norm c = 1)", 0, 2),
            Axis("|averaged − central| / |central|", 0, 1),
            [Line("HingeSVM", hinge, 2), Line("Huber SVM, h = 1/4", huber, 4)],
            marks,
        ),
        "The relative distance falls to exactly 0 at Λ = c²/2 for the hinge and at c²/(1−h) for the Huber loss, not before.",
        "three users in exact fractions; ours:hinge_threshold and ours:huber_threshold prove it for all data",
    )
