"""SynNonIID and SynFail: two users, two features, one class each, from the description in the paper (fig:intution_convergence).

The paper gives no coordinates. These are small grids of dyadic numbers, so that every model on them is an exact fraction; what
they show about averaging is computed (blindavg experiment intuition), not assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reference.exact.side_by_side import class_mean
from reference.exact.svm import MarginLoss, dot, signed_rows
from reference.notation import Dataset

GRID = [(-0.5, -0.25), (-0.25, 0.25), (0.0, -0.5), (0.0, 0.5), (0.25, -0.25), (0.5, 0.25)]  # sums to (0, 0)


def syn_noniid() -> list[Dataset]:
    """Clouds around (1, 5) of class + and (-1, 5) of class -: what separates them is also the difference of their means.

    Each user's own normal vector is nearly vertical (its mean), the averaged one horizontal.
    """
    return [_cloud((1.0, 5.0), 1), _cloud((-1.0, 5.0), -1)]


def syn_fail() -> list[Dataset]:
    """Clouds around (0, 5) of class + and (0, 2) of class -: the separating line needs an intercept that the mean lacks."""
    return [_cloud((0.0, 5.0), 1), _cloud((0.0, 2.0), -1)]


SYNTHETIC = {"SynNonIID": syn_noniid, "SynFail": syn_fail}


def data_threshold(users: Sequence[Dataset], everyone: Dataset, loss: MarginLoss) -> Fraction:
    """The least Λ from which on all local class means and the central one keep their records on the linear part of the loss.

    From there on the average is the central model: `hinge_threshold` and `huber_threshold` for this very data.
    """
    largest = max(dot(class_mean(D, Fraction(1)), row) for D in (*users, everyone) for row in signed_rows(D))
    return largest / (loss.ridge * loss.low)


def _cloud(centre: tuple[float, float], label: int) -> Dataset:
    points = [(centre[0] + a, centre[1] + b) for a, b in GRID]
    return Dataset.of_features(points, [label] * len(points))
