"""delta of a Gaussian and a privacy loss distribution in a few lines, as one would write them first, in plain float64."""

from __future__ import annotations

import math

import numpy as np

from proofs_check.vectors.case import Case

SIZE, GRID = 1 << 19, 1e-4


def gaussian_delta(case: Case) -> float:
    """The difference of two tails, as printed."""
    tau = math.sqrt(case.compositions) / case.sigma
    inside, outside = (math.erfc((case.eps / tau + s * tau / 2) / math.sqrt(2)) / 2 for s in (-1, 1))
    return inside - math.exp(case.eps) * outside


def composed(case: Case, most: float) -> np.ndarray:
    """Probabilities of the losses (-SIZE/2, ...) * GRID of a run that replaces a record; outputs beyond `most` are dropped.

    A loss between two points of the grid is shared between them, so that its mean stays.
    """
    ((q, sigma, steps),) = case.runs
    x = np.linspace(-most, most, 200_001)
    up, down = (np.log(1 - q + q * np.exp(s * x / sigma - 1 / (2 * sigma**2))) for s in (1, -1))
    chance = np.exp(-(x**2) / 2 + up)
    place = (up - down) / GRID
    below = np.floor(place)
    masses = np.zeros(SIZE)
    for move, share in ((0, 1 - (place - below)), (1, place - below)):
        np.add.at(masses, (below.astype(int) + move) % SIZE, chance / chance.sum() * share)
    return np.roll(np.fft.irfft(np.fft.rfft(masses) ** steps, SIZE), SIZE // 2)


def epsilon(case: Case, most: float = 12.0) -> float:
    """The first eps of the grid whose delta is small enough."""
    masses, losses = composed(case, most), (np.arange(SIZE) - SIZE // 2) * GRID
    beyond, scaled = (np.cumsum(part[::-1])[::-1] for part in (masses, masses * np.exp(-losses)))
    delta = beyond - np.exp(losses) * scaled
    return float(losses[np.argmax((losses >= 0) & (delta <= case.delta))])
