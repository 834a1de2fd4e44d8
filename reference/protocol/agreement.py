"""What all users and servers of a BlindAvg run agree on: how many, how much noise, which grid and which secure sum."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from math import ceil, isqrt
from types import SimpleNamespace
from typing import Any

from reference.arithmetic import Arithmetic
from reference.errors import InvalidInput, reject, require_exact, require_one_of, require_whole
from reference.formulas import noise_per_user
from reference.secure_sum.fixed_point import FixedPoint
from reference.secure_sum.neighbour_graph import (
    Neighbourhood,
    consistent_neighbourhood,
    neighbourhood,
    require_degree,
    smallest_neighbourhood,
)

NOISES, SCHEMES = ("gaussian", "discrete"), ("servers", "users", "users-active")
SQUARES: Arithmetic = SimpleNamespace(
    sqrt=lambda value: value
)  # each number stands for its root: σ~² stays a fraction
REACH = 12  # standard deviations that the range leaves for the noise: beyond, with probability below 2 e^-72 per entry
PLAN_SYMBOLS = {
    "w": "w, the number of users",
    "t": "t, the fraction of honest users",
    "sigma": "σ, the noise scale over the sensitivity",
    "rho": "ρ, the fraction of users that may drop out",
    "scale": "1/scale, the fixed-point grid",
    "J": "J, the number of computation servers",
    "k": "k, the number of neighbours",
    "nu": "ν, the probability that SecAgg fails",
    "noise": "the noise",
    "scheme": "the summation scheme",
}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What all users and servers agree on. Decimal numbers may be strings, so that "0.1" means one tenth.

    `noise`: "gaussian" is the printed float noise, for experiments; "discrete" is the exact discrete Gaussian, for release.
    `rho`: users that may drop out. The print plans for none. A sum of fewer than (1 - ρ)w users is not released; the noise of
    those who stay must suffice alone, which is a matter of σ (the accountant's certificate counts them).
    `scheme`: "servers" is the non-interactive one with J servers; "users" is SecAgg among the users, with k neighbours each
    (default: as few as t, ρ and ν allow); "users-active" is the same against an aggregator that cheats, with all others.
    """

    w: int
    t: Fraction
    sigma: Fraction
    rho: Fraction = Fraction(0)
    scale: int = 2**20
    J: int = 3
    k: int | None = None
    nu: Fraction = Fraction(1, 1 << 40)
    noise: str = "discrete"
    scheme: str = "servers"

    def __post_init__(self) -> None:
        for name, least in (("w", 1), ("scale", 1), ("J", 2)):
            why = "it counts parties or grid steps"
            require_whole(name, PLAN_SYMBOLS[name], getattr(self, name), at_least=least, because=why)
        if self.k is not None:
            require_whole("k", PLAN_SYMBOLS["k"], self.k, at_least=1, because="a mask needs a partner")
        for name in ("t", "sigma", "rho", "nu"):
            why = "the noise is computed from it exactly"
            number = require_exact(name, PLAN_SYMBOLS[name], getattr(self, name), because=why)
            object.__setattr__(self, name, number)
        if self.sigma < 0:
            raise reject("sigma", PLAN_SYMBOLS["sigma"], "must be >= 0", self.sigma, "noise has a size")
        if not 0 < self.t <= 1:
            why = "the noise is divided among the honest users"
            raise reject("t", PLAN_SYMBOLS["t"], "must be above 0 and at most 1", self.t, why)
        if not 0 <= self.rho < self.t:
            why = "if all honest users drop out, no noise is left"
            raise reject("rho", PLAN_SYMBOLS["rho"], "must be >= 0 and < t", self.rho, why)
        for name, known in (("noise", NOISES), ("scheme", SCHEMES)):
            require_one_of(name, PLAN_SYMBOLS[name], getattr(self, name), known)
        if self.scheme != "servers":
            _ = self.neighbourhood

    @classmethod
    def of(cls, given: dict[str, Any]) -> Plan:
        """A plan from a mapping, with unknown or missing names rejected."""
        known = [field.name for field in fields(cls)]
        for name in given:
            if name not in known:
                raise reject(
                    name, "a part of the plan", "is not known", given[name], f"only {', '.join(known)}"
                )
        try:
            return cls(**given)
        except TypeError as error:
            raise InvalidInput(f"plan (what all users agree on) is incomplete: {error}") from None

    @property
    def least(self) -> int:
        """Users without whom no sum is released."""
        return ceil((1 - self.rho) * self.w)

    @cached_property
    def neighbourhood(self) -> Neighbourhood:
        """Neighbours and threshold of SecAgg among the users (ours:secagg_graph)."""
        w = require_whole("w", PLAN_SYMBOLS["w"], self.w, at_least=2, because="a sum of one hides nothing")
        if not 0 <= self.nu < 1:
            raise reject("nu", PLAN_SYMBOLS["nu"], "must be >= 0 and < 1", self.nu, "it is a probability")
        k, corrupted, dropped = self.k, w - ceil(self.t * w), w - self.least
        if self.scheme == "users-active":
            found = consistent_neighbourhood(w, corrupted, dropped) if k in (None, w - 1) else None
        elif k is None:
            found = smallest_neighbourhood(w, corrupted, dropped, self.nu)
        else:
            found = neighbourhood(w, require_degree(w, k), corrupted, dropped, self.nu)
        if found is None:
            why = f"of w = {w} users {corrupted} may be corrupted: uploads must not open, nor parts of the sum show"
            if k is None:
                raise reject("rho", PLAN_SYMBOLS["rho"], f"must be smaller for {self.scheme}", self.rho, why)
            rule = f"must be larger for {dropped} dropouts at ν = {float(self.nu):.3g}, or left out"
            raise reject("k", PLAN_SYMBOLS["k"], rule, k, why)
        return found

    def variance_on_grid(self, n: int, s: Fraction) -> int:
        """Of the noise that a user with n records adds, after weighting, in grid steps squared, rounded up."""
        sigma_tilde_squared = noise_per_user(self.sigma**2, self.t, self.w, SQUARES)
        return ceil(Fraction(sigma_tilde_squared) * (s * Fraction(n, self.w) * self.scale) ** 2)

    def fixed_point(self, sizes: Collection[int], R: float, s: Callable[[int], Fraction]) -> FixedPoint:
        """A range and a modulus for models of norm at most R from so many records: R and `REACH` deviations of noise fit.

        A draw beyond the range stops its user, which depends on the data; the range makes that as good as impossible.
        """
        model = Fraction(max(sizes), self.w) * Fraction(R) * self.scale
        widest = max(self.variance_on_grid(n, s(n)) for n in set(sizes))
        largest = int(model) + isqrt(int(REACH**2 * widest)) + 3  # three times rounded down
        return FixedPoint(scale=self.scale, largest=largest, B=1 << (2 * self.w * largest).bit_length())
