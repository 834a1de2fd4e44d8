"""What text and captions say about noise: how it scales with Λ, what doubles it, what averaging saves, and who adds it."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import delta_at
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.replay import RATIONALS, at_most, certified, equal_at
from proofs_check.method.smt import prove
from reference import formulas

check_regularized = about("sec:lim_signalnoise#noise_order")
Lambda, c, n = sp.symbols("Lambda c n", positive=True)


# --- doubled or times sqrt(2), and the factors that averaging saves ---------------------------------------


@check_regularized(
    "reading:printed-bound",
    "smt",
    at="c = n = R = 1, every constant C",
    expect="fails",
    wrong={"radius": z3.Q(1, 4)},
)
def printed_noise_does_not_fall_below_the_ball(radius=1):
    """With R fixed the printed s = 2R/n + 2c/(Λn) stays above 2R/n: Λ s exceeds every constant."""
    C = z3.Real("C")
    never = prove([C > 0], C * formulas.sensitivity_svm(C, radius, 1, 1) > C)
    if never.result == "holds":
        return Outcome("fails", "Λ s > C at Λ = C, for every C > 0", shown(R=radius, c=1, n=1, Lambda="C"))
    return Outcome("holds" if never.result == "fails" else "undecided", "some C is large enough")


check_threat = about("sec:threat_model")
check_setup = about("sec:setup#local_noise")
check_saving = about("sec:security_distblindavg#saving")


@check_threat(
    "reading:standard-deviation",
    "interval",
    at="t = 1/2, for every w alike",
    expect="fails",
    wrong={"share": Fraction(1, 5)},
)
def deviation_does_not_double(share=Fraction(1, 2)):
    """The standard deviation, which the paper calls noise scale, grows by sqrt(2) = 1.41 only."""
    # A user's standard deviation at this honest fraction over that at t = 1: is it at least 2?
    user = lambda t: formulas.noise_per_user(exact(1), exact(t), exact(1000), BALLS)  # noqa: E731
    ratio = certified(lambda: user(share) / user(1))
    return at_most(Fraction(2), ratio, ("double", "factor of the deviation"), t=share, w=1000)


@check_setup("reading:instead-of", "exact", at="tw = 4", expect="fails", wrong={"count": 1})
def the_alternative_is_smaller(count=4):
    """1/(tw), named as what is no longer needed, is less noise than 1/sqrt(tw); the alternative that is saved is 1."""
    root = formulas.noise_per_user(Fraction(1), Fraction(1), Fraction(count), RATIONALS)
    return at_most(root, Fraction(1, count), ("1/sqrt(tw)", "1/(tw)"), tw=count)


@check_saving("reading:exactly", "exact", at="t = 1/4, w = 100", expect="fails", wrong={"share": Fraction(1)})
def the_factor_depends_on_t(share=Fraction(1, 4)):
    """sqrt(tw) is saved, not sqrt(w)."""
    # Noise of one user alone (σ) over that in BlindAvg, squared, at w = 100, against w.
    factor = (1 / formulas.noise_per_user(Fraction(1), share, Fraction(100), RATIONALS)) ** 2
    return equal_at(factor, Fraction(100), ("squared factor", "w"), t=share, users=100)


# --- noise per user against central noise, and noise that dishonest users add -----------------------------


check_equivalent = about("sec:security_distblindavg#equivalence")
check_dishonest = about("sec:security_distblindavg#dishonest_noise")


@check_equivalent(
    "reading:any-sizes", "exact", at="two users with 1 and 3 records", expect="fails", wrong={"sizes": (3, 3)}
)
def no_single_i_on_the_central_side(sizes=(1, 3)):
    """With unequal n_i the mean has variance sum n_i^2/w^3, which is (n_i/w)^2 for no i."""
    # Users add deviation n_i/sqrt(w): the variance of their mean, against (n_1/w)^2.
    users = len(sizes)
    mean = Fraction(sum(k * k for k in sizes), users) / users**2
    return equal_at(mean, Fraction(sizes[0], users) ** 2, ("variance of the mean", "(n_1/w)^2"), sizes=sizes)


@check_dishonest(
    "premise:independent-of-the-noise",
    "interval",
    at="dishonest noise that cancels half of the honest noise",
    expect="fails",
    wrong={"correlation": Fraction(0)},
)
def noise_that_cancels_is_no_post_processing(correlation=Fraction(1, 2)):
    """If what dishonest users add may depend on the honest noise, it can cancel it."""
    # Dishonest users add -correlation times the honest noise: (1 - correlation) σ is left; delta(0.6) against 1e-5.
    left = delta_at(lambda: exact(SIGMA) * exact(1 - correlation))
    return at_most(
        left, Fraction(1, 10**5), ("delta", "target delta"), eps=EPS, sigma=SIGMA, correlation=correlation
    )
