"""Prediction and accuracy, for models of either shape."""

from __future__ import annotations

import numpy as np

from reference.errors import reject
from reference.learners.losses import Labels
from reference.notation import SYMBOLS, Array, Dataset, require_labels, require_signs


def predict(f: Array, x: Array) -> Labels:
    """The class with the largest score for f of shape (d, K); the sign of the score for f of shape (d,)."""
    f, x = np.asarray(f, dtype=np.float64), np.asarray(x, dtype=np.float64)
    if f.ndim not in (1, 2) or f.size == 0 or f.shape[0] != x.shape[-1]:
        why = f"a record has {x.shape[-1]} entries, the intercept's 1 among them"
        raise reject("f", SYMBOLS["f"], f"must have {x.shape[-1]} rows", f.shape, why)
    if not np.isfinite(f).all():
        raise reject("f", SYMBOLS["f"], "must be finite", "nan or inf", "it predicts nothing")
    scores = x @ f
    if f.ndim == 1:
        return np.where(scores >= 0, 1, -1)
    return np.asarray(scores.argmax(axis=-1))


def accuracy(f: Array, D: Dataset) -> float:
    """The share of records whose label is predicted. Scaling a record by a positive factor changes nothing."""
    predicted = predict(f, D.x)
    require_signs(D) if np.ndim(f) == 1 else require_labels(D, np.shape(f)[1])
    return float((predicted == D.y).mean())
