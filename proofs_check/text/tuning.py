"""sec:results#tuning, sec:lim_signalnoise#public_bound: what choosing hyperparameters and c on the data costs."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.growth_of_eps import DELTA
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

TUNING = "sec:results#tuning"


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
    needs=["gaussian.mixtures.gap_is_an_average_of_gaps"],
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
    needs=["gaussian.curve.only_the_ratio_matters"],
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


PUBLIC = "sec:lim_signalnoise#public_bound"


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
    needs=["gaussian.mixtures.gap_is_an_average_of_gaps"],
    control=lambda: mixture_step(2),
)
def a_foreign_bound_is_free() -> Outcome:
    """For the dataset that c is not taken from, c is a constant: privacy holds for every value of it."""
    return mixture_step(1)
