"""sec:non_interactive_secsum#fixed_point: each user rounds its noisy model to a grid before it is summed.

The sum of rounded values is not the rounded sum of noises, so it is no post-processing of the Gaussian mechanism. The sum of
64 honest users is convolved exactly, in balls: all models at a grid point, but for one, which straddles a rounding edge.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import arb, arb_poly

from accountant.distributed.closeness import closeness
from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.replay import at_most, certified
from proofs_check.secure_sum.discrete_noise import rounded_gaussians_share_the_factor
from reference.formulas import delta_gauss

check = about("sec:non_interactive_secsum#fixed_point")
HONEST = 64
SHIFT = 8 / SIGMA  # in local standard deviations: the sum of 64 users has deviation 8 = SIGMA times the shift
REACH = 14  # local standard deviations; what lies beyond is added as an error


def rounded(mean: Fraction, grid: Fraction) -> tuple[list[arb], arb]:
    """Probabilities of the grid points within reach for N(mean, 1) rounded to the grid, and of all others together."""
    points = int(REACH / grid) + 1
    edges = [(2 * k - 1) * grid / 2 - mean for k in range(-points, points + 2)]
    above = [BALLS.erfc(exact(edge) / BALLS.sqrt(2)) / 2 for edge in edges]
    return [first - second for first, second in pairwise(above)], 1 - above[0] + above[-1]


def divergence(grid: Fraction, centre: Fraction, shift: Fraction = SHIFT, users: int = HONEST) -> arb:
    """delta(0.6) of the sum on the grid, for one user at `centre` plus or minus half the shift and the others at 0."""
    others, beyond = rounded(Fraction(0), grid)
    rest = arb_poly(others) ** (users - 1)
    sides = [rounded(centre + sign * shift / 2, grid) for sign in (-1, 1)]
    first, second = ((rest * arb_poly(points)).coeffs() for points, _ in sides)
    growth = BALLS.exp(EPS)
    gains = [BALLS.max(p - growth * q, 0) for p, q in zip(first, second, strict=True)]
    missed = (users - 1) * beyond + sides[0][1] + sides[1][1]
    return sum(gains, arb(0)) + arb(0, (missed * growth * len(gains)).upper())


def on_a_grid(grid: Fraction, centre: Fraction) -> Outcome:
    """delta of the rounded sum against the 1e-5 that the Gaussian sum has."""
    names = ("delta of the rounded sum", "target delta")
    truth = certified(lambda: divergence(grid, centre))
    return at_most(
        truth, Fraction(1, 10**5), names, grid_over_local_deviation=grid, centre=centre, users=HONEST
    )


def within_the_curve(grid: Fraction, centre: Fraction, close_at: Fraction) -> Outcome:
    """delta(0.6) of the rounded sum, against e^y delta(0.6 - 2y) of the Gaussian sum; y is that of the grid `close_at`."""

    def bound() -> arb:
        y = closeness(1 / exact(close_at), HONEST, 1)
        return BALLS.exp(y) * delta_gauss(exact(EPS) - 2 * y, exact(SIGMA), exact(1), BALLS)

    names = ("delta of the rounded sum", "bound from the Gaussian curve")
    truth = certified(lambda: divergence(grid, centre))
    return at_most(
        truth, certified(bound), names, grid_over_local_deviation=grid, centre=centre, users=HONEST
    )


@check(
    "repair",
    "interval",
    at="64 honest users at (0.6, 1e-5), grids of 1/2 and 1 local deviations; the bound is that of ours:discrete_noise",
    control=lambda: within_the_curve(Fraction(4), Fraction(5, 2), close_at=Fraction(1)),
    needs=[rounded_gaussians_share_the_factor],
)
def a_fine_grid_keeps_the_curve():
    """The exact delta of the rounded sum stays within what the closeness of the noises allows; on a coarse grid it does not."""
    return every(
        *(
            within_the_curve(grid, centre, close_at=grid)
            for grid in (Fraction(1, 2), Fraction(1))
            for centre in (Fraction(0), grid / 4, grid / 2)
        )
    )


@check(
    "statement",
    "interval",
    at="64 honest users, (0.6, 1e-5), a grid of 4 local standard deviations",
    expect="fails",
    wrong=[
        {"grid": Fraction(1), "centre": Fraction(1, 2)},
        {"grid": Fraction(2), "centre": Fraction(1)},
        {"grid": Fraction(3), "centre": Fraction(39, 20)},
    ],
)
def a_coarse_grid_swallows_the_noise(grid=Fraction(4), centre=Fraction(5, 2)):
    """At 4 local deviations delta is 1.1e-3 instead of 1e-5; at 1, 2 and 3 (controls) these models do no harm."""
    return on_a_grid(grid, centre)


@check(
    "statement",
    "interval",
    at="64 honest users, (0.6, 1e-5), a grid of 6 local standard deviations",
    expect="fails",
    wrong={"grid": Fraction(1), "centre": Fraction(1, 2)},
)
def a_coarser_grid_leaves_none(grid=Fraction(6), centre=Fraction(69, 20)):
    """At 6 local deviations delta is 0.23."""
    return on_a_grid(grid, centre)
