"""Noise that is split over w users, and how far the sum of their weighted models can move.

User i adds noise to its model f_i and sends n_i/w (f_i + noise). All noise here is that of one user's n_i f_i, one number
for all users: w times what it sends. The public factor 1/w is left out on both sides. The sum is protected by the noise of
the honest users whose message arrived. Neighbours replace records; the sizes n_i and w are public.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from accountant import gaussian
from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import as_fraction, exact_real, require_count, require_sigma
from accountant.sensitivity.bounds import Sensitivity
from reference import formulas
from reference.errors import reject, require_one_of

BITS = 128
LEVELS = ("record", "group", "user")


class NoGuarantee(Exception):
    """Not a mistake in the input, but a plan without a privacy (or correctness) guarantee."""

    def __init__(self, reason: str, fix: str) -> None:
        super().__init__(f"{reason}; fix: {fix}")
        self.reason, self.fix = reason, fix


@dataclass(frozen=True)
class Crowd:
    """w users, of whom a fraction of at least t is honest, and a fraction of at most rho drops out."""

    w: int
    t: Fraction
    rho: Fraction = Fraction(0)

    @classmethod
    def of(cls, w: Any, t: Any, rho: Any = 0) -> Crowd:
        w = require_count("w", "w, the number of users", w, "the noise is split over them")
        fractions = []
        for name, symbol, value in (
            ("honest", "t, the honest fraction", t),
            ("dropouts", "ρ, the fraction of dropouts", rho),
        ):
            number = as_fraction(exact_real(name, symbol, value))
            if not 0 <= number <= 1:
                raise reject(name, symbol, "must be between 0 and 1", value)
            fractions.append(number)
        if fractions[0] == 0:
            why = "each user's noise divides by sqrt(t w)"
            raise reject("honest", "t, the honest fraction", "must be > 0", t, why)
        return cls(w, *fractions)

    @property
    def honest(self) -> int:
        """At least tw users are honest, and users are whole."""
        return math.ceil(self.t * self.w)

    @property
    def dropped(self) -> int:
        return math.floor(self.rho * self.w)

    @property
    def surviving(self) -> int:
        """Honest users whose noise is in the sum if all dropouts are honest."""
        if self.rho >= self.t:
            raise NoGuarantee(
                f"ρ = {_short(self.rho)} of the users may drop out and only t = {_short(self.t)} are honest: "
                "perhaps no honest noise is left in the sum",
                f"tolerate fewer dropouts than honest users (ρ < {_short(self.t)}), and abort the round beyond that",
            )
        return self.honest - self.dropped

    def local(self, sigma: Any) -> arb:
        """σ~ of alg:dist_blindavg, at the current precision."""
        return formulas.noise_per_user(exact(sigma), exact(self.t), self.w, BALLS)


def _short(number: Fraction) -> str:
    return f"{float(number):g}"


def effective_sigma(sigma: Any, crowd: Crowd) -> Enclosure:
    """σ of the Gaussian noise that the surviving honest users leave in the sum, over the sensitivity."""
    sigma = as_fraction(require_sigma(sigma))
    with precision(BITS):
        left = formulas.effective_noise(exact(sigma), crowd.surviving, exact(crowd.t), crowd.w, BALLS)
        return enclosure(left)


@dataclass(frozen=True)
class Level:
    """What is protected: one record, a group of records, or all records of one user."""

    kind: str
    size: int = 1
    within_one_user: bool = False

    def __post_init__(self) -> None:
        require_one_of("level", "what is protected", self.kind, LEVELS)
        require_count("group", "Υ, the group size", self.size)

    @property
    def changed_users(self) -> int:
        """How many users' models can differ."""
        return self.size if self.kind == "group" and not self.within_one_user else 1

    def relation(self) -> str:
        if self.kind == "user":
            return "neighbours replace all records of one user, whose number of records stays the same"
        if self.kind == "record":
            return "neighbours replace one record"
        where = "of one user" if self.within_one_user else "of any users"
        return f"neighbours replace up to {self.size} records {where}"


def largest_move(
    level: Level, R: Fraction, sizes: Iterable[int], of: Callable[[int], Sensitivity]
) -> Fraction:
    """How far the sum of the n_i f_i can move: the model of one class (SVM) or of all (softmax).

    Records are replaced one after the other. A group within one user moves one model, by at most 2R; spread over users it
    moves as many models, and the sum by the sum of the moves.
    """
    moves = []
    for n in sizes:
        if level.kind == "user":
            moves.append(2 * R * n)
            continue
        one = of(n).best.hi
        if level.within_one_user:
            moves.append(formulas.capped_by_ball(level.size * one, R) * n)
        else:
            moves.append(level.size * one * n)
    return max(moves)


@dataclass(frozen=True)
class GaussianSum:
    """Gaussian noise of the surviving honest users, against a move of each of `compositions` models."""

    move: Fraction
    compositions: int
    honest: int

    def epsilon(self, noise: arb, delta: Any) -> Enclosure:
        """Certified eps for this noise of one user."""
        with precision(BITS):
            ratio = enclosure(noise * exact(self.honest).sqrt() / exact(self.move))
        least, most = (
            gaussian.epsilon(delta, end, self.compositions, verify=True) for end in (ratio.hi, ratio.lo)
        )
        return Enclosure(least.lo, most.hi)

    def noise_for(self, eps: Any, delta: Any) -> arb:
        """The noise of one user that meets the target; its upper end does."""
        ratio = gaussian.sigma(eps, delta, self.compositions, verify=True)
        with precision(BITS):
            return exact(ratio.hi) * exact(self.move) / exact(self.honest).sqrt()
