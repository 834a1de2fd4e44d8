"""Records for testing and choosing, and the rest among users: at random, one class each, mixtures, unequal, by writer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reference.errors import reject, require_one_of, require_positive, require_whole
from reference.learners.losses import Labels

Indices = NDArray[np.int64]
KINDS = ("iid", "one-class", "dirichlet", "unequal")
EMNIST_MEAN, EMNIST_SPREAD, EMNIST_LEAST, EMNIST_MOST = 220, 85, 19, 465  # records per user in the paper


@dataclass(frozen=True)
class Split:
    """Which records train, choose hyperparameters, and test; the three do not overlap."""

    train: Indices
    choose: Indices
    test: Indices


def split(
    records: int,
    given_tests: int,
    test: float,
    choose: float,
    rng: np.random.Generator,
    all_train: bool = False,
) -> Split:
    """A share of all records for testing (or the given last ones), a share for choosing hyperparameters, the rest to train.

    Who chooses nothing (a share of 0) trains on the records that would choose, too; the test records stay the same.
    `all_train`: the records that choose are taken from the given test records, so that all others train.
    """
    if not 0 < test < 1:
        raise reject(
            "test", "a share of the records", "must be between 0 and 1", test, "both parts are needed"
        )
    if not 0 <= choose < 1:
        raise reject("choose", "a share of the records", "must be >= 0 and < 1", choose, "the rest trains")
    order = rng.permutation(records - given_tests)
    if all_train and given_tests:
        last, chosen = rng.permutation(np.arange(records - given_tests, records)), round(choose * records)
        if not 0 < chosen < given_tests:
            why = "some of them choose, the others test"
            raise reject("choose", "records that choose", f"must be 1 to {given_tests - 1}", chosen, why)
        return Split(order, last[:chosen], last[chosen:])
    tests = np.arange(records - given_tests, records) if given_tests else order[: round(test * records)]
    rest = order if given_tests else order[len(tests) :]
    chosen = round(choose * records)
    if not len(tests) or len(rest) <= chosen or (choose and not chosen):
        why = "each part needs a record"
        raise reject("records", "the number of records", "must be larger", records, why)
    return Split(rest[chosen:], rest[:chosen], tests)


def among_users(
    kind: str, y: Labels, w: int, rng: np.random.Generator, concentration: float = 0.5
) -> list[Indices]:
    """The records of each of w users, as positions in y. All kinds but `unequal` give every user equally many."""
    require_one_of("kind", "how records are split", kind, KINDS)
    require_whole("w", "w, the number of users", w, at_least=1)
    if len(y) < w:
        why = f"only {len(y)} records are left for training"
        raise reject("w", "w, the number of users", f"must be <= {len(y)}", w, why)
    if kind == "iid":
        return list(rng.permutation(len(y))[: len(y) // w * w].reshape(w, -1))
    if kind == "one-class":
        return _one_class(y, w, rng)
    if kind == "dirichlet":
        return _mixtures(y, w, rng, concentration)
    return _unequal(len(y), w, rng)


def by_writer(writer: Labels) -> list[Indices]:
    """The records of each writer."""
    return [np.flatnonzero(writer == who) for who in np.unique(writer)]


def _one_class(y: Labels, w: int, rng: np.random.Generator) -> list[Indices]:
    """User i has records of class i mod K only."""
    classes = np.unique(y)
    if w % len(classes):
        why = "each class has equally many users, who have no other class"
        raise reject("w", "w, the number of users", f"must be a multiple of {len(classes)}", w, why)
    each = w // len(classes)
    n = min(int((y == k).sum()) for k in classes) // each
    if n < 1:
        why = "each user needs a record of its class"
        raise reject("w", "w, the number of users", "must be smaller", w, why)
    parts = [rng.permutation(np.flatnonzero(y == k))[: n * each].reshape(each, n) for k in classes]
    return [part[i] for i in range(each) for part in parts]


def _mixtures(y: Labels, w: int, rng: np.random.Generator, concentration: float) -> list[Indices]:
    """Each user draws its shares of the classes from a Dirichlet distribution and takes records while they last."""
    require_positive("concentration", "of the Dirichlet distribution", concentration)
    classes = np.unique(y)
    pools = {int(k): list(rng.permutation(np.flatnonzero(y == k))) for k in classes}
    n = len(y) // w
    users = []
    for _ in range(w):
        shares = rng.dirichlet(np.full(len(classes), concentration))
        taken: list[int] = []
        while len(taken) < n:
            left = np.array([len(pools[int(k)]) > 0 for k in classes]) * (shares + 1e-12)
            taken.append(pools[int(rng.choice(classes, p=left / left.sum()))].pop())
        users.append(np.array(taken, dtype=np.int64))
    return users


def _unequal(records: int, w: int, rng: np.random.Generator) -> list[Indices]:
    """Sizes like those of Federated EMNIST's users (mean 220, deviation 85, from 19 to 465), scaled to the records at hand."""
    drawn = rng.normal(EMNIST_MEAN, EMNIST_SPREAD, w).clip(EMNIST_LEAST, EMNIST_MOST)
    sizes = np.maximum(1, np.floor(drawn * (records / drawn.sum()))).astype(int)
    while sizes.sum() > records:
        sizes[sizes.argmax()] -= 1
    return list(np.split(rng.permutation(records)[: sizes.sum()], np.cumsum(sizes)[:-1]))
