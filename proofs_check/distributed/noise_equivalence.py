"""Text of the security section: noise per user against central noise, and noise that dishonest users add."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import exact
from proofs_check.distributed.distributed_noise import EPS, SIGMA, a, average_of_noise, b, delta_at, n, w, x
from proofs_check.gaussian.gaussian_profile import density, sigma
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes

EQUIVALENT, DISHONEST = "sec:security_distblindavg#equivalence", "sec:security_distblindavg#dishonest_noise"


def noise_of_sizes(sizes: tuple[int, ...]) -> Outcome:
    """Users add deviation n_i/sqrt(w): the variance of their mean, against (n_1/w)^2."""
    users = len(sizes)
    mean = sum(Fraction(k * k, users) for k in sizes) / users**2
    return equal_at(mean, Fraction(sizes[0], users) ** 2, ("variance of the mean", "(n_1/w)^2"), sizes=sizes)


@check(
    EQUIVALENT,
    about="reading:any-sizes",
    method="exact",
    scope="two users with 1 and 3 records",
    expect="fails",
    control=lambda: noise_of_sizes((3, 3)),
)
def no_single_i_on_the_central_side() -> Outcome:
    """With unequal n_i the mean has variance sum n_i^2/w^3, which is (n_i/w)^2 for no i."""
    return noise_of_sizes((1, 3))


@check(
    EQUIVALENT,
    about="reading:equal-sizes",
    method="symbolic",
    scope="every w and common n, with sigma standing for sigma n",
    universal=True,
    concludes="equal in distribution",
    needs=["distributed_noise.variances_add_up"],
    control=lambda: average_of_noise(sigma / w),
)
def local_and_central_noise_agree() -> Outcome:
    """With one n for all, deviation sigma n/sqrt(w) per user gives the mean deviation sigma n/w."""
    return average_of_noise(sigma / sp.sqrt(w))


def common_variance(power: int) -> Outcome:
    """w (n/sqrt(w))^2 / w^2 = (n/w)^power."""
    size, users = z3.Reals("n w")
    return prove([size >= 1, users >= 1], users * (size * size / users) / users**2 == (size / users) ** power)


@check(
    EQUIVALENT,
    about="reading:equal-sizes",
    method="smt",
    scope="every w and common n",
    universal=True,
    concludes="variances",
    control=lambda: common_variance(1),
)
def variances_agree() -> Outcome:
    """The variances agree for every n and w."""
    return common_variance(2)


def same_shift(other) -> Outcome:
    """log of N(a, b) over N(0, b) at x, against the same after both are moved: by n, and the second by other(n)."""
    before = density(x, a, b) / density(x, 0, b)
    after = density(x + n, a + n, b) / density(x + n, other(n), b)
    return vanishes(sp.log(before / after).expand(force=True))


@check(
    DISHONEST,
    about="repair",
    method="symbolic",
    scope="every value of what dishonest users add",
    universal=True,
    concludes="a common shift",
    control=lambda: same_shift(lambda z: 2 * z),
)
def a_common_shift_changes_no_loss() -> Outcome:
    """Given what the dishonest users add, both outputs are moved by the same vector, and the privacy loss stays the same."""
    return same_shift(lambda z: z)


@check(
    DISHONEST,
    about="repair",
    method="smt",
    scope="every distribution of it, value by value",
    universal=True,
    concludes="mixture",
    needs=["mixtures.gap_is_an_average_of_gaps", "noise_equivalence.a_common_shift_changes_no_loss"],
    control=lambda: mixture_step(2),
)
def averaging_over_it_keeps_the_guarantee() -> Outcome:
    """Averaging over those values keeps the inequality of differential privacy."""
    return mixture_step(1)


def noise_that_knows(correlation: Fraction) -> Outcome:
    """Dishonest users add -correlation times the honest noise: (1 - correlation) σ is left; delta(0.6) against 1e-5."""
    left = delta_at(lambda: exact(SIGMA) * exact(1 - correlation))
    return at_most(
        left, Fraction(1, 10**5), ("delta", "target delta"), eps=EPS, sigma=SIGMA, correlation=correlation
    )


@check(
    DISHONEST,
    about="premise:independent",
    method="interval",
    scope="dishonest noise that cancels half of the honest noise",
    expect="fails",
    control=lambda: noise_that_knows(Fraction(0)),
)
def noise_that_cancels_is_no_post_processing() -> Outcome:
    """If what dishonest users add may depend on the honest noise, it can cancel it."""
    return noise_that_knows(Fraction(1, 2))
