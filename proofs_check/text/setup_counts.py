"""Numbers of the experimental setup against each other: sizes, splits, parameters, delta, costs, batches.

Every number below is printed in the paper, except the two sizes of federated EMNIST, which its loader documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import at_most, equal_at

SIZES, COSTS, SPLITS = "app:experimental_setup#model_sizes", "sec:results#model_size", "sec:results#splits"
DELTAS, WRITERS, BATCHES = "sec:results#delta", "sec:results#emnist_sizes", "app:experimental_setup#batches"

FEATURES = 6144
TRAINABLE = {10: 61450, 100: 614500, 62: 380990}


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


@check(
    COSTS,
    about="repair",
    method="exact",
    scope="CIFAR-10",
    universal=True,
    needs=["text.setup_counts.parameters_are_features_and_intercept_times_classes"],
    control=lambda: within(61450, 100000, Fraction(1, 100), K=10),
)
def sixty_thousand_is_close() -> Outcome:
    """About 61,000 would be right within a hundredth."""
    return within(61450, 61000, Fraction(1, 100), K=10)


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


def full_batches(sizes: Sequence[int]) -> Outcome:
    """How many of these numbers of records are not multiples of 20, against none."""
    short = [n for n in sizes if n % 20]
    return at_most(
        len(short), 0, ("sizes with a short batch", "none"), sizes=len(sizes), smallest=min(sizes), b=20
    )


@check(
    BATCHES,
    about="step:smallest-user",
    method="enumeration",
    scope="every number of records from 19 to 465",
    expect="fails",
    control=lambda: full_batches([100, 500, 50000]),
)
def most_users_have_a_short_batch() -> Outcome:
    """Nearly all sizes of EMNIST users leave a short last batch, and 19 records are less than one batch."""
    return full_batches(range(19, 466))
