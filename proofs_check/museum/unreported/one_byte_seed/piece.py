"""unreported: one byte seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np

from proofs_check.method.check import Outcome
from proofs_check.method.replay import equal_at
from proofs_check.museum.exhibit import Exhibit


def seed_of_all_bytes(entropy: bytes) -> int:
    return int.from_bytes(entropy, "big")


def seed_of_one_byte(entropy: bytes) -> int:
    return entropy[0]


def different_entropy_gives_different_noise(seed: Callable[[bytes], int]) -> Outcome:
    """Three hundred different inputs of 16 bytes give three hundred different noises: more than one byte can number."""
    inputs = [hashlib.sha256(bytes([i % 256, i // 256])).digest()[:16] for i in range(300)]
    noises = {np.random.default_rng(seed(entropy)).normal() for entropy in inputs}
    return equal_at(len(noises), len(inputs), ("number of noises", "number of inputs"))


PIECE = Exhibit(
    cause="randomness",
    impact="no privacy",
    right=seed_of_all_bytes,
    wrong=seed_of_one_byte,
    catcher=different_entropy_gives_different_noise,
)
