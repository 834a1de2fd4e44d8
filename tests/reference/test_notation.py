"""The neighbouring relations, and datasets."""

from __future__ import annotations

import numpy as np
import pytest

from reference.notation import AddRemoveOne, Dataset, Group, ReplaceOne, WholeUser


@pytest.fixture
def D() -> Dataset:
    return Dataset.of_features([[0.0], [1.0], [2.0]], [0, 1, 0])


def test_features_get_an_intercept(D: Dataset) -> None:
    assert D.x.tolist() == [[1, 0], [1, 1], [1, 2]]


def test_a_dataset_cannot_be_changed(D: Dataset) -> None:
    with pytest.raises(ValueError, match="read-only"):
        D.x[0, 0] = 5.0


def test_replace_one(D: Dataset) -> None:
    once = D.replaced(1, [1.0, 9.0], 1)
    twice = once.replaced(2, [1.0, 7.0], 1)
    assert ReplaceOne().holds(D, D)
    assert ReplaceOne().holds(D, once)
    assert not ReplaceOne().holds(D, twice)
    assert not ReplaceOne().holds(D, D.removed(0))
    assert ReplaceOne().holds(D, D.replaced(0, D.x[0], 1)), "a changed label is a changed record"


def test_add_remove_one(D: Dataset) -> None:
    for j in range(3):
        assert AddRemoveOne().holds(D, D.removed(j))
        assert AddRemoveOne().holds(D.removed(j), D)
    assert AddRemoveOne().holds(D, D)
    assert not AddRemoveOne().holds(D, D.replaced(0, [1.0, 5.0], 0))
    assert not AddRemoveOne().holds(D, D.removed(0).removed(0))
    assert not AddRemoveOne().holds(D.replaced(2, [1.0, 5.0], 0), D.removed(0))


def test_group(D: Dataset) -> None:
    two = D.replaced(0, [1.0, 9.0], 1).replaced(2, [1.0, 9.0], 1)
    assert Group(2).holds(D, two)
    assert not Group(1).holds(D, two)


def test_whole_user(D: Dataset) -> None:
    other, smaller = D.replaced(0, [1.0, 9.0], 1), D.removed(0)
    assert WholeUser().holds([D, D], [D, other])
    assert not WholeUser().holds([D, D], [other, other])
    assert not WholeUser().holds([D, D], [D])
    assert not WholeUser().holds([D, D], [D, smaller])
    assert WholeUser(same_size=False).holds([D, D], [D, smaller])


def test_labels_may_be_whole_floats() -> None:
    assert Dataset([[1.0]], np.array([2.0])).y.tolist() == [2]
