"""The displayed lines on noise in the proof of thm:distributed_blindavg. σ stands for what the proof calls σ~."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.honest_users import FULL
from proofs_check.distributed.noise_split import HONEST, USERS, delta_at, t, w
from proofs_check.lemmas.normal import EPS, SIGMA, sigma
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas


def printed_scale(step: str, off: int = 1) -> Outcome:
    """The three displayed variances, for tw honest users, tw a whole number."""
    shares = {
        "pull-in": off * (sigma / sp.sqrt(w)) ** 2 / w**2 - (sigma / (w * sp.sqrt(w))) ** 2,
        "sum": off * t * w * (sigma / (w * sp.sqrt(w))) ** 2 - (sigma * sp.sqrt(t) / w) ** 2,
        "compensate": off * t * w * (sigma / sp.sqrt(t) / sp.sqrt(w)) ** 2 / w**2 - (sigma / w) ** 2,
    }
    return vanishes(shares[step])


def printed_step(slug: str, name: str, says: str) -> None:
    def run() -> Outcome:
        return printed_scale(slug)

    run.__name__, run.__doc__ = name, says
    check(
        FULL,
        about=f"step:{slug}",
        method="symbolic",
        scope="every w, t and sigma with tw a whole number",
        universal=True,
        control=lambda: printed_scale(slug, 2),
    )(run)


printed_step("pull-in", "dividing_each_share", "1/w times N(0, (σ/sqrt(w))^2) is N(0, (σ/(w sqrt(w)))^2).")


printed_step("sum", "honest_shares_add_up", "tw of them add up to N(0, (σ sqrt(t)/w)^2).")


printed_step("compensate", "one_over_root_t_compensates", "Times 1/sqrt(t) each, the sum is N(0, (σ/w)^2).")


def rounded_count(count: Fraction) -> Outcome:
    """w = 3, t = 1/2, so tw = 3/2: the squared noise of this many honest users over the wanted one."""
    share = count / Fraction(3, 2)
    return at_most(Fraction(1), share, ("wanted share", "squared noise left"), w=3, t=HONEST, honest=count)


@check(
    FULL,
    about="inference:whole-number",
    method="exact",
    scope="w = 3, t = 1/2, rounded down",
    expect="fails",
    control=lambda: rounded_count(Fraction(math.ceil(Fraction(3, 2)))),
)
def half_a_user_adds_no_noise() -> Outcome:
    """Sums up to tw need a whole number; rounded down, a third of the variance is missing, rounded up it is enough."""
    return rounded_count(Fraction(1))


def same_symbol(local: bool) -> Outcome:
    """The last display with σ~ as in the box (σ/sqrt(tw)) or as the whole noise σ: is the sum's deviation σ/w?"""
    whole = formulas.noise_per_user(sigma, t, w, SYMBOLIC) if local else sigma
    return vanishes((whole / w) ** 2 - (sigma / w) ** 2)


@check(
    FULL,
    about="step:symbols",
    method="symbolic",
    scope="one point is enough",
    expect="fails",
    control=lambda: same_symbol(False),
)
def box_and_proof_use_one_symbol_for_two_things() -> Outcome:
    """With the σ~ of the box the displays end at σ/(w sqrt(tw)), not at the σ/w that is needed."""
    return same_symbol(True)


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
