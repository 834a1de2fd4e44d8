"""Vectors modulo B: exact uniform draws, addition, and their bytes."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from reference.errors import reject, require_whole

Residues = NDArray[np.uint64]
Words = NDArray[np.unsignedinteger]  # residues in words of any type
Entropy = Callable[[int], bytes]  # so many random bytes
OS_ENTROPY: Entropy = os.urandom
LARGEST_MODULUS = 2**63  # two residues then add up within 64 bits


def require_modulus(B: object) -> int:
    """2 <= B <= 2^63."""
    why = "residues are added in 64 bits"
    modulus = require_whole("B", "B, the modulus", B, at_least=2, because=why)
    if modulus > LARGEST_MODULUS:
        raise reject("B", "B, the modulus", "must be <= 2^63", B, why)
    return modulus


def uniform(entropy: Entropy, count: int, B: int) -> Residues:
    """Independent draws from 0..B-1, each value with probability exactly 1/B."""
    return draws(entropy, count, B).astype(np.uint64)


def draws(entropy: Entropy, count: int, B: int) -> Words:
    """The same in words of the smallest type: so many bits are drawn, and what is too large is rejected."""
    bits = (B - 1).bit_length()
    width = next(width for width in (1, 2, 4, 8) if 8 * width >= bits)
    drawn: Words = np.empty(0, dtype=f"<u{width}")
    while len(drawn) < count:
        words = np.frombuffer(entropy(width * (count - len(drawn))), dtype=drawn.dtype)
        if bits < 8 * width:
            words = words & words.dtype.type(2**bits - 1)
        kept = words if B == 2**bits else words[words < B]
        drawn = np.concatenate([drawn, kept]) if len(drawn) else kept
    return drawn


def below(entropy: Entropy, B: int) -> int:
    """One draw from 0..B-1, of any size."""
    bits = (B - 1).bit_length()
    while True:
        drawn = int.from_bytes(entropy(-(-bits // 8)), "little") & ((1 << bits) - 1)
        if drawn < B:
            return drawn


def added(a: Residues, b: Residues, B: int) -> Residues:
    """(a + b) mod B."""
    total = a + b
    reduced: Residues = total - np.uint64(
        B
    )  # what is below 0 wraps to 2^63 or more, so the smaller one is right
    return np.asarray(np.minimum(total, reduced))


class Running:
    """A sum of residues modulo B that grows in place and is reduced only before 64 bits overflow: no new vector each time."""

    def __init__(self, length: int, B: int) -> None:
        self.B, self.room = B, (2**64 - 1) // (B - 1)  # summands below B that 64 bits hold
        self.sums = {+1: np.zeros(length, dtype=np.uint64), -1: np.zeros(length, dtype=np.uint64)}
        self.counts = {+1: 0, -1: 0}

    def add(self, a: Words, sign: int = 1) -> None:
        """One more summand, or one less for sign -1."""
        total = self.sums[sign]
        if self.counts[sign] == self.room:
            total %= np.uint64(self.B)
            self.counts[sign] = 1
        np.add(total, a, out=total)
        self.counts[sign] += 1

    def value(self) -> Residues:
        plus, minus = (self.sums[sign] % np.uint64(self.B) for sign in (+1, -1))
        return added(plus, negated(minus, self.B), self.B)


def negated(a: Residues, B: int) -> Residues:
    """(-a) mod B."""
    return np.where(a == 0, a, np.uint64(B) - a)


def to_bytes(a: Residues, B: int) -> bytes:
    return a.astype(_word(B)).tobytes()


def from_bytes(payload: bytes, length: int, B: int) -> Residues | None:
    """The vector again, or None if these bytes are not one of this length modulo B."""
    if len(payload) != length * _word(B).itemsize:
        return None
    a = np.frombuffer(payload, dtype=_word(B)).astype(np.uint64)
    return a if bool((a < B).all()) else None


def _word(B: int) -> np.dtype[np.unsignedinteger]:
    return np.dtype("<u4") if B <= 2**32 else np.dtype("<u8")
