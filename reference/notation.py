"""The paper's notation as types: the dataset D, the hyperparameters ξ, the neighbouring relations (def:conf)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reference.errors import InvalidInput, reject, require_matrix, require_positive, require_whole

Array = NDArray[np.float64]
SMALLEST, LARGEST = 1e-50, 1e50  # of a hyperparameter: squares and ratios of two stay within float64

SYMBOLS = {  # argument name -> symbol and meaning, as messages and tables print them
    "x": "x, the data points",
    "y": "y, the labels",
    "K": "K, the number of classes",
    "c": "c, the input clipping bound",
    "M": "M, the number of training steps",
    "Lambda": "Λ, the regularization",
    "R": "R, the radius of the model ball",
    "h": "h, the Huber relaxation",
    "b": "b, the batch size",
    "order": "the order in which records are visited",
    "f": "f, the model",
    "n": "n, the number of records",
    "p": "p, the number of features",
}


@dataclass(frozen=True, eq=False)
class Dataset:
    """D = {(x_j, y_j)}: one row of x per record. `of_features` adds the leading 1 of [1, x_1, ..., x_p]."""

    x: Array
    y: NDArray[np.int64]

    def __init__(self, x: ArrayLike, y: ArrayLike) -> None:
        why = "a learner needs at least one record, and every record needs a label"
        rows = require_matrix("x", SYMBOLS["x"], x, because=why)
        try:
            given = np.asarray(y)
            with np.errstate(invalid="ignore"):
                labels = given.astype(np.int64)
            whole = given.dtype.kind in "iuf" and bool((labels == given).all())
        except (TypeError, ValueError, OverflowError):
            whole = False
        if not whole:
            raise reject("y", SYMBOLS["y"], "must be whole numbers", y, "a label names a class")
        if labels.shape != (len(rows),):
            raise reject("y", SYMBOLS["y"], f"must have shape ({len(rows)},)", labels.shape, why)
        rows.setflags(write=False)
        labels.setflags(write=False)
        object.__setattr__(self, "x", rows)
        object.__setattr__(self, "y", labels)

    @classmethod
    def of_features(cls, features: ArrayLike, y: ArrayLike) -> Dataset:
        """Records [1, x_1, ..., x_p] from the features x_1, ..., x_p."""
        rows = require_matrix("x", SYMBOLS["x"], features, because="a record is a row of features")
        return cls(np.hstack([np.ones((len(rows), 1)), rows]), y)

    def __len__(self) -> int:
        return len(self.y)

    def same_record(self, j: int, other: Dataset, i: int) -> bool:
        return bool(self.y[j] == other.y[i] and np.array_equal(self.x[j], other.x[i]))

    def replaced(self, j: int, x: ArrayLike, y: int) -> Dataset:
        """The dataset with record j replaced by (x, y)."""
        j = self._position(j)
        record = Dataset(np.asarray(x)[None], [y])
        if record.x.shape[1] != self.x.shape[1]:
            why = "all records of a dataset have the same entries"
            raise reject("x", SYMBOLS["x"], f"must have {self.x.shape[1]} entries", record.x.shape[1], why)
        rows, labels = self.x.copy(), self.y.copy()
        rows[j], labels[j] = record.x[0], record.y[0]
        return Dataset(rows, labels)

    def removed(self, j: int) -> Dataset:
        """The dataset without record j."""
        j = self._position(j)
        return Dataset(np.delete(self.x, j, axis=0), np.delete(self.y, j))

    def _position(self, j: int) -> int:
        j = require_whole("j", "j, a record", j, at_least=0, because="records count from 0")
        if j >= len(self):
            raise reject("j", "j, a record", f"must be < {len(self)}", j, "there are no more")
        return j


def require_labels(D: Dataset, K: int) -> None:
    """The labels of a K-class learner are 0, ..., K-1 (the paper counts 1, ..., K)."""
    outside = D.y[(D.y < 0) | (D.y >= K)]
    if outside.size:
        raise reject("y", SYMBOLS["y"], f"must be in 0..{K - 1}", int(outside[0]), f"there are K={K} classes")


def require_signs(D: Dataset) -> None:
    """The labels of a two-class hinge SVM are -1 and +1."""
    outside = D.y[np.abs(D.y) != 1]
    if outside.size:
        raise reject(
            "y", SYMBOLS["y"], "must be -1 or +1", int(outside[0]), "the hinge loss reads y<f, x> as a margin"
        )


@dataclass(frozen=True, kw_only=True)
class Xi:
    """ξ, the hyperparameters: (K, c, M, h, Λ, R) of alg:dpsvm, (K, c, M, Λ, R) of alg:dpsoftmax, batch size b."""

    K: int
    c: float
    M: int
    Lambda: float
    R: float
    h: float | None = None
    b: int = 1

    def __post_init__(self) -> None:
        whole = {
            "K": (2, "with fewer than two classes there is nothing to tell apart"),
            "M": (1, "without a step the model does not depend on the data"),
            "b": (1, "a step needs at least one record"),
        }
        positive = {
            "c": "every record is scaled to norm at most c",
            "Lambda": "the sensitivity 2L/(Λn) divides by it",
            "R": "the model is projected onto the ball of radius R",
            "h": "the Huber loss divides by 4h",
        }
        for name, (least, why) in whole.items():
            count = require_whole(name, SYMBOLS[name], getattr(self, name), at_least=least, because=why)
            object.__setattr__(self, name, count)
        for name, why in positive.items():
            if name == "h" and self.h is None:
                continue
            value = require_positive(name, SYMBOLS[name], getattr(self, name), because=why)
            if not SMALLEST <= value <= LARGEST:
                rule = f"must be between {SMALLEST} and {LARGEST}"
                raise reject(name, SYMBOLS[name], rule, value, "beyond that the constants overflow float64")
            object.__setattr__(self, name, value)

    def relaxation(self) -> float:
        """h, which only the Huber SVM has."""
        if self.h is None:
            raise reject(
                "h", SYMBOLS["h"], "must be given", None, "the Huber loss of alg:dpsvm divides by 4h"
            )
        return self.h

    @classmethod
    def of(cls, given: dict[str, Any]) -> Xi:
        """ξ from a mapping, with unknown or missing names rejected."""
        known = {field.name for field in fields(cls)}
        for name in given:
            if name not in known:
                why = f"ξ has only {', '.join(sorted(known))}"
                raise reject(str(name), "a hyperparameter", "is not known", given[name], why)
        try:
            return cls(**given)
        except TypeError as error:
            raise InvalidInput(f"xi (ξ, the hyperparameters) is incomplete: {error}") from None


class Relation(Protocol):
    """Which pairs count as neighbours. A sensitivity or a privacy guarantee is always about one relation."""

    def holds(self, D: Any, E: Any) -> bool: ...


@dataclass(frozen=True)
class ReplaceOne:
    """Same size, at most one record exchanged in place (bounded DP); what the paper's proofs use."""

    def holds(self, D: Dataset, E: Dataset) -> bool:
        return Group(1).holds(D, E)


@dataclass(frozen=True)
class AddRemoveOne:
    """One of the two is the other with at most one record left out (unbounded DP)."""

    def holds(self, D: Dataset, E: Dataset) -> bool:
        small, large = sorted((D, E), key=len)
        if len(large) - len(small) > 1:
            return False
        j = 0
        while j < len(small) and small.same_record(j, large, j):
            j += 1
        shift = len(large) - len(small)
        return all(small.same_record(i, large, i + shift) for i in range(j, len(small)))


@dataclass(frozen=True)
class Group:
    """Same size, at most Υ records exchanged in place (cor:group_privacy)."""

    size: int

    def __post_init__(self) -> None:
        require_whole("size", "Υ, the group size", self.size, at_least=1)

    def holds(self, D: Dataset, E: Dataset) -> bool:
        if len(D) != len(E) or D.x.shape != E.x.shape:
            return False
        return sum(not D.same_record(j, E, j) for j in range(len(D))) <= self.size


@dataclass(frozen=True)
class WholeUser:
    """The same users, at most one of whom has another dataset; `same_size` keeps its n^(i) (cor:userlevel_sens)."""

    same_size: bool = True

    def holds(self, D: Sequence[Dataset], E: Sequence[Dataset]) -> bool:
        if len(D) != len(E):
            return False
        changed = [i for i in range(len(D)) if not _equal(D[i], E[i])]
        if len(changed) > 1:
            return False
        return not self.same_size or all(len(D[i]) == len(E[i]) for i in changed)


def _equal(D: Dataset, E: Dataset) -> bool:
    return np.array_equal(D.x, E.x) and np.array_equal(D.y, E.y)
