"""sec:non_interactive_secsum: J shares modulo B. Reconstruction for all J and B, and what one server can do to it.

J - 1 shares are drawn from 1..B, the last is (f - their sum) mod B. Below, S is the sum of the drawn shares, whatever J is.
"""

from __future__ import annotations

from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from reference.formulas import sum_fits

check_correct = about("sec:non_interactive_secsum#correctness")
B = z3.Int("B")


@check_correct(
    "repair", "smt", every="every even B, number of users and largest entry", wrong={"wrapping": 1}
)
def condition_is_sharp(wrapping=0):
    """B/2 - w largest is exactly the room that is left: a sum of B/2 is read as -B/2, one less (control) as it is."""
    F, x, multiple, w, largest = z3.Ints("F x multiple w largest")
    room = sum_fits(z3.ToReal(w), z3.ToReal(largest), z3.ToReal(B))
    setting = [B >= 4, w >= 1, largest >= 0, room >= 1, x == F - multiple * B, 2 * x >= -B, 2 * x < B]
    sums = [z3.ToReal(F) == w * largest + room - spare for spare in (1, wrapping)]
    return every(prove([*setting, sums[0]], x == F), prove([*setting, sums[1]], x != F))


def share(model: int, modulus: int, drawn: tuple[int, ...]) -> tuple[int, ...]:
    """The shares of one entry, as printed."""
    return (*drawn, (model - sum(drawn)) % modulus)


def centred(value: int, modulus: int) -> int:
    return (value + modulus // 2) % modulus - modulus // 2


def received(models: tuple[int, ...], modulus: int, read) -> Outcome:
    """Two servers, each user draws 3; what the servers' sums give, read in this way, against the sum of the models."""
    total = sum(sum(share(model, modulus, (3,))) for model in models)
    names = ("what the servers obtain", "sum of the models")
    return equal_at(Fraction(read(total, modulus)), Fraction(sum(models)), names, models=models, B=modulus)


@check_correct("premise:reduced", "exact", at="one user, B = 16", expect="fails", wrong={"read": centred})
def plain_sums_carry_multiples_of_b(read=lambda total, B: total):
    """Without a last reduction modulo B the shares do not cancel: a multiple of B is left."""
    return received((2,), 16, read)


@check_correct(
    "premise:centred", "exact", at="one negative entry, B = 16", expect="fails", wrong={"read": centred}
)
def negative_entries_need_a_centred_range(read=lambda total, B: total % B):
    """Read in 0..B-1, the entry -1 comes out as B - 1."""
    return received((-1,), 16, read)


@check_correct(
    "premise:no-wrap",
    "exact",
    at="two users with entries of 5, B = 16",
    expect="fails",
    wrong={"modulus": 32},
)
def large_sums_wrap_around(modulus=16):
    """5 + 5 comes out as -6 modulo 16: B must exceed twice the largest possible sum, noise included."""
    return received((5, 5), modulus, centred)
