"""Neighbouring datasets for a loss: pairs built from a few directions, the best of them trained again in balls.

The last visited record is exchanged. The others are 0, or push the model to one side first. Floats choose; balls decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from accountant.numbers.enclosure import Enclosure
from accountant.sensitivity.trained_in_balls import loss_in_balls, measured_gap
from proofs_check.losses.suprema import NoConstant
from proofs_check.probes.pairs import Pair, Pairs
from reference.fast.many_datasets import norms, trained
from reference.learners.schedule import batches
from reference.loss_files.file import Setting
from reference.loss_files.learner import Loss
from reference.notation import Dataset, Xi

ANGLES = 16
LENGTHS = (1.0, 0.5)
MOST_PAIRS = 4000
ENOUGH = Fraction(9, 10)  # of a bound: what the probe hopes for


@dataclass(frozen=True)
class Reached:
    """The distance of the two models, certified, and the datasets."""

    distance: Enclosure
    pair: Pair

    def share_of(self, bound: Fraction) -> Fraction:
        return self.distance.lo / bound


def xi_of(setting: Setting, R: Fraction | None = None) -> Xi:
    """Without a ball the probe takes one that no model leaves."""
    radius = R or setting.R or Fraction(10**6)
    return Xi(
        K=setting.K,
        c=float(setting.c),
        M=setting.n * setting.passes,
        Lambda=float(setting.Lambda),
        R=float(radius),
    )


def farthest(loss: Loss, setting: Setting) -> Reached:
    """The pair of these families whose models are farthest apart."""
    xi, n = xi_of(setting), setting.n
    *_, batch = batches(n, xi.M, 1)
    candidates = _candidates(loss, setting, int(batch[0]))
    gaps = np.concatenate([_gaps(loss, xi, candidates[i : i + 400]) for i in range(0, len(candidates), 400)])
    if not np.isfinite(gaps).any():
        raise NoConstant("undecided", "training overflows in floats at this setting")
    best = candidates[int(np.argmax(np.where(np.isfinite(gaps), gaps, -1)))]

    def train(D: Dataset, **start: object) -> list[list[object]]:
        return loss_in_balls(D, xi, loss)

    try:
        return Reached(measured_gap(train, best.first, best.second), best)
    except ArithmeticError:
        raise NoConstant("undecided", "training in balls has no finite end at this setting") from None


def _gaps(loss: Loss, xi: Xi, candidates: list[Pair]) -> np.ndarray:
    pairs = Pairs.of(candidates)
    with np.errstate(all="ignore"):
        f = trained(loss.recipe(xi), *pairs.both(), xi)
    return norms(f[: len(pairs)] - f[len(pairs) :]).ravel()


def _candidates(loss: Loss, setting: Setting, j: int) -> list[Pair]:
    c, n = float(setting.c), setting.n
    angles = 2 * np.pi * np.arange(ANGLES) / ANGLES
    spots = [c * np.array([np.cos(t), np.sin(t)]).round(12) for t in angles]
    labels = range(min(3, setting.K)) if loss.columns_are_joint else (1,)  # a label's sign is a direction
    others = [np.zeros(2), *(length * c * np.array([1.0, 0.0]) for length in LENGTHS)]
    pushes = [(x, y) for x in others for y in ((0, 1) if loss.columns_are_joint else (-1, 1, 0))]
    ends = [(spot * (1 - 2.0**-40), y) for spot, y in product(spots, labels)]
    found = []
    for push, y in pushes:
        rest = Dataset(
            np.tile(push, (n, 1)),
            np.where(np.arange(n) % 2, 1, -1) if y == 0 and not loss.columns_are_joint else np.full(n, y),
        )
        for first, second in product(ends, ends):
            found.append(Pair(rest.replaced(j, *first), j, *second))
    stride = -(-len(found) // MOST_PAIRS)
    return found[::stride]
