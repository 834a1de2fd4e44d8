"""Numbers of the experimental setup against each other: sizes, splits, parameters, grids of settings, delta, costs.

Every number below is printed in the paper, except the two sizes of federated EMNIST, which its loader documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import z3

from accountant.balls import BALLS, exact
from proofs_check.evidence import Outcome, check, every, shown
from proofs_check.replay import at_most, certified, equal_at
from proofs_check.smt import prove
from reference import formulas

SIZES, COSTS, SPLITS = "app:experimental_setup#model_sizes", "sec:results#model_size", "sec:results#splits"
DELTAS, GRIDS, WRITERS = "sec:results#delta", "sec:results#configurations", "sec:results#emnist"
MIDDLE, FACTOR, PIVOT = "sec:lim_signalnoise#mid_range", "app:extended_ablation#amp", "sec:results#pivot"

FEATURES = 6144
TRAINABLE = {10: 61450, 100: 614500, 62: 380990}
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


def parameters(intercept: int) -> Outcome:
    """(features + intercept) times classes, against the printed number of trainable parameters, for all three datasets."""
    return every(
        *(
            equal_at((FEATURES + intercept) * K, count, ("entries", "printed count"), K=K)
            for K, count in TRAINABLE.items()
        )
    )


@check(
    SIZES,
    method="enumeration",
    scope="all three datasets of the text",
    universal=True,
    concludes="trainable parameters",
    control=lambda: parameters(0),
)
def parameters_are_features_and_intercept_times_classes() -> Outcome:
    """6145 K is 61,450, 614,500 and 380,990: p = 6144 features and an intercept, so p + 1 rows."""
    return parameters(1)


def width(multiplier: int) -> Outcome:
    """The 2048 channels of a ResNet, times the width multiplier, against the 6144 inputs."""
    return equal_at(2048 * multiplier, FEATURES, ("embedding", "inputs of the classifier"), width=multiplier)


@check(
    SIZES,
    method="exact",
    scope="the pretrained network of the text",
    universal=True,
    concludes="embedding",
    control=lambda: width(2),
)
def embedding_is_three_times_2048() -> Outcome:
    """Width multiplier 3 gives the 6144 inputs."""
    return width(3)


def within(value: int, printed: int, tolerance: Fraction, **witness) -> Outcome:
    """|value - printed| against the tolerance times the value."""
    off = Fraction(abs(value - printed))
    return at_most(off, tolerance * value, ("difference", "allowed"), size=value, printed=printed, **witness)


@check(
    COSTS,
    method="exact",
    scope="CIFAR-10; read as: within a half of the true size",
    expect="fails",
    control=lambda: within(61450, 60000, Fraction(1, 2), K=10),
)
def model_has_61450_entries() -> Outcome:
    """The costs are extrapolated for about 100,000 entries; the CIFAR-10 model has 61,450: the print is 63 % more."""
    return within(61450, 100000, Fraction(1, 2), K=10)


def split(folds: int) -> Outcome:
    """60,000 images in this many folds, one for testing: the rest against the 50,000 of sample rate and users."""
    train = Fraction(60000 * (folds - 1), folds)
    return every(
        equal_at(train, 50000, ("training images", "denominator of q"), folds=folds),
        equal_at(train, 1000 * 50, ("training images", "1,000 users of 50"), folds=folds),
    )


@check(
    SPLITS,
    method="exact",
    scope="both CIFAR datasets",
    universal=True,
    concludes="50,000 for training",
    control=lambda: split(5),
)
def six_folds_leave_50000() -> Outcome:
    """6-fold cross-validation trains on 50,000 of 60,000 images: q = 1024/50000, and 1,000 users of 50 records."""
    return split(6)


@check(
    SPLITS,
    about="inference:amp",
    method="exact",
    scope="the AMP baseline",
    expect="fails",
    control=lambda: equal_at(Fraction(60000 * 5, 6), 50000, ("training images", "of the others")),
)
def amp_trains_on_fewer() -> Outcome:
    """An 80-20 split leaves 48,000 training images, the others have 50,000."""
    return equal_at(Fraction(60000 * 80, 100), 50000, ("training images", "of the others"), split="80-20")


CIFAR = (5000, 20000, 50000)
EMNIST_TRAIN, EMNIST_TEST = 671585, 77483


def delta_below(sizes: Sequence[int], delta: Fraction = Fraction(1, 10**5)) -> Outcome:
    """delta against 1/(nw), for each of these numbers of records."""
    return every(
        *(at_most(delta, Fraction(1, size), ("delta", "1/(nw)"), records=size) for size in sizes),
    )


@check(
    DELTAS,
    about="reading:cifar",
    method="enumeration",
    scope="all sizes of the CIFAR experiments",
    universal=True,
    concludes="1e-5 on CIFAR",
    control=lambda: delta_below((200000,)),
)
def delta_is_below_on_cifar() -> Outcome:
    """1e-5 is below 1/50,000, and so for 20,000 and 5,000 records."""
    return delta_below(CIFAR)


def delta_of_heatmaps(power: int) -> Outcome:
    """1e-10 and 1e-12 with 200,000 and 20,000,000 users of 50 records, 2e-8 on 50,000: each against 1/(nw) over 10^power."""
    cases = [
        (Fraction(1, 10**10), 200000 * 50),
        (Fraction(1, 10**12), 20000000 * 50),
        (Fraction(2, 10**8), 50000),
    ]
    return every(*(delta_below((size * 10**power,), delta) for delta, size in cases))


@check(
    DELTAS,
    about="reading:cifar",
    method="exact",
    scope="both heatmaps and the ablation",
    universal=True,
    concludes="smaller deltas elsewhere",
    control=lambda: delta_of_heatmaps(4),
)
def other_deltas_are_far_below() -> Outcome:
    """There delta is at least a hundred times below 1/(nw)."""
    return delta_of_heatmaps(2)


@check(
    DELTAS,
    about="reading:every-dataset",
    method="exact",
    scope="EMNIST, 671,585 training records",
    expect="fails",
    control=lambda: delta_below(CIFAR),
)
def delta_is_above_on_emnist() -> Outcome:
    """On EMNIST 1e-5 is 6.7 times 1/(nw): publishing each record with that probability would meet the guarantee."""
    return delta_below((EMNIST_TRAIN,))


@check(
    DELTAS,
    about="reading:every-dataset",
    method="exact",
    scope="CIFAR-10 with the multiplier 67 of tab:noniid",
    expect="fails",
    control=lambda: delta_below(CIFAR),
)
def delta_is_above_on_67_times_the_data() -> Outcome:
    """On a dataset 67 times as large 1e-5 is 33.5 times 1/(nw)."""
    return delta_below((67 * 50000,))


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


def per_writer(records: int) -> Outcome:
    """Records over 3,400 writers, against 220, within one record."""
    off = abs(Fraction(records, 3400) - 220)
    return at_most(
        off, Fraction(1), ("distance from 220", "one record"), records=records, mean=Fraction(records, 3400)
    )


@check(
    WRITERS,
    about="reading:all-images",
    method="exact",
    scope="749,068 images",
    universal=True,
    concludes="220 per writer",
    control=lambda: per_writer(EMNIST_TRAIN),
)
def writers_have_220_images() -> Outcome:
    """749,068 images, about 750,000, are 220.3 per writer."""
    return per_writer(EMNIST_TRAIN + EMNIST_TEST)


@check(
    WRITERS,
    about="reading:training-records",
    method="exact",
    scope="671,585 training images, the denominator of q",
    expect="fails",
    control=lambda: per_writer(EMNIST_TRAIN + EMNIST_TEST),
)
def users_train_on_198() -> Outcome:
    """The 671,585 training images that the sample rate names are 197.5 per user: n is a tenth smaller than the text says."""
    return per_writer(EMNIST_TRAIN)


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
