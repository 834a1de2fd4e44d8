"""Clipping of the records and projection of the model, each reading under its own name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reference.arithmetic import ARRAYS
from reference.errors import reject, require_positive
from reference.formulas import shrink_factor, sphere_factor
from reference.notation import SYMBOLS, Array

Projection = Callable[[Array, float], Array]


def clipped(x: Array, c: float) -> Array:
    """clipped(x) = c x / max(c, |x|), row by row; the whole vector [1, x_1, ..., x_p] is scaled (alg:dpsvm)."""
    return np.asarray(x * clip_factors(x, c))


def clip_factors(x: Array, c: float) -> Array:
    """What `clipped` multiplies each row by, with the axes of x."""
    require_positive("c", SYMBOLS["c"], c, because="every record is scaled to norm at most c")
    largest = np.abs(x).max(axis=-1, keepdims=True, initial=np.finfo(float).tiny)
    norm = largest * np.linalg.norm(x / largest, axis=-1, keepdims=True)  # no overflow for finite x
    return np.asarray(shrink_factor(c, norm, ARRAYS))


def onto_ball(f: Array, R: float) -> Array:
    """The nearest point of the ball of radius R: what "projected SGD" means, and what the proofs need."""
    require_positive("R", SYMBOLS["R"], R)
    return np.asarray(f * shrink_factor(R, np.linalg.norm(f), ARRAYS))


def onto_sphere(f: Array, R: float) -> Array:
    """R f/|f|, the printed line of alg:dpsvm and alg:dpsoftmax: expansive inside the ball, undefined at 0."""
    require_positive("R", SYMBOLS["R"], R)
    norm = np.linalg.norm(f)
    if norm == 0:
        raise reject(
            "f", SYMBOLS["f"], "must not be 0", 0, "the printed rescaling R f/|f| divides by its norm"
        )
    return np.asarray(f * sphere_factor(R, norm))
