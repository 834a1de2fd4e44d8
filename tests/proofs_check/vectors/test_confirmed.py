"""A random tenth of the vectors, confirmed by independent code: each enclosure, not only its middle."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from proofs_check.vectors.files import FILES, Vector, named, read
from tests.proofs_check.vectors.independent import agrees

VECTORS = read()
SEED = 2026
TENTH = random.Random(SEED).sample(VECTORS, len(VECTORS) // 10)
RUNS = [v for v in TENTH if v.question.mechanism.startswith("dpsgd")]
OTHERS = [v for v in TENTH if not v.question.mechanism.startswith("dpsgd")]


def confirmed(vector: Vector, shift: Fraction = Fraction(0)) -> bool | None:
    """Is the enclosure confirmed, or one that is moved by this share of itself?"""
    q = vector.question
    ends = (vector.box.lo * (1 + shift), vector.box.hi * (1 + shift))
    return agrees(q.mechanism, q.asked, q.given, q.relation, ends)


def test_the_tenth_holds_every_mechanism() -> None:
    mechanisms = {question.mechanism for file in FILES for _, question in named(file)}
    assert {v.question.mechanism for v in TENTH} == mechanisms


@pytest.mark.parametrize("vector", OTHERS[::6], ids=lambda v: v.name)
def test_some_closed_forms_and_sums_are_confirmed(vector: Vector) -> None:
    assert confirmed(vector)


@pytest.mark.slow
def test_all_closed_forms_and_sums_of_the_tenth_are_confirmed() -> None:
    assert [v.name for v in OTHERS if not confirmed(v)] == []


@pytest.mark.slow
def test_runs_of_the_tenth_are_confirmed() -> None:
    found = {v.name: confirmed(v) for v in RUNS}
    assert [name for name, agreed in found.items() if agreed is False] == []
    assert sum(agreed is None for agreed in found.values()) <= len(RUNS) // 20


@pytest.mark.parametrize(
    "mechanism", ["gaussian", "group", "clipped-sum", "discrete-gaussian", "threshold", "bounded", "sgd"]
)
def test_a_moved_enclosure_is_not_confirmed(mechanism: str) -> None:
    """The control: one part in 10^12 is seen where arithmetic is exact."""
    for vector in [v for v in VECTORS if v.question.mechanism == mechanism and v.box.lo > 0][::60]:
        for shift in (Fraction(1, 10**12), Fraction(-1, 10**12)):
            assert not confirmed(vector, shift), vector.name


@pytest.mark.slow
def test_a_moved_run_is_not_confirmed() -> None:
    """The control of the FFT, which knows three digits: one percent of delta is seen."""
    for vector in [v for v in RUNS if v.question.asked == "delta"][::6]:
        assert confirmed(vector, Fraction(1, 100)) is not True, vector.name
    assert any(confirmed(v, Fraction(1, 100)) is False for v in RUNS[:10])
