"""Exhibits of the museum that get randomness, machine words or the tests themselves wrong, and what catches them."""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import PurePosixPath

import numpy as np

from proofs_check.method.check import Check, Outcome, control_status, shown
from proofs_check.method.replay import equal_at

# --- randomness -----------------------------------------------------------------------------------------


def seed_of_all_bytes(entropy: bytes) -> int:
    return int.from_bytes(entropy, "big")


def seed_of_one_byte(entropy: bytes) -> int:
    return entropy[0]


def different_entropy_gives_different_noise(seed: Callable[[bytes], int]) -> Outcome:
    """Three hundred different inputs of 16 bytes give three hundred different noises: more than one byte can number."""
    inputs = [hashlib.sha256(bytes([i % 256, i // 256])).digest()[:16] for i in range(300)]
    noises = {np.random.default_rng(seed(entropy)).normal() for entropy in inputs}
    return equal_at(len(noises), len(inputs), ("number of noises", "number of inputs"))


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


# --- machine words --------------------------------------------------------------------------------------


def masked_sum_is_the_sum(bits: int) -> Outcome:
    """Ten users with values of 30 bits: the masks cancel, and the words must hold the sum."""
    users, modulus = 10, 1 << bits
    values = [(1 << 30) - 1 - user for user in range(users)]
    masks = [[(i * users + j) * 0x9E3779B97F4A7C15 % modulus for j in range(users)] for i in range(users)]
    masked = [
        (value + sum(masks[i][j] for j in range(users)) - sum(masks[j][i] for j in range(users))) % modulus
        for i, value in enumerate(values)
    ]
    return equal_at(sum(masked) % modulus, sum(values), ("unmasked sum", "sum"), bits=bits)


# --- tests that do not test -------------------------------------------------------------------------------

PATTERNS = ("test_*.py", "*_test.py")


def every_file_is_collected(files: Sequence[str]) -> Outcome:
    """Does the name of every file that holds tests match what the test runner looks for?"""
    missed = [
        name
        for name in files
        if not any(fnmatch.fnmatch(PurePosixPath(name).name, pattern) for pattern in PATTERNS)
    ]
    if missed:
        return Outcome("fails", "these files are never run", shown(missed=missed))
    return Outcome("holds", "every file is looked at")


def central_moment(sample: Sequence[Fraction], order: int) -> Fraction:
    mean = sum(sample, Fraction(0)) / len(sample)
    return sum(((x - mean) ** order for x in sample), Fraction(0)) / len(sample)


def excess_kurtosis(sample: Sequence[Fraction]) -> Fraction:
    return central_moment(sample, 4) / central_moment(sample, 2) ** 2 - 3


def skewness(sample: Sequence[Fraction]) -> Fraction:
    """The third moment (up to its scale): 0 for every symmetric sample."""
    return central_moment(sample, 3)


def statistic_sees_heavy_tails(statistic: Callable[[Sequence[Fraction]], Fraction]) -> Outcome:
    """Two symmetric samples, one with light and one with heavy tails, must get different values."""
    light = [Fraction(-1), Fraction(1)] * 4
    heavy = [Fraction(-9), *[Fraction(0)] * 6, Fraction(9)]
    if statistic(light) == statistic(heavy):
        return Outcome("fails", "the statistic does not tell heavy tails from light ones")
    return Outcome("holds", "heavy tails change the statistic")


def distance_seen(left: tuple[int, ...], right: tuple[int, ...]) -> Outcome:
    return Outcome("holds" if left != right else "fails", "the two datasets are told apart or not")


def _distinguisher(same: tuple[int, ...]) -> Check:
    """A check that two neighbours are told apart; its control compares a dataset with `same`."""
    return Check(
        name="museum.neighbours_are_told_apart",
        label="",
        about="statement",
        method="exact",
        scope="one pair of datasets",
        universal=False,
        expect="holds",
        concludes="",
        needs=(),
        run=lambda: distance_seen((1, 2, 3), (1, 2, 4)),
        controls=(lambda: distance_seen((1, 2, 3), same),),
    )


NEIGHBOURS_DIFFER = _distinguisher(same=(1, 2, 3))
NEIGHBOURS_EQUAL = _distinguisher(same=(1, 2, 4))  # the case itself once more


def control_is_rejected(check: Check) -> Outcome:
    """Does the control of the check come out the other way?"""
    status, _ = control_status(check)
    return Outcome("holds" if status == "rejected" else "fails", f"its control is {status}")
