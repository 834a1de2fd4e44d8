"""A planned BlindAvg deployment in exact numbers: the learner of every user, the users, the sum, the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from accountant.distributed.crowd import Crowd, Level
from accountant.sensitivity.bounds import LossBound, Sensitivity, sensitivity
from accountant.sensitivity.random_order import RandomOrder, random_order
from reference.learners.schedule import Divisor, fixed_divisor, own_size

DIVISORS: Mapping[str, Divisor] = {"fixed": fixed_divisor, "own size": own_size}
ORDERS = (
    "fixed",
    "fresh",
)  # the same order in every pass, or in every pass a fresh random one that stays secret


@dataclass(frozen=True)
class Training:
    """The learner of every user; n differs."""

    learner: str
    K: int
    p: int
    c: Fraction
    Lambda: Fraction
    R: Fraction
    h: Fraction | None
    passes: int | None  # passes or M, not both
    M: int | None
    b: int
    divisor: str
    projection: str
    smoothness: str
    order: str = "fixed"
    loss: LossBound | None = None  # of a loss file; then `learner` is margin or logits

    @property
    def compositions(self) -> int:
        """K_comp: one model per class, or one for all."""
        return self.K if self.learner in ("svm", "margin") else 1

    @property
    def entries(self) -> int:
        return (self.p + 1) * self.K

    def pass_length(self, n: int) -> int:
        return -(-n // self.b)

    def steps(self, n: int) -> int:
        if self.M is not None:
            return self.M
        assert self.passes is not None
        return self.passes * self.pass_length(n)

    @property
    def _setting(self) -> dict[str, Any]:
        known = ("c", "Lambda", "R", "K", "p", "h", "smoothness")
        return {name: getattr(self, name) for name in known}

    def short_batch(self, n: int) -> bool:
        """Some records of a pass count more than others."""
        return self.divisor == "own size" and n > self.b and n % self.b != 0

    def random_order(self, n: int) -> RandomOrder:
        """How probably a fresh secret order of each pass lets one of n records move the model how far."""
        assert self.passes is not None  # of a fresh order
        if not self.short_batch(n):
            return RandomOrder(((self.sensitivity(n).best.hi, Fraction(1)),))
        return random_order(self.learner, n=n, passes=self.passes, b=self.b, **self._setting)

    def sensitivity(self, n: int) -> Sensitivity:
        """Theorem R for a user with n records, in every order; a user with fewer than b has one short batch a pass."""
        divide, b = DIVISORS[self.divisor], self.b
        return sensitivity(
            self.learner,
            n=n,
            M=self.steps(n),
            b=min(b, n),
            divisor=lambda visited, _: divide(visited, b),
            loss=self.loss,
            **self._setting,
        )


@dataclass(frozen=True)
class Summation:
    """The secure sum: J servers, or SecAgg among the users, whose neighbour graph fails with probability at most `failure`."""

    scheme: str
    servers: int | None = None  # of the scheme `servers`
    neighbours: int | None = None  # of SecAgg; None: as few as are enough
    failure: Fraction = Fraction(0)

    @property
    def among_users(self) -> bool:
        return self.scheme != "servers"

    @property
    def active(self) -> bool:
        return self.scheme == "users-active"


@dataclass(frozen=True)
class Deployment:
    """What a deployment file says."""

    title: str
    training: Training
    crowd: Crowd
    sizes: tuple[int, ...]  # the different n_i, ascending
    summation: Summation
    grid: Fraction | None  # spacing of the numbers that are summed, n_i/w f_i
    modulus: int | None  # None: the least power of two that is enough
    level: Level
    noise: str
    scale: str
    sigma: Fraction | None  # given, or
    eps: Fraction | None  # asked for
    delta: Fraction

    @property
    def orders_averaged(self) -> bool:
        """One record's delta is averaged over the random orders: only then do they differ in what they let it move."""
        fresh = self.training.order == "fresh" and self.level.kind == "record"
        return fresh and any(map(self.training.short_batch, self.sizes))
