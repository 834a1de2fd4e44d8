"""Shamir's t-of-n secret sharing of short byte strings, over the field of 2^521 - 1 elements."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
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
    weights = _weights_at_zero(tuple(shares))
    parts = zip(shares.values(), weights, strict=True)
    secret = sum(int.from_bytes(share, "little") * weight for share, weight in parts)
    return (secret % PRIME).to_bytes(SHARE_BYTES, "little")


@lru_cache(maxsize=64)
def _weights_at_zero(holders: tuple[int, ...]) -> list[int]:
    """Of each holder's value in that of the polynomial at 0: the product of z/(z - x) over the other holders z."""
    whole = prod(holders)
    under = (prod([z - x for z in holders if z != x]) for x in holders)
    return [whole // x * pow(each, -1, PRIME) % PRIME for x, each in zip(holders, under, strict=True)]
