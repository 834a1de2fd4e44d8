"""What text and captions say about noise: how it scales with Λ, what doubles it, what averaging saves, and who adds it."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import a, average_of_noise, b, delta_at, t, w, x
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.lemmas.normal import EPS, SIGMA, density, sigma
from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import RATIONALS, at_most, certified, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

REGULARIZED = "sec:lim_signalnoise#noise_order"
Lambda, c, n = sp.symbols("Lambda c n", positive=True)


def times_lambda(power: int) -> Outcome:
    """Λ^power times the bound of Theorem R for whole passes, 2c/(Λn) and sqrt(2) times that: does it change with Λ?"""
    gradients = (formulas.loss_gradient_svm(c), formulas.loss_gradient_softmax(c, SYMBOLIC))
    bounds = [formulas.sensitivity(G, Lambda, n) for G in gradients]
    return vanishes(sp.simplify(sum(sp.Abs(sp.diff(Lambda**power * s, Lambda)) for s in bounds)))


@check(
    REGULARIZED,
    about="reading:theorem-r",
    method="symbolic",
    scope="every Λ, c and n, both learners",
    universal=True,
    concludes="exactly 1/Λ",
    needs=[
        "sensitivity.learners.svm_sensitivity_is_2c_over_Lambda_n",
        "sensitivity.learners.softmax_sensitivity_is_2_root_2_c_over_Lambda_n",
    ],
    control=lambda: times_lambda(2),
)
def repaired_noise_falls_like_one_over_lambda() -> Outcome:
    """Without the ΛR of the regularizer's gradient the sensitivity is a constant over Λ."""
    return times_lambda(1)


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


def variance_factor(share, factor) -> Outcome:
    """The squared noise of a user at this honest fraction over that at t = 1."""
    noise = [formulas.noise_per_user(sigma, at, w, SYMBOLIC) for at in (share, sp.Integer(1))]
    return vanishes((noise[0] / noise[1]) ** 2 - factor)


def variance_by_z3(factor: int) -> Outcome:
    """The same for t = 1/2, as a statement about reals."""
    num = Terms()
    s, users = z3.Reals("sigma w")
    half, whole = (formulas.noise_per_user(s, at, users, num) for at in (z3.Q(1, 2), z3.RealVal(1)))
    return prove([s > 0, users >= 1], half * half == factor * whole * whole, num)


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

    def variance_doubles() -> Outcome:
        """At t = 1/2 the variance of each user's noise is exactly twice that at t = 1, for every w."""
        return variance_factor(sp.Rational(1, 2), 2)

    def variance_doubles_over_the_reals() -> Outcome:
        """The same by z3."""
        return variance_by_z3(2)

    def deviation_does_not_double() -> Outcome:
        """The standard deviation, which the paper calls noise scale, grows by sqrt(2) = 1.41 only."""
        return scale_factor(Fraction(1, 2))

    runs = (
        (variance_doubles, "symbolic", "twice the variance", lambda: variance_factor(sp.Rational(1, 3), 2)),
        (variance_doubles_over_the_reals, "smt", "for every sigma and w", lambda: variance_by_z3(4)),
    )
    for run, method, concludes, control in runs:
        run.__name__ = f"{run.__name__}_{suffix}"
        check(
            label,
            about="reading:variance",
            method=method,
            scope="every sigma and w",
            universal=True,
            concludes=concludes,
            control=control,
        )(run)
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


@check(
    DETAILED,
    method="symbolic",
    scope="every sigma and w",
    universal=True,
    concludes="root two",
    control=lambda: variance_factor(sp.Rational(1, 3), 2),
)
def local_noise_grows_by_root_two() -> Outcome:
    """At t = 1/2 the squared factor is 2, at t = 1 it is 1."""
    return variance_factor(sp.Rational(1, 2), 2)


@check(
    DETAILED,
    method="smt",
    scope="every sigma and w",
    universal=True,
    concludes="over the reals",
    control=lambda: variance_by_z3(4),
)
def local_noise_grows_by_root_two_over_the_reals() -> Outcome:
    """The same by z3."""
    return variance_by_z3(2)


def enough_with(split) -> Outcome:
    """tw users who add split(tw) times σ each: their sum over the wanted σ, squared, against 1."""
    share, users = z3.Reals("t w")
    count = share * users
    return prove([share > 0, share <= 1, count >= 1], count * split(count) >= 1)


@check(
    SETUP,
    about="reading:suffices",
    method="smt",
    scope="every t and w with tw >= 1",
    universal=True,
    concludes="enough",
    control=lambda: enough_with(lambda count: 1 / count**2),
)
def root_is_enough() -> Outcome:
    """tw users with variance σ^2/(tw) each have σ^2 together; with σ^2/(tw)^2 each (control) they have too little."""
    return enough_with(lambda count: 1 / count)


@check(
    SETUP,
    about="reading:suffices",
    method="symbolic",
    scope="every sigma and w",
    universal=True,
    concludes="average",
    needs=["distributed.noise_split.variances_add_up"],
    control=lambda: average_of_noise(sigma / w),
)
def averaging_averages_the_noise() -> Outcome:
    """The mean of w noises of deviation sigma/sqrt(w) has deviation sigma/w."""
    return average_of_noise(sigma / sp.sqrt(w))


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


def saved_in_order(power) -> Outcome:
    """The saved factor squared over w, against a constant in t."""
    return vanishes((sigma / formulas.noise_per_user(sigma, t, w, SYMBOLIC)) ** 2 / w - t**power)


@check(
    SAVING,
    about="reading:in-order",
    method="symbolic",
    scope="every t and w",
    universal=True,
    concludes="sqrt(t) sqrt(w)",
    control=lambda: saved_in_order(2),
)
def saved_factor_is_root_tw() -> Outcome:
    """The factor is sqrt(t) sqrt(w): of the order sqrt(w) for a fixed honest fraction."""
    return saved_in_order(1)


def saved_at_most(power: int) -> Outcome:
    """tw <= w^power for 0 < t <= 1."""
    share, users = z3.Reals("t w")
    return prove([share > 0, share <= 1, users >= 1], share * users <= (users if power else 1))


# --- noise per user against central noise, and noise that dishonest users add -----------------------------


@check(
    SAVING,
    about="reading:in-order",
    method="smt",
    scope="every t and w",
    universal=True,
    concludes="at most sqrt(w)",
    control=lambda: saved_at_most(0),
)
def never_more_than_root_w() -> Outcome:
    """The saved factor never exceeds sqrt(w)."""
    return saved_at_most(1)


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
    needs=["distributed.noise_split.variances_add_up"],
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
    needs=[
        "gaussian.mixtures.gap_is_an_average_of_gaps",
        "distributed.noise_in_the_text.a_common_shift_changes_no_loss",
    ],
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
    about="premise:independent-of-the-noise",
    method="interval",
    scope="dishonest noise that cancels half of the honest noise",
    expect="fails",
    control=lambda: noise_that_knows(Fraction(0)),
)
def noise_that_cancels_is_no_post_processing() -> Outcome:
    """If what dishonest users add may depend on the honest noise, it can cancel it."""
    return noise_that_knows(Fraction(1, 2))
