"""opacus: divisor from the data."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofs_check.method.check import Outcome
from proofs_check.method.replay import equal_at
from proofs_check.museum.exhibit import Exhibit

RATE, PUBLIC_SIZE = Fraction(1, 2), 8


def public_divisor(records: int) -> Fraction:
    return RATE * PUBLIC_SIZE


def divisor_of_the_data(records: int) -> int:
    return int(RATE * records)


def noise_has_one_scale(divisor: Callable[[int], Fraction]) -> Outcome:
    """The noise of a mean is divided, too: neighbours with another divisor release noise of another scale."""
    return equal_at(
        1 / Fraction(divisor(8)), 1 / Fraction(divisor(7)), ("scale with the record", "scale without")
    )


PIECE = Exhibit(
    cause="sensitivity",
    impact="no privacy",
    right=public_divisor,
    wrong=divisor_of_the_data,
    catcher=noise_has_one_scale,
    report="meta-pytorch/opacus#819",
)
