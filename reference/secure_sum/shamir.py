"""Shamir's t-of-n secret sharing of short byte strings, over the field of 2^521 - 1 elements."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from reference.secure_sum.residues import Entropy, below

PRIME = 2**521 - 1  # a Mersenne prime; a secret of up to 65 bytes is one element
SHARE_BYTES = 66


def split(secret: bytes, threshold: int, holders: int, entropy: Entropy) -> dict[int, bytes]:
    """Holder x = 1, 2, ... gets the value at x of a random polynomial of degree threshold - 1 with the secret at 0."""
    coefficients = [below(entropy, PRIME) for _ in range(threshold - 1)]
    coefficients.append(int.from_bytes(secret, "little"))
    shares = {}
    for x in range(1, holders + 1):
        value = 0
        for coefficient in coefficients:
            value = (value * x + coefficient) % PRIME
        shares[x] = value.to_bytes(SHARE_BYTES, "little")
    return shares


def joined(shares: Mapping[int, bytes]) -> bytes:
    """The secret, filled up with zero bytes, from the shares of as many holders as the threshold; nonsense from others."""
    secret = 0
    for x, share in shares.items():
        others = [z for z in shares if z != x]
        weight = prod(others) * pow(prod(z - x for z in others), -1, PRIME)
        secret += int.from_bytes(share, "little") * weight
    return (secret % PRIME).to_bytes(SHARE_BYTES, "little")
