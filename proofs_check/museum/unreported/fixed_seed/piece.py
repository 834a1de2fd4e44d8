"""unreported: fixed seed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from proofs_check.method.check import Outcome, shown
from proofs_check.museum.exhibit import Exhibit


def noise_of_the_generator(generator: np.random.Generator, size: int) -> np.ndarray:
    return generator.normal(size=size)


def noise_of_seed_42(generator: np.random.Generator, size: int) -> np.ndarray:
    return np.random.default_rng(42).normal(size=size)


def two_releases_differ(noise: Callable[[np.random.Generator, int], np.ndarray]) -> Outcome:
    """The difference of two releases about neighbours must not be the difference of their data."""
    data, neighbour = np.array([3.0, 5.0]), np.array([3.0, 6.0])
    generator = np.random.default_rng(7)
    difference = (neighbour + noise(generator, 2)) - (data + noise(generator, 2))
    if np.allclose(difference, neighbour - data):
        return Outcome("fails", "two releases show the changed record", shown(difference=difference))
    return Outcome("holds", "the noise of two releases does not cancel")


PIECE = Exhibit(
    cause="randomness",
    impact="no privacy",
    right=noise_of_the_generator,
    wrong=noise_of_seed_42,
    catcher=two_releases_differ,
)
