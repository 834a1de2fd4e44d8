"""Settings of the experiments: how many were searched, which were reported, and what the text says about Λ, R and factors."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, check, every, shown
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from reference import formulas

GRIDS, MIDDLE = "sec:results#configurations", "sec:lim_signalnoise#mid_range"
FACTOR, PIVOT = "app:extended_ablation#amp", "sec:results#pivot"
SVM = {
    "CIFAR-10": [(R, L) for R in ("0.04", "0.05", "0.06", "0.07", "0.08") for L in (10, 100, 200)],
    "CIFAR-10, whole users": [(R, L) for R in ("0.06", "0.07") for L in ("0.5", 1, 2, 5)],
    "CIFAR-100": [(R, L) for R in ("0.04", "0.06", "0.08") for L in (3, 10, 30, 100)],
    "EMNIST, 1 user": [("0.08", L) for L in (3, 10, 100)],
    "EMNIST, 3400 users": [("0.04", L) for L in (30, 100)],
}
SOFTMAX = {
    "CIFAR-10": [(R, L) for R in ("0.1", "0.4", "0.6", 1) for L in (1, 3, 10, 30)],
    "CIFAR-10, whole users": [(R, L) for R in (1, 3) for L in ("0.5", 1)],
    "CIFAR-100": [("0.01", 100), ("0.03", 30), ("0.03", 100), ("0.1", 10), ("0.1", 30), ("0.3", 3), ("0.3", 10),
                  (1, 1), (1, 3)],
    "EMNIST, 1 user": [(6, L) for L in ("0.03", "0.1", "0.3")],
    "EMNIST, 3400 users": [(2, L) for L in ("0.3", 1, 3)] + [(6, L) for L in ("0.03", "0.1")],
}  # fmt: skip
NON_IID = {  # settings behind tab:noniid, regular and non-IID
    ("SVM", "CIFAR-10"): [("0.06", 100), ("0.06", 10)],
    ("SoftmaxReg", "CIFAR-10"): [(1, 1), ("0.6", 3)],
    ("SoftmaxReg", "CIFAR-100"): [(1, 3), (1, 1)],
}


def grid_sizes(least: int, most: int) -> Outcome:
    """The number of settings in each grid of the appendix, against a range."""
    sizes = [len(grid) for learner in (SVM, SOFTMAX) for grid in learner.values()]
    inside = all(least <= size <= most for size in sizes)
    reached = min(sizes) == least and max(sizes) == most
    numbers = shown(sizes=sizes, range=[least, most])
    return Outcome("holds" if inside and reached else "fails", "the grids of the appendix, counted", numbers)


@check(
    GRIDS,
    method="enumeration",
    scope="all ten grids of the appendix",
    universal=True,
    concludes="2 to 16 settings",
    control=[lambda: grid_sizes(2, 15), lambda: grid_sizes(1, 16)],
)
def grids_have_two_to_sixteen_settings() -> Outcome:
    """The smallest grid has 2 settings, the largest 16, as the text says."""
    return grid_sizes(2, 16)


def settings_of_the_table(chosen) -> Outcome:
    """Are the settings reported for tab:noniid among those searched?"""
    grids = {"SVM": SVM, "SoftmaxReg": SOFTMAX}
    same = lambda a, b: all(Fraction(x) == Fraction(y) for x, y in zip(a, b, strict=True))  # noqa: E731
    missing = [
        (learner, data, setting)
        for (learner, data), settings in chosen.items()
        for setting in settings
        if not any(same(setting, tried) for tried in grids[learner][data])
    ]
    if missing:
        return Outcome("fails", "a reported setting is in no grid", shown(missing=missing))
    return Outcome("holds", "every reported setting is in the grid of its learner and dataset")


@check(
    GRIDS,
    method="enumeration",
    scope="all settings that are reported for tab:noniid",
    universal=True,
    concludes="reported settings were searched",
    control=lambda: settings_of_the_table({("SVM", "CIFAR-10"): [("0.6", 3)]}),
)
def reported_settings_were_searched() -> Outcome:
    """Each (R, Λ) of tab:noniid is in the grid of its learner and dataset."""
    return settings_of_the_table(NON_IID)


def central_ridge(name: str) -> Outcome:
    """The largest Λ searched for SoftmaxReg here, against 1."""
    largest = max(Fraction(ridge) for _, ridge in SOFTMAX[name])
    return at_most(Fraction(1), largest, ("one", "largest Λ searched"), setting=name)


@check(
    MIDDLE,
    method="exact",
    scope="SoftmaxReg on EMNIST with one user",
    expect="fails",
    control=lambda: central_ridge("CIFAR-10"),
)
def central_emnist_uses_small_ridges() -> Outcome:
    """For the central private model on EMNIST only Λ = 0.03, 0.1 and 0.3 are searched, all below 1."""
    return central_ridge("EMNIST, 1 user")


def smallest_ridge(names: Sequence[str]) -> Outcome:
    """The smallest Λ that is searched in these grids, both learners, against 1."""
    least = min(Fraction(ridge) for grids in (SVM, SOFTMAX) for name in names for _, ridge in grids[name])
    return at_most(Fraction(1), least, ("one", "smallest Λ searched"), grids=list(names))


@check(
    MIDDLE,
    about="repair",
    method="enumeration",
    scope="both learners on CIFAR-10 and CIFAR-100, single records protected",
    universal=True,
    control=lambda: smallest_ridge(["CIFAR-10", "CIFAR-10, whole users"]),
)
def cifar_uses_ridges_of_at_least_one() -> Outcome:
    """On CIFAR, with single records protected, every Λ that is searched is at least 1; for whole users 0.5 is too."""
    return smallest_ridge(["CIFAR-10", "CIFAR-100"])


def linear_over_root(K: int) -> Outcome:
    """K releases composed linearly over the sqrt(K) of Gaussians, against 3 within a tenth."""
    factor = certified(lambda: BALLS.sqrt(K))
    low = at_most(Fraction("2.7"), factor, ("3 less a tenth", "K/sqrt(K)"), K=K)
    return every(low, at_most(factor, Fraction("3.3"), ("K/sqrt(K)", "3 and a tenth"), K=K))


@check(
    FACTOR,
    method="interval",
    scope="K = 10, as for CIFAR-10",
    universal=True,
    concludes="about 3",
    control=lambda: linear_over_root(16),
)
def ten_classes_cost_root_ten() -> Outcome:
    """Linear instead of root growth over 10 classes costs sqrt(10) = 3.16."""
    return linear_over_root(10)


def quotient(power: int) -> Outcome:
    """K over its root is the root."""
    K, root = z3.Reals("K root")
    return prove([K >= 1, root > 0, root * root == K], K / root == root**power)


@check(
    FACTOR,
    method="smt",
    scope="every number of classes",
    universal=True,
    concludes="the root of K",
    control=lambda: quotient(2),
)
def the_factor_is_the_root() -> Outcome:
    """The quotient of K and sqrt(K) is sqrt(K) for every K: 3 is about ten classes only."""
    return quotient(1)


def user_level_wins(group: int, settings: Sequence[tuple]) -> int:
    """In how many of the settings 2R is below the printed bound for `group` records: n = 50, c = 34.854, SoftmaxReg."""
    c, n = exact(Fraction("34.854")), exact(50)
    wins = 0
    for radius, ridge in settings:
        values = exact(Fraction(ridge)), exact(Fraction(radius))
        printed = certified(lambda at=values: formulas.sensitivity_softmax(*at, c, n, BALLS) * group)
        wins += bool(2 * Fraction(radius) < printed)
    return wins


def mostly(groups: Sequence[int], settings: Sequence[tuple]) -> Outcome:
    """More than half of the settings, for each group size."""
    wins = {group: user_level_wins(group, settings) for group in groups}
    numbers = shown(settings=len(settings), won={g: v for g, v in wins.items() if g in (1, 2, 3, 50)})
    return Outcome(
        "holds" if all(2 * v > len(settings) for v in wins.values()) else "fails",
        "2R against Y s, counted",
        numbers,
    )


@check(
    PIVOT,
    method="enumeration",
    scope="the four SoftmaxReg settings for whole users, every group of 2 to 50 records",
    universal=True,
    concludes="2R mostly smaller",
    control=lambda: mostly([1], SOFTMAX["CIFAR-10, whole users"]),
)
def from_two_records_on() -> Outcome:
    """From groups of 2 on 2R is below Y s in at least 3 of the 4 settings; for one record in 2 of 4."""
    return mostly(range(2, 51), SOFTMAX["CIFAR-10, whole users"])
