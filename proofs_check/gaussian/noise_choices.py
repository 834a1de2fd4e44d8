"""Orders of eps in s, "directly proportional", a "tight" bound, and what choosing hyperparameters on the data costs."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.distributed_noise import EPS, SIGMA
from proofs_check.gaussian.eps_growth import eps_outgrows_the_root, within_twice_the_root
from proofs_check.gaussian.gaussian_profile import K
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

ESSENCE, PROPORTIONAL = "app:dpdefs#order", "sec:softmax#proportional"
TIGHT = "sec:security_distblindavg#tight"
TUNING = "sec:results#tuning"
DELTA = Fraction(1, 10**5)


def delta_at(eps: Fraction, multiplier: Fraction):
    return certified(lambda: formulas.delta_gauss(exact(eps), exact(multiplier), exact(1), BALLS))


def shift(power: int) -> Outcome:
    """sqrt(K) releases with a fixed noise A per entry: the shift over the noise, against s^power sqrt(K)/A."""
    s, A = sp.symbols("s A", positive=True)
    return vanishes(sp.sqrt(K) / (A / s) - s**power * sp.sqrt(K) / A)


@check(
    ESSENCE,
    about="reading:fixed-noise",
    method="symbolic",
    scope="every s, K_comp, noise A with s sqrt(K_comp) <= A, and delta < 1/2",
    universal=True,
    concludes="proportional shift, eps at most proportional to it",
    needs=["eps_growth.eps_grows_like_the_root_while_small"],
    control=lambda: shift(2),
)
def fixed_noise_gives_the_order() -> Outcome:
    """With noise that does not depend on s the shift is s sqrt(K_comp)/A; while it is at most 1, eps is in O of it."""
    return shift(1)


def noise_in_units_of_s(times: int) -> Outcome:
    """Noise σ s as in the corollary, (0.6, 1e-5) at s = 1: at s = 1/times, is the printed order 0.6/times enough?"""
    return at_most(
        delta_at(EPS / times, SIGMA), DELTA, ("delta", "target delta"), eps=EPS / times, s=Fraction(1, times)
    )


@check(
    ESSENCE,
    about="reading:noise-in-units-of-s",
    method="interval",
    scope="s a thousandth; delta does not depend on s here, so for every s",
    expect="fails",
    control=lambda: noise_in_units_of_s(1),
)
def eps_does_not_depend_on_s() -> Outcome:
    """In cor:erm_is_dp the noise is σ~ s, so that a smaller s changes the noise and not eps."""
    return noise_in_units_of_s(1000)


@check(
    ESSENCE,
    about="reading:any-number",
    method="interval",
    scope="sigma = 1, delta = 1e-5, K_comp = 100; read as: within a factor 2",
    expect="fails",
    control=lambda: within_twice_the_root(10),
)
def many_releases_outgrow_the_root() -> Outcome:
    """For s sqrt(K_comp) above the noise eps grows like its square."""
    return eps_outgrows_the_root()


def bare_learner(outputs: tuple[int, int]) -> Outcome:
    """A learner without noise on two neighbours: the probability of its first output, less e^30 times that of the second."""
    same = exact(int(outputs[0] == outputs[1]))
    gained = certified(lambda: 1 - BALLS.exp(exact(30)) * same)
    return at_most(gained, Fraction(1, 2), ("delta needed", "one half"), eps=30, outputs=list(outputs))


@check(
    ESSENCE,
    about="step:learner-itself",
    method="exact",
    scope="any two different outputs",
    expect="fails",
    control=lambda: bare_learner((0, 0)),
)
def without_noise_delta_is_one() -> Outcome:
    """A bounded sensitivity alone gives no privacy: two outputs that differ at all have delta = 1 at every eps."""
    return bare_learner((0, 1))


def times_the_gradient(factor: int) -> Outcome:
    """Noise for (0.6, 1e-5) at L; the gradient bound is factor L at the same noise: delta at factor 0.6 against 1e-5."""
    return at_most(
        delta_at(factor * EPS, SIGMA / factor),
        DELTA,
        ("delta", "target delta"),
        eps=factor * EPS,
        sigma_over_s=SIGMA / factor,
        times_L=factor,
    )


@check(
    PROPORTIONAL,
    method="interval",
    scope="noise for (0.6, 1e-5), twice the L",
    expect="fails",
    control=lambda: times_the_gradient(1),
)
def twice_the_gradient_costs_more_than_twice_eps() -> Outcome:
    """At twice L and the same noise (1.2, 1e-5) does not hold."""
    return times_the_gradient(2)


def sensitivity_in_L(power: int) -> Outcome:
    """s(kL) = k^power s(L)."""
    G, Lambda, n, k = z3.Reals("L Lambda n k")
    scaled = formulas.sensitivity(k * G, Lambda, n)
    return prove(
        [G > 0, Lambda > 0, n >= 1, k > 1],
        scaled == (k * k if power == 2 else k) * formulas.sensitivity(G, Lambda, n),
    )


@check(
    PROPORTIONAL,
    about="repair",
    method="smt",
    scope="every L, Λ, n and factor",
    universal=True,
    control=lambda: sensitivity_in_L(2),
)
def sensitivity_is_proportional() -> Outcome:
    """s = 2L/(Λn) is proportional to L; eps is not."""
    return sensitivity_in_L(1)


def average_moves_by(scale) -> Outcome:
    """One user's scaled model moves from a to a + s' along a line, the others stay: the average moves by scale s'/w."""
    a, others, s, users = z3.Reals("a others s w")
    before, after = (a + others) / users, (a + s + others) / users
    return prove([users >= 1, s > 0], after - before == scale * s / users)


@check(
    TIGHT,
    about="reading:given-s",
    method="smt",
    scope="every w, s', models of the other users and learner that reaches its s",
    universal=True,
    concludes="reached",
    control=lambda: average_moves_by(2),
)
def average_reaches_s_over_w() -> Outcome:
    """If a learner reaches its sensitivity, the average reaches s'/w: no smaller bound holds for all learners."""
    return average_moves_by(1)


def printed_against_exact(ridge: Fraction) -> Outcome:
    """The printed s of the SVM over 2c/(Λn), which is never exceeded; R = 0.06, c = 34.854, n = 50; 1 % allowed."""
    R, c, n = Fraction("0.06"), Fraction("34.854"), Fraction(50)
    printed, exactly = formulas.sensitivity_svm(ridge, R, c, n), formulas.sensitivity(c, ridge, n)
    return at_most(
        printed, Fraction(101, 100) * exactly, ("printed s", "1.01 times 2c/(Λn)"), Lambda=ridge, R=R, c=c
    )


@check(
    TIGHT,
    about="reading:printed-s",
    method="exact",
    scope="SVM on CIFAR-10, Λ = 200, R = 0.06",
    expect="fails",
    control=lambda: printed_against_exact(Fraction(1)),
)
def printed_s_is_not_tight() -> Outcome:
    """With the printed s of the learners the bound is not tight: 1.34 times the exact 2c/(Λnw) at Λ = 200."""
    return printed_against_exact(Fraction(200))


def best_setting(scores: tuple[tuple[int, int], tuple[int, int]]) -> Outcome:
    """Two settings with these validation scores on two neighbours: delta that publishing the better one needs at eps = 30."""
    first, second = (max(range(2), key=lambda k, row=row: row[k]) for row in scores)
    gained = Fraction(1) if first != second else Fraction(0)
    return at_most(
        gained, Fraction(1, 2), ("delta needed", "one half"), eps=30, scores=scores, chosen=[first, second]
    )


@check(
    TUNING,
    about="premise:public-choice",
    method="exact",
    scope="two settings whose order on the validation data one record decides",
    expect="fails",
    control=lambda: best_setting(((3, 2), (3, 1))),
)
def the_choice_reveals_a_record() -> Outcome:
    """If the setting with the best validation score is published, one record can decide which it is: delta = 1."""
    return best_setting(((3, 2), (1, 2)))


@check(
    TUNING,
    about="repair",
    method="smt",
    scope="every finite number of settings and every rule that ignores the data",
    universal=True,
    concludes="chosen without the data",
    needs=["mixtures.gap_is_an_average_of_gaps"],
    control=lambda: mixture_step(2),
)
def a_public_choice_is_free() -> Outcome:
    """A setting that is chosen from public data, or at random, is randomness r independent of the records: lem:m1."""
    return mixture_step(1)


def all_runs_released(runs: int, wanted: int) -> Outcome:
    """k runs at σ each, composed: delta(eps, k) is that of one run at σ/sqrt(k)."""
    sigma, eps = sp.symbols("sigma epsilon", positive=True)
    together = formulas.delta_gauss(eps, sigma, sp.Integer(runs), SYMBOLIC)
    return vanishes(together - formulas.delta_gauss(eps, sigma / sp.sqrt(wanted), sp.Integer(1), SYMBOLIC))


@check(
    TUNING,
    about="repair",
    method="symbolic",
    scope="every eps and sigma; 16 settings, the most that the paper tries",
    universal=True,
    concludes="or paid for",
    needs=["gaussian_curve.only_the_ratio_matters"],
    control=lambda: all_runs_released(16, 4),
)
def sixteen_runs_cost_a_factor_four() -> Outcome:
    """Who chooses among 16 noisy models on the data, with a further private test, pays at most for all: 4 times the noise."""
    return all_runs_released(16, 16)


def sixteen_at_once(runs: int) -> Outcome:
    """Noise for (0.6, 1e-5) on one model; delta at 0.6 of this many."""
    value = certified(lambda: formulas.delta_gauss(exact(EPS), exact(SIGMA), exact(runs), BALLS))
    return at_most(value, DELTA, ("delta", "target delta"), eps=EPS, sigma=SIGMA, models=runs)


@check(
    TUNING,
    about="step:best-reported",
    method="interval",
    scope="16 settings, noise for (0.6, 1e-5) on each",
    expect="fails",
    control=lambda: sixteen_at_once(1),
)
def sixteen_models_exceed_the_budget() -> Outcome:
    """Sixteen models that are trained and compared on the same data have delta = 0.089 at eps = 0.6, not 1e-5."""
    return sixteen_at_once(16)
