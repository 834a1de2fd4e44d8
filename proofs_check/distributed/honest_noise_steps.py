"""The displayed lines on noise in the proof of thm:distributed_blindavg. σ stands for what the proof calls σ~."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp

from proofs_check.distributed.distributed_noise import HONEST, t, w
from proofs_check.distributed.honest_noise import FULL
from proofs_check.gaussian.gaussian_profile import sigma
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
