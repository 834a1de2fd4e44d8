"""thm:distributed_blindavg and cor:blindavg_dp_secagg with dropouts: who leaves takes the noise along.

tw honest users start, rho w of them leave: σ sqrt((t - rho)/t) is left of σ.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.honest_users import CURVE, FULL, NOISE, SECAGG
from proofs_check.distributed.noise_split import HONEST, USERS, delta_at, t, w
from proofs_check.lemmas.normal import EPS, SIGMA, sigma
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

STARTED = "reading:honest-before-dropouts"


def with_dropouts(rho: Fraction) -> Outcome:
    """tw honest users start, rho w of them drop out: delta(0.6) at what is left against delta(0.6) at σ; t = 1/2."""
    left = (HONEST - rho) * USERS
    truth = delta_at(
        lambda: formulas.effective_noise(exact(SIGMA), exact(left), exact(HONEST), exact(USERS), BALLS)
    )
    target = Fraction(1, 10**5)
    return at_most(truth, target, ("delta", "target delta"), eps=EPS, sigma=SIGMA, t=HONEST, rho=rho, w=USERS)


@check(
    FULL,
    about=STARTED,
    method="interval",
    scope="(0.6, 1e-5), t = 1/2, a quarter of the users drops out",
    expect="fails",
    control=lambda: with_dropouts(Fraction(0)),
)
def dropouts_take_their_noise_along() -> Outcome:
    """t = 1/2 and rho = 1/4 leave half of the honest noise: delta is 5.9e-4 instead of 1e-5."""
    return with_dropouts(Fraction(1, 4))


@check(
    FULL,
    about=STARTED,
    method="interval",
    scope="(0.6, 1e-5), t = 1/2, 499 of the 500 honest users drop out",
    expect="fails",
    control=lambda: with_dropouts(Fraction(0)),
)
def almost_all_honest_users_gone() -> Outcome:
    """One honest user left of 500 leaves delta over 0.91; with rho >= t none need be left, and the sum is bare."""
    return with_dropouts(Fraction(499, 1000))


@check(
    SECAGG,
    about=STARTED,
    method="interval",
    scope="(0.6, 1e-5), t = 1/2, a quarter of the users drops out",
    expect="fails",
    control=lambda: with_dropouts(Fraction(0)),
)
def secagg_survives_dropouts_the_noise_does_not() -> Outcome:
    """SecAgg returns the sum of those who stay; their noise is too small by sqrt((t - rho)/t)."""
    return with_dropouts(Fraction(1, 4))


def left_after_dropouts(split_by) -> Outcome:
    """Noise split by split_by(t, rho) over w users, summed over (t - rho) w of them, in units of σ."""
    rho = sp.Symbol("rho", positive=True)
    left = formulas.effective_noise(sigma, (t - rho) * w, split_by(t, rho), w, SYMBOLIC)
    return vanishes(left**2 - sigma**2)


@check(
    FULL,
    about="repair",
    method="symbolic",
    scope="every t, rho < t, w and sigma",
    universal=True,
    control=lambda: left_after_dropouts(lambda t, rho: t),
)
def noise_for_those_who_stay() -> Outcome:
    """Split as σ/sqrt((t - rho) w), the noise of (t - rho) w users is σ; split as printed (control) it is not."""
    return left_after_dropouts(lambda t, rho: t - rho)


def enough_after_dropouts(split_by) -> Outcome:
    """H >= (t - rho) w honest users in the sum, their noise split by split_by(t, rho) over w users, against σ."""
    num = Terms()
    s, H, share, rho, users = z3.Reals("sigma H t rho w")
    premises = [s > 0, rho >= 0, share > rho, share <= 1, users >= 1, H >= (share - rho) * users]
    left = formulas.effective_noise(s, H, split_by(share, rho), users, num)
    return prove(premises, left >= s, num)


@check(
    SECAGG,
    about="repair",
    method="smt",
    scope="every t, rho < t, w, sigma and number of honest users who stay H >= (t - rho) w",
    universal=True,
    needs=[*NOISE, *CURVE, "distributed.honest_users.protocol_with_secagg"],
    control=lambda: enough_after_dropouts(lambda t, rho: t),
)
def enough_noise_after_dropouts_with_secagg() -> Outcome:
    """Split as σ/sqrt((t - rho) w), those who stay leave at least σ; split as printed (control) they need not."""
    return enough_after_dropouts(lambda t, rho: t - rho)


def closed_form(share) -> Outcome:
    """The printed split after dropouts, squared, against σ^2 times the share."""
    rho = sp.Symbol("rho", positive=True)
    left = formulas.effective_noise(sigma, (t - rho) * w, t, w, SYMBOLIC)
    return vanishes(left**2 - sigma**2 * share(t, rho))


@check(
    FULL,
    about="repair",
    method="symbolic",
    scope="every t, rho < t, w and sigma",
    universal=True,
    control=lambda: closed_form(lambda t, rho: 1 - rho),
)
def what_dropouts_leave() -> Outcome:
    """The printed split leaves σ sqrt((t - rho)/t), for every w."""
    return closed_form(lambda t, rho: (t - rho) / t)


def honest_survivors(limit) -> Outcome:
    """At most gamma w corrupted and rho w dropped users leave H >= w - gamma w - rho w: is H >= tw for t <= limit?"""
    count, users, share, corrupted, gone = z3.Reals("H w t gamma rho")
    premises = [users >= 1, corrupted >= 0, gone >= 0, corrupted + gone <= 1, share > 0]
    premises += [count >= users - corrupted * users - gone * users, share <= limit(corrupted, gone)]
    return prove(premises, count >= share * users)


@check(
    FULL,
    about="repair",
    method="smt",
    scope="every w, gamma and rho",
    universal=True,
    control=lambda: honest_survivors(lambda gamma, rho: 1 - gamma),
)
def t_leaves_out_corrupted_and_dropped() -> Outcome:
    """tw honest users are in the sum for sure if t <= 1 - gamma - rho; t <= 1 - gamma (control) is not enough."""
    return honest_survivors(lambda gamma, rho: 1 - gamma - rho)
