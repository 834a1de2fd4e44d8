"""The learners on many datasets of one size at once: a leading axis of datasets, the same steps from the same formulas.

A `Recipe` says what a learner's step is made of; `trained` runs it. The plain learners are the ones to read, and a test
compares the two. Logits have the axes (datasets, batch, columns), models (datasets, entries, columns).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from reference import formulas
from reference.arithmetic import ARRAYS
from reference.errors import reject
from reference.learners.losses import Labels, softmax
from reference.learners.projections import clipped
from reference.learners.schedule import Divisor, Indices, Order, batches, fixed_divisor
from reference.learners.svm_sgd import one_vs_rest
from reference.notation import SYMBOLS, Array, Xi

EachProjection = Callable[[Array, float], Array]


@dataclass(frozen=True)
class Recipe:
    """What a step of projected SGD is made of, and how the iterates make the output."""

    columns: int
    labels: tuple[int, ...]
    slopes: Callable[[Array, Labels], Array]  # derivative of the loss in the logits
    bend: Callable[[Array, Labels, Array], Array]  # second derivative in the logits, times a vector
    pull: float  # the regularizer's gradient is pull * f
    rate: Callable[[int], float]  # tau_m
    share: Callable[[int], float]  # of iterate m in the running average; 1 keeps the last iterate


@dataclass(frozen=True)
class Step:
    """One step as it happened, for whoever needs the way back."""

    m: int
    batch: Indices
    before: Array
    unprojected: Array
    divided_by: int


def svm_recipe(xi: Xi, p: int, k: int = 1) -> Recipe:
    """alg:dpsvm for class k against the rest."""
    h, Lambda = xi.relaxation(), xi.Lambda
    beta = formulas.smoothness_svm(Lambda, xi.c, h, p)

    def slopes(z: Array, y: Labels) -> Array:
        sign = one_vs_rest(y, k)[..., None]
        return np.asarray(sign * formulas.huber_slope(h, sign * z, ARRAYS))

    def bend(z: Array, y: Labels, v: Array) -> Array:
        return np.asarray(formulas.huber_curvature(h, one_vs_rest(y, k)[..., None] * z, ARRAYS) * v)

    def rate(m: int) -> float:
        return float(formulas.learning_rate(beta, Lambda, m))

    return Recipe(1, tuple(range(xi.K)), slopes, bend, Lambda, rate, lambda m: 1.0)


def softmax_recipe(xi: Xi, p: int) -> Recipe:
    """alg:dpsoftmax."""
    beta = formulas.smoothness_softmax(xi.Lambda, xi.c, p, xi.K)

    def slopes(z: Array, y: Labels) -> Array:
        return np.asarray(formulas.softmax_slope(softmax(z), y[..., None] == np.arange(xi.K)))

    def bend(z: Array, y: Labels, v: Array) -> Array:
        s = softmax(z)
        curvature = formulas.softmax_curvature(s[..., :, None], s[..., None, :], np.eye(xi.K))
        return np.asarray((curvature @ v[..., None])[..., 0])

    def rate(m: int) -> float:
        return float(formulas.learning_rate(beta, xi.Lambda, m))

    return Recipe(xi.K, tuple(range(xi.K)), slopes, bend, xi.Lambda, rate, lambda m: 1.0)


def hinge_recipe(xi: Xi) -> Recipe:
    """HingeSVM-SGDWA, labels -1 and +1; here its records are clipped first, as those of the other learners are."""

    def slopes(z: Array, y: Labels) -> Array:
        sign = y[..., None].astype(float)
        return np.asarray(sign * formulas.hinge_slope(sign * z, ARRAYS))

    return Recipe(
        columns=1,
        labels=(-1, 1),
        slopes=slopes,
        bend=lambda z, y, v: np.zeros_like(v),
        pull=2 * xi.Lambda,
        rate=lambda m: float(formulas.subgradient_step(xi.Lambda, m)),
        share=lambda m: float(formulas.averaging_weight(m)),
    )


def each_onto_ball(f: Array, R: float) -> Array:
    """`projections.onto_ball` for every model."""
    return np.asarray(f * formulas.shrink_factor(R, norms(f), ARRAYS))


def each_onto_sphere(f: Array, R: float) -> Array:
    """`projections.onto_sphere`, the printed rescaling, for every model."""
    length = norms(f)
    if not length.all():
        raise reject(
            "f", SYMBOLS["f"], "must not be 0", 0, "the printed rescaling R f/|f| divides by its norm"
        )
    return np.asarray(f * formulas.sphere_factor(R, length))


def norms(f: Array) -> Array:
    """The Frobenius norm of every model, with axes kept."""
    return np.asarray(np.sqrt((f * f).sum(axis=(1, 2), keepdims=True)))


def trained(
    recipe: Recipe,
    x: Array,
    y: Labels,
    xi: Xi,
    project: EachProjection = each_onto_ball,
    divisor: Divisor = fixed_divisor,
    order: Order = None,
    trace: list[Step] | None = None,
) -> Array:
    """The models of all datasets: x has the axes (datasets, records, entries), y (datasets, records)."""
    x = clipped(x, xi.c)
    f = np.zeros((len(x), x.shape[2], recipe.columns))
    average = f
    for m, j in enumerate(batches(x.shape[1], xi.M, xi.b, order), start=1):
        size = divisor(len(j), xi.b)
        slopes = recipe.slopes(x[:, j] @ f, y[:, j])
        over_batch = x[:, j].swapaxes(1, 2) @ slopes / size
        gradient = formulas.gradient_entry(recipe.pull, f, over_batch)
        moved = np.asarray(formulas.sgd_step(f, recipe.rate(m), gradient))
        if trace is not None:
            trace.append(Step(m, j, f, moved, size))
        f = project(moved, xi.R)
        average = average + recipe.share(m) * (f - average)
    return average
