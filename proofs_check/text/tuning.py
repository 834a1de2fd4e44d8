"""sec:results#tuning, sec:lim_signalnoise#public_bound: what choosing hyperparameters and c on the data costs."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.curve import only_the_ratio_matters
from proofs_check.gaussian.growth_of_eps import DELTA
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

check_tuning = about("sec:results#tuning")


@check_tuning(
    "premise:public-choice",
    "exact",
    at="two settings whose order on the validation data one record decides",
    expect="fails",
    wrong={"scores": ((3, 2), (3, 1))},
)
def the_choice_reveals_a_record(scores=((3, 2), (1, 2))):
    """If the setting with the best validation score is published, one record can decide which it is: delta = 1."""
    # Two settings with these validation scores on two neighbours: delta that publishing the better one needs at eps = 30.
    first, second = (max(range(2), key=lambda k, row=row: row[k]) for row in scores)
    gained = Fraction(1) if first != second else Fraction(0)
    return at_most(
        gained, Fraction(1, 2), ("delta needed", "one half"), eps=30, scores=scores, chosen=[first, second]
    )


@check_tuning(
    "repair",
    "symbolic",
    every="every eps and sigma; 16 settings, the most that the paper tries",
    concludes="or paid for",
    wrong={"wanted": 4},
    needs=[only_the_ratio_matters],
)
def sixteen_runs_cost_a_factor_four(runs=16, wanted=16):
    """Who chooses among 16 noisy models on the data, with a further private test, pays at most for all: 4 times the noise."""
    # k runs at σ each, composed: delta(eps, k) is that of one run at σ/sqrt(k).
    sigma, eps = sp.symbols("sigma epsilon", positive=True)
    together = formulas.delta_gauss(eps, sigma, sp.Integer(runs), SYMBOLIC)
    return vanishes(together - formulas.delta_gauss(eps, sigma / sp.sqrt(wanted), sp.Integer(1), SYMBOLIC))


@check_tuning(
    "step:best-reported",
    "interval",
    at="16 settings, noise for (0.6, 1e-5) on each",
    expect="fails",
    wrong={"runs": 1},
)
def sixteen_models_exceed_the_budget(runs=16):
    """Sixteen models that are trained and compared on the same data have delta = 0.089 at eps = 0.6, not 1e-5."""
    value = certified(lambda: formulas.delta_gauss(exact(EPS), exact(SIGMA), exact(runs), BALLS))
    return at_most(value, DELTA, ("delta", "target delta"), eps=EPS, sigma=SIGMA, models=runs)


check_public = about("sec:lim_signalnoise#public_bound")


@check_public(
    "premise:not-protected",
    "exact",
    at="two neighbours of the dataset that c is taken from",
    expect="fails",
    wrong={"records": (34, 34)},
)
def the_bound_reveals_its_source(records=(34, 35)):
    """c is published, and a record of the dataset that it is the largest norm of can decide it."""
    gained = Fraction(int(records[0] != records[1]))
    return at_most(gained, Fraction(1, 2), ("delta needed", "one half"), eps=30, c=list(records))
