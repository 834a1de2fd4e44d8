"""The gradient of the gap in every feature of every record, back through all steps of both runs, for many pairs at once."""

from __future__ import annotations

import numpy as np

from proofs_check.probes.pairs import PROJECTIONS, Pairs, Setting
from reference.fast.many_datasets import Step, norms, trained
from reference.learners.projections import clipped
from reference.notation import Array


def gaps_and_slopes(setting: Setting, pairs: Pairs) -> tuple[Array, Array, Array]:
    """The gaps, their gradients in the first datasets' raw entries, and those in the entries of the other record."""
    x, y = pairs.both()
    trace: list[Step] = []
    f = trained(setting.recipe(), x, y, setting.xi, PROJECTIONS[setting.projection][0], trace=trace)
    difference = f[: len(pairs)] - f[len(pairs) :]
    gap = norms(difference)
    unit = difference / np.maximum(gap, np.finfo(float).tiny)
    in_x = _back_to_records(setting, x, y, trace, np.concatenate([unit, -unit]))
    rows, first, second = np.arange(len(pairs)), in_x[: len(pairs)], in_x[len(pairs) :]
    other = second[rows, pairs.j]
    second[rows, pairs.j] = 0.0
    return gap.ravel(), first + second, other


def _back_to_records(setting: Setting, x: Array, y: np.ndarray, trace: list[Step], wanted: Array) -> Array:
    """The gradient of <wanted, output> in the raw records, one gradient per dataset."""
    recipe, c = setting.recipe(), setting.xi.c
    points, in_points = clipped(x, c), np.zeros_like(x)
    in_f, in_average = np.zeros_like(wanted), wanted
    for step in reversed(trace):
        share, tau, j = recipe.share(step.m), recipe.rate(step.m), step.batch
        in_f, in_average = in_f + share * in_average, (1 - share) * in_average
        in_f = _back_through_projection(setting, step.unprojected, in_f)
        z, labels = points[:, j] @ step.before, y[:, j]
        along = points[:, j] @ in_f
        bent = recipe.bend(z, labels, along)
        per_record = recipe.slopes(z, labels) @ in_f.swapaxes(1, 2) + bent @ step.before.swapaxes(1, 2)
        in_points[:, j] -= tau / step.divided_by * per_record
        in_f = (1 - tau * recipe.pull) * in_f - tau / step.divided_by * points[:, j].swapaxes(1, 2) @ bent
    return _back_through_clipping(x, c, in_points)


def _back_through_projection(setting: Setting, f: Array, wanted: Array) -> Array:
    length, R = norms(f), setting.xi.R
    radial = (f * wanted).sum(axis=(1, 2), keepdims=True) / length**2
    scaled = R / length * (wanted - radial * f)
    return scaled if setting.projection == "sphere" else np.where(length > R, scaled, wanted)


def _back_through_clipping(x: Array, c: float, wanted: Array) -> Array:
    length = np.linalg.norm(x, axis=-1, keepdims=True)
    radial = (x * wanted).sum(axis=-1, keepdims=True) / length**2
    return np.where(length > c, c / length * (wanted - radial * x), wanted)
