"""A changed formula of the gradient diameter turns one of its checks red: quickly, without an audit."""

from __future__ import annotations

from typing import Any

import pytest

from proofs_check.diameter import centre_bound as ball
from proofs_check.diameter import logits as logits
from proofs_check.diameter import many_classes as many
from proofs_check.diameter import patterns as patterns
from proofs_check.diameter import two_classes as two
from proofs_check.mutants.installed import built, source_of
from proofs_check.mutants.named import FORMULAS
from reference import formulas

# formula, what is changed, how, and the check that must notice
CHANGES = {
    "factor too large": ("centre_bound", "4 *", "5 *", two.best_pair_sits_at_the_peak),
    "angle swapped": ("gradient_gap_squared", "(1 - lam)", "(1 + lam)", ball.distance_is_split_by_the_angle),
    "8 to 7": ("diameter_two_classes", "8 *", "7 *", two.two_classes_meet_the_bound),
    "8 to 9": ("diameter_two_classes", "8 *", "9 *", two.two_classes_meet_the_bound),
    "t unsquared": ("diameter_two_classes", "t**2", "t", two.two_classes_meet_the_bound),
    "sign in the angle": ("best_angle_condition", "(1 + num", "(1 - num", two.best_pair_sits_at_the_peak),
    "weight": ("centre_weight", "num.sqrt(2) * t", "num.sqrt(3) * t", two.best_pair_sits_at_the_peak),
    "8 to 7 in the tail": ("diameter_many_classes", "8 *", "7 *", many.many_classes_add_exponentially_little),
    "8 to 9 in the tail": ("diameter_many_classes", "8 *", "9 *", many.many_classes_add_exponentially_little),
    "exponent": ("diameter_many_classes", "(4 * kappa)", "(3 * kappa)", many.many_classes_add_exponentially_little),
    "3/2": ("diameter_many_classes", '"1.5"', '"1.4"', many.many_classes_add_exponentially_little),
    "tied classes": ("pattern_shares", "1 + j + num", "j + num", patterns.patterns_are_softmax_values),
    "norm": ("pattern_norm_squared", "(1 + j) * b**2", "j * b**2", patterns.patterns_are_softmax_values),
    "mean of the rest": ("pattern_rest_log", "(K - 2)", "(K - 1)", patterns.patterns_are_softmax_values),
    "spread counted in full": ("pattern_value", "max(0", "max(1", logits.three_variables_are_enough),
    "spread left out": ("pattern_value", "+ spread * (Q - E)", "", logits.three_variables_are_enough),
    "cross term": ("pattern_value", "2 * kappa", "kappa", logits.three_variables_are_enough),
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
