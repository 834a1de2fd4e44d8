"""Additive shares modulo B, one for each computation server (sec:non_interactive_secsum).

The paper draws from 1..B, we draw from 0..B-1: the same residues.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from reference.errors import require_whole
from reference.secure_sum.residues import OS_ENTROPY, Entropy, Residues, added, negated, uniform


def shared(f: Residues, J: int, B: int, entropy: Entropy = OS_ENTROPY) -> list[Residues]:
    """r_1, ..., r_(J-1) uniform, and r_J = (f - sum of the others) mod B. Any J - 1 of them say nothing about f."""
    why = "a single server would see the model"
    J = require_whole("J", "J, the number of computation servers", J, at_least=2, because=why)
    r = [uniform(entropy, len(f), B) for _ in range(J - 1)]
    return [*r, added(f, negated(summed(r, B), B), B)]


def summed(r: Sequence[Residues], B: int) -> Residues:
    """Their sum modulo B: what a server does with the shares it got, and what gives the sum of all models in the end.

    The reduction is not cosmetic: carries of a plain sum say something about the summands.
    """
    return reduce(lambda a, b: added(a, b, B), r)
