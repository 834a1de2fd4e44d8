"""Single lines of text and proofs that no other topic covers: domains, scalings, fractions, and where c comes from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.distributed_noise import EPS, HONEST, SIGMA, USERS, delta_at
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference import formulas
from reference.exact.svm import dot

SMOOTH = "def:smoothness"
PUBLIC = "sec:lim_signalnoise#public_bound"


def bounded_above_is_smooth(curvature: Fraction, beta: Fraction) -> Outcome:
    """q(f) = curvature f^2/2 with second derivative at most beta: the quotient of its gradients at 0 and 1 against beta."""
    if curvature > beta:
        return Outcome("undecided", "the second derivative is not below beta")
    return at_most(abs(curvature), beta, ("quotient of gradients", "beta"), q=f"{curvature} f^2/2")


@check(
    SMOOTH,
    about="reading:upper-bound",
    method="exact",
    scope="q = -f^2, beta = 0",
    expect="fails",
    control=lambda: bounded_above_is_smooth(Fraction(2), Fraction(2)),
)
def an_upper_bound_is_not_enough() -> Outcome:
    """-f^2 has a second derivative of at most 0 and is not 0-smooth: beta bounds its absolute value."""
    return bounded_above_is_smooth(Fraction(-2), Fraction(0))


def both_sides(lower) -> Outcome:
    """A gradient g with slope between lower(beta) and beta moves by at most beta d over a distance d."""
    beta, d, move = z3.Reals("beta d move")
    slopes = [beta >= 0, d > 0, lower(beta) * d <= move, move <= beta * d]
    return prove(slopes, z3.And(move <= beta * d, -move <= beta * d))


@check(
    SMOOTH,
    about="reading:displays",
    method="smt",
    scope="every beta and distance, along a line; convex q have slopes of at least 0",
    universal=True,
    concludes="bounded on both sides",
    control=lambda: both_sides(lambda beta: -2 * beta - 1),
)
def bounded_on_both_sides() -> Outcome:
    """With the second derivative between -beta and beta the gradient moves by at most beta times the distance."""
    return both_sides(lambda beta: -beta)


def mean_value(pieces: Sequence[tuple[Fraction, Fraction, Fraction, Fraction]]) -> Outcome:
    """g linear on open intervals (left, right) with value at left and slope: is the mean slope from -1 to 1 reached?"""

    def value(x):
        return next(start + slope * (x - left) for left, right, start, slope in pieces if left < x < right)

    wanted = (value(Fraction(1)) - value(Fraction(-1))) / 2
    reached = any(slope == wanted for *_, slope in pieces)
    numbers = shown(mean_slope=wanted, slopes=[slope for *_, slope in pieces])
    return Outcome("holds" if reached else "fails", "the mean value theorem on this open set", numbers)


TWO, HALF = Fraction(2), Fraction(1, 2)


@check(
    "thm:lipschitz_softmax",
    about="inference:mean-value-domain",
    method="exact",
    scope="g = 0 on (-2, 0) and 1 on (0, 2)",
    expect="fails",
    control=lambda: mean_value([(-TWO, TWO, Fraction(0), HALF)]),
)
def an_open_set_is_not_enough() -> Outcome:
    """On an open set with a gap g can jump and have gradient 0: the segment must lie in the set, as it does in a ball."""
    return mean_value(
        [(-TWO, Fraction(0), Fraction(0), Fraction(0)), (Fraction(0), TWO, Fraction(1), Fraction(0))]
    )


def coefficients_rescaled(factor) -> Outcome:
    """The average of two models, f_i = sum_j a_j x_j, with coefficients a or with a' = n a and f_i = (1/n) sum_j a'_j x_j."""
    a, b, x, y, n = sp.symbols("a b x y n", positive=True)
    plain = (a * x + b * y) / 2
    scaled = ((n * a) * x / n + (n * b) * y / n) / 2
    return vanishes(sp.expand(plain - factor(n) * scaled))


@check(
    "cor:convergenceOfBlindlyAveraging",
    about="step:scaled-coefficients",
    method="symbolic",
    scope="two users; differs for every n > 1",
    expect="fails",
    control=lambda: coefficients_rescaled(lambda n: 1),
)
def the_average_does_not_depend_on_names() -> Outcome:
    """Without the factor 1/n in front the average would be n times as large, says the note; it is the same model."""
    return coefficients_rescaled(lambda n: n)


def margin_is_inverse_norm(f: tuple[Fraction, ...]) -> Outcome:
    """Squared distance, among features, from <f, x> = 0 to <f, x> = 1, against 1/|f|^2; f[0] is the intercept."""
    features = dot(f[1:], f[1:])
    return equal_at(1 / features, 1 / dot(f, f), ("squared margin", "1/|f|^2"), f=list(f))


@check(
    "cor:convergenceOfBlindlyAveraging",
    about="step:margin-inverse",
    method="exact",
    scope="f = (1, 1), intercept first",
    expect="fails",
    control=lambda: margin_is_inverse_norm((Fraction(0), Fraction(3))),
)
def the_intercept_is_not_in_the_margin() -> Outcome:
    """The margin is one over the norm of f without its intercept; the argument needs y<f, x> < 1, which |f| bounds anyway."""
    return margin_is_inverse_norm((Fraction(1), Fraction(1)))


def reduced(n: int, w: int) -> Outcome:
    """n/w, the factor on the sensitivity, against 1."""
    return at_most(Fraction(n, w), Fraction(1), ("factor n/w", "one"), n=n, w=w)


@check(
    "cor:ampl_avg",
    about="step:reduces",
    method="exact",
    scope="50,000 records among 100 users, as in the experiments",
    expect="fails",
    control=lambda: reduced(50, 1000),
)
def a_few_users_are_scaled_up() -> Outcome:
    """n/w reduces s only if there are more users than records per user: with 100 users of 500 it multiplies s by 5."""
    return reduced(500, 100)


def with_corrupted(gamma: Fraction) -> Outcome:
    """gamma w users are corrupted, the noise is split for t = 1/2: delta(0.6) of what the others add, against 1e-5."""
    honest = (1 - gamma) * USERS
    value = delta_at(
        lambda: formulas.effective_noise(exact(SIGMA), exact(honest), exact(HONEST), exact(USERS), BALLS)
    )
    return at_most(
        value, Fraction(1, 10**5), ("delta", "target delta"), eps=EPS, sigma=SIGMA, t=HONEST, gamma=gamma
    )


@check(
    "thm:distributed_blindavg#full",
    about="inference:two-fractions",
    method="interval",
    scope="(0.6, 1e-5), t = 1/2, three quarters corrupted",
    expect="fails",
    control=lambda: with_corrupted(Fraction(1, 2)),
)
def corrupted_share_must_fit() -> Outcome:
    """The theorem names t and gamma and does not relate them: gamma = 3/4 with noise for t = 1/2 has delta = 5.9e-4."""
    return with_corrupted(Fraction(3, 4))


def who_stays(drops: tuple[bool, bool]) -> Outcome:
    """A user drops out, or not, on two neighbouring datasets; SecAgg names who is in the sum: delta of that at eps = 30."""
    gained = Fraction(int(drops[0] != drops[1]))
    return at_most(gained, Fraction(1, 2), ("delta needed", "one half"), eps=30, drops_out=list(drops))


@check(
    "thm:distributed_blindavg#full",
    about="inference:who-drops",
    method="exact",
    scope="one user whose training fails on one of two neighbouring datasets",
    expect="fails",
    control=lambda: who_stays((True, True)),
)
def leaving_can_tell_a_record() -> Outcome:
    """Who is in the sum is known; if a record decides whether its user drops out, that alone has delta = 1."""
    return who_stays((True, False))


def published_bound(records: tuple[int, int]) -> Outcome:
    """c is the largest norm of a dataset; two neighbours of it with these largest norms: delta of publishing c at eps = 30."""
    gained = Fraction(int(records[0] != records[1]))
    return at_most(gained, Fraction(1, 2), ("delta needed", "one half"), eps=30, c=list(records))


@check(
    PUBLIC,
    about="premise:not-protected",
    method="exact",
    scope="two neighbours of the dataset that c is taken from",
    expect="fails",
    control=lambda: published_bound((34, 34)),
)
def the_bound_reveals_its_source() -> Outcome:
    """c is published, and a record of the dataset that it is the largest norm of can decide it."""
    return published_bound((34, 35))


@check(
    PUBLIC,
    about="repair",
    method="smt",
    scope="every c that does not depend on the protected records",
    universal=True,
    concludes="free for the other dataset",
    needs=["mixtures.gap_is_an_average_of_gaps"],
    control=lambda: mixture_step(2),
)
def a_foreign_bound_is_free() -> Outcome:
    """For the dataset that c is not taken from, c is a constant: privacy holds for every value of it."""
    return mixture_step(1)
