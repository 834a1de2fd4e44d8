"""Neighbouring datasets built by hand, close to the worst case of each learner.

Records are [1, features] before clipping. A feature of size FAR makes the leading 1 vanish beside it: the clipped record
then points along the feature, up to one part in FAR.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np

from proofs_check.probes.pairs import Pair, Pairs, Setting
from reference import formulas
from reference.fast.many_datasets import Step, trained
from reference.learners.losses import softmax
from reference.learners.projections import clipped
from reference.learners.schedule import batches
from reference.notation import Array, Dataset

FAR = 2.0**20
Record = tuple[Array, int]
ANGLES = 129


def last_visited(setting: Setting) -> int:
    """A record of the last step's batch: what it leaves behind no later step can damp."""
    *_, batch = batches(setting.n, setting.xi.M, setting.xi.b)
    return int(batch[-1])


def first_visited(setting: Setting) -> int:
    return int(next(batches(setting.n, setting.xi.M, setting.xi.b))[0])


def flipped_in_linear_part(setting: Setting, j: int) -> Pair:
    """SVM: record j points along a feature and changes its label; the others are [1, 0] with alternating labels.

    In its linear part the Huber loss has the same slope everywhere: the two gradients of record j are opposite, both of
    norm c, and no shared record has any curvature to damp the difference: only the regularizer does.
    """
    x = np.zeros((setting.n, setting.p + 1))
    x[:, 0], x[j, 1] = 1.0, FAR
    y = np.arange(setting.n) % 2
    y[j] = 1
    return Pair(Dataset(x, y), j, x[j], 0)


def pushed_then_turned(setting: Setting) -> Pair:
    """Softmax: equal records push the model towards class 0, the last record then names another class.

    Its position and the one that replaces it are chosen from a grid of directions, where the two gradients at
    the model reached by then are farthest apart.
    """
    spots, pushers = _directions(setting.p), _pushers(setting.p)
    choices = [
        (*_farthest_gradients(setting, model, spots), pusher)
        for model, pusher in zip(_pushed(setting, pushers), pushers, strict=True)
    ]
    _, (a, y), (b, other), pusher = max(choices, key=lambda choice: choice[0])
    return turned_at_the_end(setting, pusher, (spots[a], y), (spots[b], other))


def turned_at_the_end(setting: Setting, pusher: Array, first: Record, second: Record) -> Pair:
    """All records are the pusher with label 0, but the last visited one, which is `first` or `second`."""
    j = last_visited(setting)
    rest = Dataset(np.tile(pusher, (setting.n, 1)), np.zeros(setting.n, dtype=int))
    return Pair(rest.replaced(j, *first), j, *second)


def _pushed(setting: Setting, pushers: Array) -> Array:
    """The models before the last step if every record is a pusher with label 0, for each pusher."""
    if setting.xi.M == 1:
        return np.zeros((len(pushers), setting.p + 1, setting.xi.K))
    x = np.repeat(pushers[:, None], setting.n, axis=1)
    shorter = replace(setting.xi, M=setting.xi.M - 1)
    return trained(setting.recipe(), x, np.zeros(x.shape[:2], dtype=int), shorter)


def _farthest_gradients(
    setting: Setting, model: Array, spots: Array
) -> tuple[float, tuple[int, int], tuple[int, int]]:
    """The two of the spots, each with a label, whose loss gradients at this model are farthest apart: how far, and which."""
    points, labels = clipped(spots, setting.xi.c), range(min(3, setting.xi.K))
    inner = points @ points.T
    slopes = [formulas.softmax_slope(softmax(points @ model), np.eye(setting.xi.K)[y]) for y in labels]
    lengths = [np.diag(inner) * (u * u).sum(axis=1) for u in slopes]
    best = (-1.0, (0, 0), (0, 0))
    for y, other in combinations_with_replacement(labels, 2):
        squares = lengths[y][:, None] + lengths[other] - 2 * inner * (slopes[y] @ slopes[other].T)
        a, b = np.unravel_index(squares.argmax(), squares.shape)
        best = max(best, (float(squares[a, b]), (int(a), y), (int(b), other)))
    return best


def thrown_to_the_rim(setting: Setting) -> Pair:
    """Printed rescaling: the first record alone sets the direction of the model, and the others no longer turn it.

    They are [1, 0] with the label that the model already gives them, so that their gradients (nearly) vanish.
    """
    j = first_visited(setting)
    label = 1 if setting.learner == "svm" else 0
    x = np.zeros((setting.n, setting.p + 1))
    x[:, 0] = 1.0
    rest = Dataset(x, np.full(setting.n, label))
    pairs = []
    for angle in np.linspace(0.05, 0.48, 24) * np.pi:
        tilted, other = x[j].copy(), x[j].copy()
        tilted[1], other[1] = np.tan(angle), -np.tan(angle)
        pairs.append(Pair(rest.replaced(j, tilted, label), j, other, label))
    return pairs[int(setting.gaps(Pairs.of(pairs)).argmax())]


def _pushers(p: int) -> Array:
    """A record along the intercept, and one along the first feature."""
    records = np.zeros((2, p + 1))
    records[:, 0], records[1, 1] = 1.0, FAR
    return records


# --- HingeSVM-SGDWA ---------------------------------------------------------------------------------------


def _directions(p: int) -> Array:
    """Records whose clipped versions lie around half the plane of intercept and feature, or around that of two features."""
    halves = np.linspace(-0.5, 0.5, ANGLES)[1:-1] * np.pi
    upright = np.zeros((ANGLES, p + 1))
    upright[:, 0], upright[:, 1] = 1.0, [-FAR, *np.tan(halves), FAR]
    if p == 1:
        return upright
    circle = np.linspace(-1, 1, ANGLES) * np.pi
    flat = np.zeros((ANGLES, p + 1))
    flat[:, 0], flat[:, 1], flat[:, 2] = 1.0, FAR * np.cos(circle), FAR * np.sin(circle)
    return np.concatenate([upright, flat])


APART = 1e-6  # the two margins are 1 - APART and 1 + APART: far above rounding, far below the jumps
REACH = 1.5  # straddle where c|f| is at least this much


def straddled_kinks(setting: Setting) -> Pair:
    """The first record tilts to either side; each later one, in order of visit, straddles the kink if it can."""
    n, entries, j = setting.n, setting.p + 1, first_visited(setting)
    x, tilt = np.zeros((n, entries)), np.zeros((2, entries))
    tilt[:, 1], tilt[:, -1] = 1.0, [0.5, -0.5]
    chosen = {j}
    x[j], other = (_far_along(direction) for direction in tilt)
    for m, batch in enumerate(batches(n, setting.xi.M, setting.xi.b), start=1):
        for i in sorted({int(i) for i in batch} - chosen):
            pair = Pair(Dataset(x, np.ones(n, dtype=int)), j, other, 1)
            x[i] = _straddling(_models_before(setting, pair, m), setting.xi.c, fresh=len(chosen) + 1)
            chosen.add(i)
    return Pair(Dataset(x, np.ones(n, dtype=int)), j, other, 1)


def _models_before(setting: Setting, pair: Pair, m: int) -> Array:
    """The two models before step m, which do not depend on the records that come later."""
    trace: list[Step] = []
    trained(setting.recipe(), *Pairs.of([pair]).both(), replace(setting.xi, M=m), trace=trace)
    return trace[-1].before[..., 0]


def _straddling(models: Array, c: float, fresh: int) -> Array:
    """A record with margin 1 - APART in the first model and 1 + APART in the second, otherwise along a fresh feature."""
    middle, apart = models.mean(axis=0), models[1] - models[0]
    if not middle.any():
        return _far_along(np.eye(len(middle))[1])
    if c * np.linalg.norm(middle) < REACH or fresh >= len(middle) - 1:
        return _far_along(middle)
    inside = np.linalg.lstsq(np.stack([middle, apart]), np.array([1.0, 2 * APART]), rcond=None)[0]
    inside[fresh] += np.sqrt(max(0.0, c**2 - inside @ inside))
    return _far_along(inside)


def _far_along(direction: Array) -> Array:
    record = FAR**2 * direction / np.linalg.norm(direction)
    record[0] = 1.0
    return np.asarray(record)
