"""Settings of the experiments: how many were searched, which were reported, and what the text says about Λ, R and factors."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import at_most, certified, equal_at
from proofs_check.method.smt import prove
from proofs_check.sensitivity.natural_radius import SVM_GRIDS as SVM
from proofs_check.sensitivity.natural_radius import SVM_SETTINGS
from reference import formulas

check_grids = about("sec:results#configurations")
check_middle = about("sec:lim_signalnoise#mid_range")
check_factor = about("app:extended_ablation#amp")
check_pivot = about("sec:results#pivot")
check_row = about("tab:realted_work_comp#row")
C = Fraction("34.854")  # clipping bound of CIFAR-10 and EMNIST
SOFTMAX: dict[str, list[tuple[Any, Any]]] = {
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


@check_grids(
    "statement",
    "enumeration",
    every="all ten grids of the appendix",
    concludes="2 to 16 settings",
    wrong=[{"most": 15}, {"least": 1}],
)
def grids_have_two_to_sixteen_settings(least=2, most=16):
    """The smallest grid has 2 settings, the largest 16, as the text says."""
    sizes = [len(grid) for learner in (SVM, SOFTMAX) for grid in learner.values()]
    inside = all(least <= size <= most for size in sizes)
    reached = min(sizes) == least and max(sizes) == most
    numbers = shown(sizes=sizes, range=[least, most])
    return Outcome("holds" if inside and reached else "fails", "the grids of the appendix, counted", numbers)


@check_grids(
    "statement",
    "enumeration",
    every="all settings that are reported for tab:noniid",
    concludes="reported settings were searched",
    wrong={"chosen": {("SVM", "CIFAR-10"): [("0.6", 3)]}},
)
def reported_settings_were_searched(chosen=NON_IID):
    """Each (R, Λ) of tab:noniid is in the grid of its learner and dataset."""
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


@check_middle(
    "statement", "exact", at="SoftmaxReg on EMNIST with one user", expect="fails", wrong={"name": "CIFAR-10"}
)
def central_emnist_uses_small_ridges(name="EMNIST, 1 user"):
    """For the central private model on EMNIST only Λ = 0.03, 0.1 and 0.3 are searched, all below 1."""
    largest = max(Fraction(ridge) for _, ridge in SOFTMAX[name])
    return at_most(Fraction(1), largest, ("one", "largest Λ searched"), setting=name)


@check_middle(
    "repair",
    "enumeration",
    every="both learners on CIFAR-10 and CIFAR-100, single records protected",
    wrong={"names": ["CIFAR-10", "CIFAR-10, whole users"]},
)
def cifar_uses_ridges_of_at_least_one(names=["CIFAR-10", "CIFAR-100"]):
    """On CIFAR, with single records protected, every Λ that is searched is at least 1; for whole users 0.5 is too."""
    least = min(Fraction(ridge) for grids in (SVM, SOFTMAX) for name in names for _, ridge in grids[name])
    return at_most(Fraction(1), least, ("one", "smallest Λ searched"), grids=list(names))


@check_factor("statement", "interval", every="K = 10, as for CIFAR-10", concludes="about 3", wrong={"K": 16})
def ten_classes_cost_root_ten(K=10):
    """Linear instead of root growth over 10 classes costs sqrt(10) = 3.16."""
    # K releases composed linearly over the sqrt(K) of Gaussians, against 3 within a tenth.
    factor = certified(lambda: BALLS.sqrt(K))
    low = at_most(Fraction("2.7"), factor, ("3 less a tenth", "K/sqrt(K)"), K=K)
    return every(low, at_most(factor, Fraction("3.3"), ("K/sqrt(K)", "3 and a tenth"), K=K))


@check_factor(
    "statement",
    "interval",
    every="K = 10, delta = 1e-5, every budget e >= 1/100 of a class",
    concludes="linear for ten classes",
    wrong=[{"share": Fraction(99, 100)}, {"K": 20}],
)
def ten_budgets_add_up(K=10, share=Fraction(9, 10), least=Fraction(1, 100)):
    """No composition theorem gives ten releases of e each less than 0.9 times 10e: ten randomized responses need that much."""
    # All K coins say yes with P = (x/(1+x))^K or Q = (1/(1+x))^K, x = e^e: P - x^{share K} Q = P (1 - 1/x^{(1-share)K}).
    # Both factors grow with x, so that delta at the least budget bounds delta at all larger ones.
    x, y, u, v = z3.Reals("x y u v")
    grows = prove([1 <= x, x <= y], z3.And(x / (1 + x) <= y / (1 + y), 0 < x / (1 + x)))
    powers = prove([1 <= u, u <= v], z3.And(0 <= 1 - 1 / u, 1 - 1 / u <= 1 - 1 / v))
    first = certified(
        lambda: _all_coins(BALLS.exp(exact(least)), K, BALLS.exp(exact(least * K * (1 - share))))
    )
    enough = at_most(
        Fraction(1, 10**5), first, ("delta", "what ten coins need"), K=K, budget_of_a_class=least
    )
    return every(grows, powers, enough)


def _all_coins(x, K: int, gap):
    return (x / (1 + x)) ** K * (1 - 1 / gap)


def composed_delta(K: int, budget: Fraction, eps: Fraction, spent: Fraction):
    """delta of K releases with (budget, spent) each at eps, by optimal composition: K randomized responses that fail openly."""

    def coins():
        x, bound = BALLS.exp(exact(budget)), BALLS.exp(exact(eps))
        gains = (BALLS.max(exact(0), x ** (K - k) - bound * x**k) for k in range(K + 1))
        pure = sum((comb(K, k) * gain for k, gain in enumerate(gains)), exact(0)) / (1 + x) ** K
        return 1 - (1 - exact(spent)) ** K * (1 - pure)

    return certified(coins)


HUNDRED = {"0.05": "2.05", "0.1": "4.45", "0.2": "10", "0.5": "31.9"}


@check_factor(
    "repair",
    "interval",
    at="K = 100, delta = 1e-5, half of it for the classes; 0.05, 0.1, 0.2 and 0.5 for each",
    wrong=[
        {"table": {budget: eps}}
        for budget, eps in {"0.05": "2", "0.1": "4.4", "0.2": "9.9", "0.5": "31.7"}.items()
    ],
)
def a_hundred_budgets_do_not_add_up(table=HUNDRED):
    """Optimal composition of a hundred classes needs 2.05, 4.45, 10 and 31.9, where adding up gives 5, 10, 20 and 50."""
    delta = Fraction(1, 10**5)
    return every(
        *(
            at_most(
                composed_delta(100, Fraction(budget), Fraction(eps), delta / 200),
                delta,
                ("delta", "target delta"),
                budget_of_a_class=budget,
                eps=eps,
            )
            for budget, eps in table.items()
        )
    )


def user_level_wins(group: int, settings: Sequence[tuple]) -> int:
    """In how many of the settings 2R is below the printed bound for `group` records: n = 50, c = 34.854, SoftmaxReg."""

    def wins(radius: str, ridge: str) -> bool:
        Lambda, R, c, n = (exact(Fraction(value)) for value in (ridge, radius, "34.854", 50))
        printed = certified(lambda: formulas.sensitivity_softmax(Lambda, R, c, n, BALLS) * group)
        return bool(2 * Fraction(radius) < printed)

    return sum(wins(radius, ridge) for radius, ridge in settings)


@check_pivot(
    "statement",
    "enumeration",
    every="the four SoftmaxReg settings for whole users, every group of 2 to 50 records",
    concludes="2R mostly smaller",
    wrong={"groups": [1]},
)
def from_two_records_on(groups=range(2, 51), settings=SOFTMAX["CIFAR-10, whole users"]):
    """From groups of 2 on 2R is below Y s in at least 3 of the 4 settings; for one record in 2 of 4."""
    # More than half of the settings, for each group size.
    wins = {group: user_level_wins(group, settings) for group in groups}
    numbers = shown(settings=len(settings), won={g: v for g, v in wins.items() if g in (1, 2, 3, 50)})
    return Outcome(
        "holds" if all(2 * v > len(settings) for v in wins.values()) else "fails",
        "2R against Y s, counted",
        numbers,
    )


def over_diameter(learner: str, radius, ridge, records: int = 50):
    """The printed s over 2R, the distance that no two models of the ball exceed."""
    R, Lambda, c, n = exact(Fraction(radius)), exact(Fraction(ridge)), exact(C), exact(records)
    if learner == "SVM":
        return certified(lambda: formulas.sensitivity_svm(Lambda, R, c, n) / (2 * R))
    return certified(lambda: formulas.sensitivity_softmax(Lambda, R, c, n, BALLS) / (2 * R))


@check_pivot(
    "repair",
    "enumeration",
    at="the grids of both learners for single records on CIFAR-10, n = 50",
    wrong=[{"svm": ("1.7", 4)}, {"softmax": ("9.8", 6)}, {"svm": ("1.8", 3)}, {"softmax": ("9.9", 7)}],
)
def printed_bounds_above_the_diameter(svm=("1.8", 4), softmax=("9.9", 6)):
    """The printed s exceeds 2R in 4 of 15 SVM settings, by up to 1.8, and in 6 of 16 SoftmaxReg settings, by up to 9.9."""
    found = []
    for learner, grid, (largest, count) in (("SVM", SVM, svm), ("SoftmaxReg", SOFTMAX, softmax)):
        ratios = [over_diameter(learner, *setting) for setting in grid["CIFAR-10"]]
        found += [
            equal_at(
                sum(ratio > 1 for ratio in ratios), count, ("settings above 2R", "count"), learner=learner
            )
        ]
        found += [
            at_most(ratio, Fraction(largest), ("s over 2R", "largest"), learner=learner) for ratio in ratios
        ]
    return every(*found)


# --- does the convergence theorem speak about an experiment? ----------------------------------------------


@check_row(
    "inference:range",
    "exact",
    at="all SVM settings of the appendix",
    expect="fails",
    wrong={"room": Fraction(9, 10)},
)
def no_experiment_has_the_radius(room=Fraction(1)):
    """The ball must have room for the optimum, R >= c/(2Λ); the experiments come no nearer than 0.92 of it."""
    nearest = max(R / (c / (2 * Lambda)) for c, R, Lambda in SVM_SETTINGS)
    return at_most(
        room, nearest, ("room for the optimum", "largest R over c/(2Λ)"), settings=len(SVM_SETTINGS)
    )
