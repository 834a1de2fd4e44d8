"""fedbiomed: short words."""

from __future__ import annotations

from proofs_check.method.check import Outcome
from proofs_check.method.replay import equal_at
from proofs_check.museum.exhibit import Exhibit


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


PIECE = Exhibit(
    cause="machine words",
    impact="wrong result",
    right=64,
    wrong=32,
    catcher=masked_sum_is_the_sum,
    report="fedbiomed/fedbiomed#1210",
)
