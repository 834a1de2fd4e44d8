"""The benchmark of secure summation, small: it compares sums to the last bit and notices one that differs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
SMALL = {"USERS": 40, "ENTRIES": 30, "MANY": 60, "BLOCK": 25, "SIGMA": 0}


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(FOLDER)
    for name in ("page", "secure_sum"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module("secure_sum")
    for name, value in SMALL.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(module, "FIFTH", module.plan_secagg(40, "0.9", "0.2", "0.5", 20))
    monkeypatch.setattr(module, "HALF", module.plan_secagg(40, "0.5", "0.2", "0.5", 28))
    yield module
    for name in ("page", "secure_sum"):
        sys.modules.pop(name, None)


def sums(page: object) -> list[bool | None]:
    return [met for what, _, _, met in page.requirements if "plain sum" in what]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_sums_are_compared_for_both_schemes_and_all_dropouts(bench: ModuleType) -> None:
    page = bench.Page("Title", "About.")
    bench.summation(page)
    assert sums(page) == [True] * 8
    assert "| servers | 20% | 32 |" in page.text
    assert "| users, k = 20 | 20% | 34 |" in page.text  # two of the eight dropouts come after their vector
    assert "| users, k = 28 | 20% | 34 |" in page.text
    assert "fall apart into groups with at most 2^" in page.text


@pytest.mark.slow
def test_a_sum_that_differs_by_one_step_is_noticed(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = bench.summed

    def wrong(*given: object) -> object:
        result, lines = right(*given)
        return replace(result, total=(result.total + np.uint64(1)) % bench.GRID.B), lines

    monkeypatch.setattr(bench, "summed", wrong)
    page = bench.Page("Title", "About.")
    bench.summation(page)
    assert sums(page) == [False] * 8


@pytest.mark.slow
def test_the_simulation_learns(bench: ModuleType) -> None:
    for learner, K in (("svm", 2), ("softmax", 2), ("softmax", 10)):
        assert bench.simulated(learner, K)[2] > (0.7 if K == 2 else 0.3)  # chance is 1/K
