"""A planned BlindAvg deployment in exact numbers: the learner of every user, the users, the sum, the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from accountant.distributed.crowd import Crowd, Level
from accountant.sensitivity.bounds import Sensitivity, sensitivity
from reference.learners.schedule import Divisor, fixed_divisor, own_size

DIVISORS: Mapping[str, Divisor] = {"fixed": fixed_divisor, "own size": own_size}


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

    @property
    def compositions(self) -> int:
        """K_comp: one model per class, or one for all."""
        return self.K if self.learner == "svm" else 1

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

    def sensitivity(self, n: int) -> Sensitivity:
        """Theorem R for a user with n records; a user with fewer than b has one short batch a pass."""
        divide, b = DIVISORS[self.divisor], self.b
        return sensitivity(
            self.learner,
            c=self.c,
            Lambda=self.Lambda,
            R=self.R,
            n=n,
            M=self.steps(n),
            b=min(b, n),
            K=self.K,
            p=self.p,
            h=self.h,
            smoothness=self.smoothness,
            divisor=lambda visited, _: divide(visited, b),
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
