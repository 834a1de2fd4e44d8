"""What text and captions say about noise: how it scales with Λ, what doubles it, what averaging saves, and who adds it."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import delta_at
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import RATIONALS, at_most, certified, equal_at
from proofs_check.method.smt import prove
from reference import formulas

REGULARIZED = "sec:lim_signalnoise#noise_order"
Lambda, c, n = sp.symbols("Lambda c n", positive=True)


def below_a_constant(radius) -> Outcome:
    """c = n = 1: is Λ times the printed s at most C, for some C > 0 and Λ = C?"""
    C = z3.Real("C")
    never = prove([C > 0], C * formulas.sensitivity_svm(C, radius, 1, 1) > C)
    if never.result == "holds":
        return Outcome("fails", "Λ s > C at Λ = C, for every C > 0", shown(R=radius, c=1, n=1, Lambda="C"))
    return Outcome("holds" if never.result == "fails" else "undecided", "some C is large enough")


# --- doubled or times sqrt(2), and the factors that averaging saves ---------------------------------------


@check(
    REGULARIZED,
    about="reading:printed-bound",
    method="smt",
    scope="c = n = R = 1, every constant C",
    expect="fails",
    control=lambda: below_a_constant(z3.Q(1, 4)),
)
def printed_noise_does_not_fall_below_the_ball() -> Outcome:
    """With R fixed the printed s = 2R/n + 2c/(Λn) stays above 2R/n: Λ s exceeds every constant."""
    return below_a_constant(1)


THREAT, CAPTION, DETAILED = "sec:threat_model", "fig:all_exps_highlevel#noise", "fig:all_exps#noise"
SETUP, SAVING = "sec:setup#local_noise", "sec:security_distblindavg#saving"


def scale_factor(share: Fraction) -> Outcome:
    """A user's standard deviation at this honest fraction over that at t = 1: is it at least 2?"""
    ratio = certified(
        lambda: (
            formulas.noise_per_user(exact(1), exact(share), exact(1000), BALLS)
            / formulas.noise_per_user(exact(1), exact(1), exact(1000), BALLS)
        )
    )
    return at_most(Fraction(2), ratio, ("double", "factor of the deviation"), t=share, w=1000)


def register_doubling(label: str, suffix: str) -> None:
    """Text and caption say the same; in variance it is true, in standard deviation it is not."""

    def deviation_does_not_double() -> Outcome:
        """The standard deviation, which the paper calls noise scale, grows by sqrt(2) = 1.41 only."""
        return scale_factor(Fraction(1, 2))

    deviation_does_not_double.__name__ += f"_{suffix}"
    check(
        label,
        about="reading:standard-deviation",
        method="interval",
        scope="t = 1/2, for every w alike",
        expect="fails",
        control=lambda: scale_factor(Fraction(1, 5)),
    )(deviation_does_not_double)


register_doubling(THREAT, "in_the_text")


register_doubling(CAPTION, "in_the_caption")


def less_than_the_alternative(count: int) -> Outcome:
    """1/sqrt(tw) against 1/(tw) for tw = count."""
    root = formulas.noise_per_user(Fraction(1), Fraction(1), Fraction(count), RATIONALS)
    return at_most(root, Fraction(1, count), ("1/sqrt(tw)", "1/(tw)"), tw=count)


@check(
    SETUP,
    about="reading:instead-of",
    method="exact",
    scope="tw = 4",
    expect="fails",
    control=lambda: less_than_the_alternative(1),
)
def the_alternative_is_smaller() -> Outcome:
    """1/(tw), named as what is no longer needed, is less noise than 1/sqrt(tw); the alternative that is saved is 1."""
    return less_than_the_alternative(4)


def divided_by_tw(users: int) -> Outcome:
    """t = 1/2, each user adds σ/(tw): σ/sqrt(tw) is left of σ; delta(0.6) against 1e-5."""
    left = delta_at(lambda: exact(SIGMA) / BALLS.sqrt(Fraction(users, 2)))
    return at_most(
        left, Fraction(1, 10**5), ("delta", "target delta"), eps=EPS, sigma=SIGMA, t="1/2", w=users
    )


@check(
    SETUP,
    about="reading:instead-of",
    method="interval",
    scope="(0.6, 1e-5), 1,000 users, t = 1/2",
    expect="fails",
    control=lambda: divided_by_tw(2),
)
def who_takes_the_alternative_has_no_privacy() -> Outcome:
    """With σ/(tw) per user delta is 0.92 instead of 1e-5."""
    return divided_by_tw(1000)


def saved(share: Fraction) -> Outcome:
    """Noise of one user alone (σ) over that in BlindAvg, squared, at w = 100, against w."""
    factor = (1 / formulas.noise_per_user(Fraction(1), share, Fraction(100), RATIONALS)) ** 2
    return equal_at(factor, Fraction(100), ("squared factor", "w"), t=share, users=100)


@check(
    SAVING,
    about="reading:exactly",
    method="exact",
    scope="t = 1/4, w = 100",
    expect="fails",
    control=lambda: saved(Fraction(1)),
)
def the_factor_depends_on_t() -> Outcome:
    """sqrt(tw) is saved, not sqrt(w)."""
    return saved(Fraction(1, 4))


# --- noise per user against central noise, and noise that dishonest users add -----------------------------


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


def noise_that_knows(correlation: Fraction) -> Outcome:
    """Dishonest users add -correlation times the honest noise: (1 - correlation) σ is left; delta(0.6) against 1e-5."""
    left = delta_at(lambda: exact(SIGMA) * exact(1 - correlation))
    return at_most(
        left, Fraction(1, 10**5), ("delta", "target delta"), eps=EPS, sigma=SIGMA, correlation=correlation
    )


@check(
    DISHONEST,
    about="premise:independent-of-the-noise",
    method="interval",
    scope="dishonest noise that cancels half of the honest noise",
    expect="fails",
    control=lambda: noise_that_knows(Fraction(0)),
)
def noise_that_cancels_is_no_post_processing() -> Outcome:
    """If what dishonest users add may depend on the honest noise, it can cancel it."""
    return noise_that_knows(Fraction(1, 2))
