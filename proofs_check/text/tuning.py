"""sec:results#tuning, sec:lim_signalnoise#public_bound: what choosing hyperparameters and c on the data costs."""

from __future__ import annotations

from fractions import Fraction

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.growth_of_eps import DELTA
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import Outcome, about
from proofs_check.method.replay import at_most, certified, delta_between
from reference import formulas

check_tuning = about("sec:results#tuning")


def released(laws, **witness) -> Outcome:
    """Is delta = 1/2 enough for what is published on two neighbours, at e^eps = 10^14, which is more than e^30?"""
    needed = delta_between(laws[0], laws[1], 10**14)
    return at_most(needed, Fraction(1, 2), ("delta needed", "one half"), factor="10^14", **witness)


@check_tuning(
    "premise:public-choice",
    "exact",
    at="two settings whose order on three validation records one of them decides",
    expect="fails",
    wrong={"instead": (3, True)},
)
def the_choice_reveals_a_record(instead=(1, False)):
    """If the setting with the best validation score is published, one record can decide which it is: delta = 1."""
    # One setting predicts x > 0, the other x > 2: how many labels of three records does each get right?
    datasets = [[first, (1, True), (1, False)] for first in ((1, True), instead)]
    validated = [[sum((x > cut) == label for x, label in D) for cut in (0, 2)] for D in datasets]
    laws = [{row.index(max(row)): Fraction(1)} for row in validated]
    return released(laws, scores=validated)


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
    wrong={"record": (0, 5)},
)
def the_bound_reveals_its_source(record=(7, 24)):
    """c is published, and a record of the dataset that it is the largest norm of can decide it."""
    # Records (3, 4) and (6, 8), and on the neighbour this one instead of the first: c^2 is the largest squared norm.
    datasets = [[(3, 4), (6, 8)], [record, (6, 8)]]
    bounds = [max(x * x + y * y for x, y in D) for D in datasets]
    return released([{bound: Fraction(1)} for bound in bounds], squared_c=bounds)
