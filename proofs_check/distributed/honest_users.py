"""thm:distributed_blindavg, first half: the noise of the honest users in the sum, and which symbol delta belongs to.

σ is the input of the algorithm box. The printed proof calls it σ~, which in the box is σ/sqrt(tw), the noise of one user.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import HONEST, USERS, delta_at, enough_noise, noise_over_sensitivity
from proofs_check.distributed.simulation import emulation
from proofs_check.gaussian.curve import bell, derivative_is
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.lemmas.normal import EPS, SIGMA, K, eps, sigma
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most
from proofs_check.method.smt import Terms, prove
from reference import formulas

SIMPLE, FULL, SECAGG = (
    "thm:distributed_blindavg#simplified",
    "thm:distributed_blindavg#full",
    "cor:blindavg_dp_secagg",
)
AT_SIGMA, AT_LOCAL = "reading:sigma", "reading:sigma-tilde"
STAYED = "reading:honest-and-present"
NOISE = ["distributed.noise_split.n_i_and_s_cancel", "distributed.noise_split.enough_honest_users_give_sigma"]
CURVE = [
    "gaussian.mechanism.worst_shift_has_the_printed_curve",
    "distributed.honest_users.dishonest_noise_is_a_mixture",
]
SIMULATION = [
    "distributed.simulation.advantage_is_paid_on_both_sides",
    "distributed.simulation.two_sided_advantage_gives_both",
]


def register(label: str, about: str, suffix: str) -> None:
    """The three parts of the theorem for one reading: noise in the sum, enough of it, and the protocol in place of the sum."""

    def noise() -> Outcome:
        """The honest users' noise over the sensitivity of the sum is σ sqrt(H/(tw)), in every entry."""
        return noise_over_sensitivity(lambda n: n)

    def enough() -> Outcome:
        """H >= tw honest users in the sum leave at least σ, so the curve is at most delta(eps, K_comp) at σ."""
        return enough_noise(lambda H, t, w: H >= t * w)

    def protocol() -> Outcome:
        """The protocol in place of the ideal sum adds (1 + e^eps) nu to delta, for every attacker that nu holds for."""
        return emulation(lambda E: 1 + E)

    rows = (
        (noise, "symbolic", NOISE[:1], lambda: noise_over_sensitivity(lambda n: 1)),
        (
            enough,
            "smt",
            NOISE + CURVE,
            lambda: enough_noise(lambda H, t, w: H >= t * w - 1),
        ),
        (protocol, "smt", SIMULATION, lambda: emulation(lambda E: E)),
    )
    for run, method, needs, control in rows:
        run.__name__ = f"{run.__name__}_{suffix}"
        check(
            label,
            about=about,
            method=method,
            scope="every w, t, n_i, s', σ, eps, nu and number of honest users H >= tw",
            universal=True,
            needs=needs,
            control=control,
        )(run)


register(SIMPLE, AT_SIGMA, "at_sigma")
register(FULL, STAYED, "of_those_who_stay")
register(SECAGG, STAYED, "with_secagg")


def local_noise_is_less(least: int) -> Outcome:
    """σ~ = σ/sqrt(tw) against what H honest users leave in the sum, for H >= least."""
    num = Terms()
    s, count, share, users = z3.Reals("sigma H t w")
    premises = [s > 0, share > 0, share <= 1, users >= 1, count >= least, count <= users]
    left = formulas.effective_noise(s, count, share, users, num)
    return prove(premises, formulas.noise_per_user(s, share, users, num) <= left, num)


@check(
    SIMPLE,
    about=AT_LOCAL,
    method="smt",
    scope="every sigma, t, w and number of honest users H >= 1",
    universal=True,
    needs=[*NOISE, "distributed.honest_users.protocol_at_sigma"],
    control=lambda: local_noise_is_less(0),
)
def sum_has_more_noise_than_one_user() -> Outcome:
    """The noise of one user is at most that of all honest ones: delta at σ~ is a valid bound too, far too large."""
    return local_noise_is_less(1)


def less_noise_more_delta(sign: int) -> Outcome:
    """The derivative of the curve in sigma."""
    return derivative_is(sigma, sign * sp.sqrt(K) / sigma**2 * bell(eps, sigma, K))


@check(
    SIMPLE,
    about=AT_LOCAL,
    method="symbolic",
    scope="every eps, sigma > 0 and K_comp",
    universal=True,
    needs=CURVE,
    control=lambda: less_noise_more_delta(1),
)
def smaller_sigma_larger_delta() -> Outcome:
    """delta(eps, K_comp) falls in sigma, so evaluated at the smaller σ~ it is larger."""
    return less_noise_more_delta(-1)


def evaluated_at_local(users: Fraction) -> Outcome:
    """delta(0.6) at σ~ = σ/sqrt(tw), as the symbols of def:deltagauss and the box say, against delta(0.6) at σ."""
    local = delta_at(lambda: formulas.noise_per_user(exact(SIGMA), exact(HONEST), exact(users), BALLS))
    names = ("delta at σ~", "delta at σ")
    return at_most(local, delta_at(lambda: exact(SIGMA)), names, eps=EPS, sigma=SIGMA, t=HONEST, w=users)


@check(
    SIMPLE,
    about="inference:symbols",
    method="interval",
    scope="(0.6, 1e-5), 1,000 users, t = 1/2",
    expect="fails",
    control=lambda: evaluated_at_local(Fraction(1)),
)
def delta_belongs_to_sigma() -> Outcome:
    """At σ~ the formula says delta = 0.92 where 1e-5 is true; who meets 1e-5 at σ~ adds sqrt(500) = 22 times the noise."""
    return evaluated_at_local(USERS)


@check(
    FULL,
    about="repair",
    method="smt",
    scope="every distribution of the dishonest part that is independent of the honest noise, value by value",
    universal=True,
    needs=["gaussian.mixtures.gap_is_an_average_of_gaps"],
    control=lambda: mixture_step(2),
)
def dishonest_noise_is_a_mixture() -> Outcome:
    """A value of what dishonest users add shifts both outputs alike; privacy for each value survives averaging over it."""
    return mixture_step(1)
