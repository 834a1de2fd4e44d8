"""A changed formula of the gradient diameter turns one of its checks red: quickly, without an audit."""

from __future__ import annotations

from typing import Any

import pytest

from proofs_check.diameter import two_classes as two
from proofs_check.mutants.installed import built, source_of
from proofs_check.mutants.named import FORMULAS
from reference import formulas

# formula, what is changed, how, and the check that must notice
CHANGES = {
    "angle swapped": ("gradient_gap_squared", "(1 - lam)", "(1 + lam)", two.distance_is_split_by_the_angle),
    "8 to 7": ("diameter_two_classes", "8 *", "7 *", two.two_classes_meet_the_bound),
    "8 to 9": ("diameter_two_classes", "8 *", "9 *", two.two_classes_meet_the_bound),
    "t unsquared": ("diameter_two_classes", "t**2", "t", two.two_classes_meet_the_bound),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.slow
def test_a_changed_formula_is_noticed(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, old, new, check = CHANGES[change]
    source = source_of(FORMULAS, name)
    assert source.count(old) >= 1
    changed = built(FORMULAS, source.replace(old, new, 1))
    monkeypatch.setattr(getattr(formulas, name), "__code__", changed.__code__)
    assert check().result == "fails"


@pytest.mark.parametrize("check", sorted({entry[3] for entry in CHANGES.values()}, key=lambda c: c.__name__))
def test_the_unchanged_formulas_pass(check: Any) -> None:
    assert check().result == "holds"
