"""thm:distributed_blindavg, first half: the noise of the honest users in the sum, and which symbol delta belongs to.

σ is the input of the algorithm box. The printed proof calls it σ~, which in the box is σ/sqrt(tw), the noise of one user.
"""

from __future__ import annotations

from fractions import Fraction

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import HONEST, USERS, delta_at, enough_noise, noise_over_sensitivity
from proofs_check.distributed.simulation import emulation
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most
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
