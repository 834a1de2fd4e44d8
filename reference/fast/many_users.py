"""The learners for very many users with few records each: models as sums of the users' own records.

f_0 = 0, every gradient is a sum of records plus a multiple of f, and the projection scales f: f = sum_j a_j x_j throughout.
A step then needs one row of the products <x_i, x_j>, which are computed once, and changes one a_j per record of the batch.
The users are the last axis. `batched.py` walks the same path in the entries of f; a test compares them with the plain learners.
"""

from __future__ import annotations

import numpy as np

from reference import formulas
from reference.arithmetic import ARRAYS
from reference.errors import reject
from reference.fast.many_datasets import Recipe
from reference.learners.losses import Labels
from reference.learners.projections import clipped
from reference.learners.schedule import Divisor, Order, batches, fixed_divisor
from reference.notation import Array, Xi


def trained_in_span(
    recipe: Recipe, x: Array, y: Labels, xi: Xi, divisor: Divisor = fixed_divisor, order: Order = None
) -> Array:
    """The models of all users, projected onto the ball: x has the axes (users, records, entries), y (users, records)."""
    if recipe.share(1) != 1:
        why = "an average of iterates is not kept here"
        raise reject("recipe", "the learner", "must return its last iterate", recipe.share(1), why)
    x = clipped(x, xi.c)
    users, n, _ = x.shape
    products = np.ascontiguousarray((x @ x.swapaxes(1, 2)).transpose(1, 2, 0))
    a = np.zeros((n, recipe.columns, users))  # f = scale * sum_j a_j x_j
    scale, norm_squared = np.ones(users), np.zeros(users)
    for m, j in enumerate(batches(n, xi.M, xi.b, order), start=1):
        tau = recipe.rate(m)
        rows = products[j[0] : j[0] + 1] if len(j) == 1 else products[j]  # a slice is not copied
        z = scale * np.einsum("jiu,iku->jku", rows, a)
        slopes = recipe.slopes(z.transpose(2, 0, 1), y[:, j]).transpose(1, 2, 0)
        change = np.multiply(tau / divisor(len(j), xi.b), slopes, order="C")  # users last in memory too
        kept = 1 - tau * recipe.pull  # above 0, since tau < 1/Λ: what the step leaves of f
        moved = np.einsum("jiu,iku->jku", rows[:, j], change) - 2 * kept * z  # what the change does to |f|^2
        norm_squared = np.maximum(0, kept**2 * norm_squared + np.einsum("jku,jku->u", change, moved))
        scale = scale * kept
        a[j] -= change / scale
        shrink = formulas.shrink_factor(xi.R, np.sqrt(norm_squared), ARRAYS)
        scale, norm_squared = scale * shrink, norm_squared * shrink**2
    return np.asarray(x.swapaxes(1, 2) @ (scale * a).transpose(2, 0, 1))
