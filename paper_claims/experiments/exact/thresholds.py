"""Random users at, above and just below the thresholds, solved in fractions (ours:hinge_threshold, ours:huber_threshold)."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from reference import formulas
from reference.exact.side_by_side import SideBySide, class_mean, side_by_side, union
from reference.exact.svm import dot, exact, huber_svm
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

RELAXATION = Fraction(1, 5)
USERS, RECORDS = 3, 2
SHARES = {"below": Fraction(999, 1000), "at": Fraction(1), "above": Fraction(3, 2)}
CURVE = [Fraction(k, 10) for k in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)]
Threshold = Callable[[Fraction], Fraction]  # of c^2


def hinge_at(c_squared: Fraction) -> Fraction:
    """c^2/2, from a rational c^2: the threshold scales with c^2."""
    return Fraction(formulas.hinge_threshold(Fraction(1)) * c_squared)


def huber_at(c_squared: Fraction) -> Fraction:
    return Fraction(formulas.huber_threshold(Fraction(1), RELAXATION) * c_squared)


LOSSES: dict[str, tuple[Threshold, Callable[[Dataset, Fraction], Any], int]] = {
    "hinge": (hinge_at, hinge_svm, 2),
    "huber": (huber_at, lambda D, Lambda: huber_svm(D, RELAXATION, Lambda), 1),
}


def random_users(rng: np.random.Generator) -> list[Dataset]:
    """Records on a grid of quarters, any labels; the largest norm is c."""
    x = rng.integers(-4, 5, (USERS, RECORDS, 2)) / 4
    x[0, 0] = [1.0, 0.5]  # so that c > 0
    y = rng.choice([-1, 1], (USERS, RECORDS))
    return [Dataset(rows, labels) for rows, labels in zip(x, y, strict=True)]


def sharp_users(rng: np.random.Generator) -> list[Dataset]:
    """One record for all: user 1 holds it twice with class +, the others once with each class."""
    x = rng.integers(1, 5, 2) / 4
    return [Dataset([x, x], [1, 1 if i == 0 else -1]) for i in range(USERS)]


def solved_at(users: list[Dataset], loss: str, share: Fraction) -> tuple[SideBySide, Fraction]:
    threshold, learner, _ = LOSSES[loss]
    Lambda = share * threshold(max(dot(row, row) for row in map(exact, union(users).x)))
    return side_by_side(users, lambda D: learner(D, Lambda)), Lambda


def relative(sides: SideBySide) -> float:
    gap, size = sides.distance_squared(sides.average), dot(sides.central.f, sides.central.f)
    return math.sqrt(gap / size) if size else 0.0


def thresholds(seed: int = 0, instances: int = 200) -> dict[str, Any]:
    """Counts over the instances, for both losses: certified, equal to the central class mean, different just below."""
    rng = np.random.default_rng(seed)
    found: dict[str, Any] = {"seed": seed, "instances": instances, "h": float(RELAXATION)}
    everybody = [(random_users(rng), sharp_users(rng)) for _ in range(instances)]
    for loss, (_, _, ridge) in LOSSES.items():
        counts = {f"{kind}_{place}": 0 for kind in ("equal", "class_mean") for place in ("at", "above")}
        counts |= {"different_just_below": 0, "certified": 0}
        for users, sharp in everybody:
            for place in ("at", "above"):
                sides, Lambda = solved_at(users, loss, SHARES[place])
                counts["certified"] += sides.is_certified(Lambda)
                counts[f"equal_{place}"] += sides.average == sides.central.f
                counts[f"class_mean_{place}"] += sides.average == class_mean(union(users), ridge * Lambda)
            sides, Lambda = solved_at(sharp, loss, SHARES["below"])
            counts["certified"] += sides.is_certified(Lambda)
            counts["different_just_below"] += sides.average != sides.central.f
        shown = {"sharp example": everybody[0][1]}
        shown |= {f"random users {k + 1}": users for k, (users, _) in enumerate(everybody[:3])}
        curves = {
            name: [relative(solved_at(users, loss, share)[0]) for share in CURVE]
            for name, users in shown.items()
        }
        found[loss] = counts | {"shares": [float(share) for share in CURVE], "relative_distance": curves}
    return found


def draw_thresholds(figure: Any, data: dict[str, Any]) -> None:
    """Relative distance against Λ over its threshold, a panel per loss."""
    panels = figure.subplots(1, 2, sharey=True)
    titles = {
        "hinge": "HingeSVM: threshold $c^2/2$",
        "huber": f"Huber SVM, h = {data['h']:g}: threshold $c^2/(1-h)$",
    }
    for panel, (loss, title) in zip(panels, titles.items(), strict=True):
        found = data[loss]
        for name, values in found["relative_distance"].items():
            panel.plot(found["shares"], values, "o-", markersize=3, label=name)
        panel.axvline(1, color="black", linestyle="--", label="threshold")
        panel.set(title=title, xlabel="Λ / threshold")
        panel.legend(fontsize="x-small")
    panels[0].set_ylabel("|averaged − central| / |central|")
    equal = data["hinge"]["equal_at"], data["huber"]["equal_at"]
    figure.suptitle(
        f"Equal at the threshold in {equal[0]} and {equal[1]} of {data['instances']} random cases (exact fractions)"
    )
