"""Repeatable bytes in the place of OS entropy."""

from __future__ import annotations

import random

from reference.secure_sum.residues import Entropy


def seeded(seed: int) -> Entropy:
    return random.Random(seed).randbytes


def scripted(script: bytes) -> Entropy:
    """These bytes and no others."""
    left = bytearray(script)

    def entropy(count: int) -> bytes:
        assert count <= len(left), "the script is over"
        taken = bytes(left[:count])
        del left[:count]
        return taken

    return entropy
