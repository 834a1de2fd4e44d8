"""All stated theorems: no premise can be dropped, each has a joint model, the registry knows what it states.

The modules are found by walking the rooms, and are loaded when a test asks, not in the process that only collects.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from paper_claims.registry.record import Registry
from proofs_check.logic import obligations
from proofs_check.logic.derived import without
from proofs_check.logic.obligations import limited
from proofs_check.logic.rules import LEDGER, Rejected, Theorem, symbols
from proofs_check.logic.statements import lacks
from proofs_check.method.check import modules_of_rooms
from proofs_check.method.pool import in_a_child

ROOT = Path(__file__).parents[2]
MODULES = modules_of_rooms(with_theorems=True)
FEWER_STEPS = 60_000  # enough for most proofs, and most of the time goes into searches that find nothing
LIMIT = 120.0  # seconds of computing for all premises of a module; the longest takes a quarter
STEPS_OF_ALL = """
import sys, importlib
from proofs_check.logic.obligations import STATS
for module in sys.argv[1:]:
    importlib.import_module(module)
print(STATS)
"""
each_module = pytest.mark.parametrize("module", MODULES)


def states(module: str) -> list[Any]:
    return list(getattr(import_module(module), "STATES", ()))


def not_needed(module: str) -> list[str]:
    """The premises without which a proof goes through, or is rejected for a reason without a name."""
    found = []
    for theorem in {theorem.name: theorem for _, theorem, _, _ in states(module)}.values():
        # within fewer steps than the whole proof needs, every proof is rejected
        steps = obligations.STEPS if lacks(theorem, [], FEWER_STEPS) else FEWER_STEPS
        for slug in theorem.given:
            try:
                with limited(steps):
                    without(theorem, slug)
            except Rejected as error:
                if error.missing:
                    continue
            found.append(f"{theorem.name} without {slug}")
    return found


@pytest.mark.slow
@each_module
def test_no_premise_can_be_dropped(module: str) -> None:
    """Every premise of every theorem. In a child, since z3 may compute without end: its answer is None then.

    `blindavg mutants --premises` asks within as many steps as all proofs have.
    """
    states(module)
    assert in_a_child(partial(not_needed, module), LIMIT) == []


@each_module
def test_every_theorem_of_a_claim_has_a_joint_model(module: str) -> None:
    for _, theorem, _, make in states(module):
        found = make()
        assert found.theorem == theorem.name
        assert found.conclusion
        assert set(found.open) <= analytic(theorem), "an axiom or a leaf is not decided in the model"
        assert {*found.confirmed, *found.open} == set(theorem.rests)


def analytic(theorem: Theorem) -> set[str]:
    """What rests on e^x, below the softmax: no model that z3 decides has this function for all numbers."""
    if "logits: softmax" not in theorem.rests:
        return set()
    return {name for name in theorem.rests if {"expo", "ln", "softmax"} & set(symbols(LEDGER[name].shows))}


@each_module
def test_every_label_and_reading_is_in_the_registry(module: str, registry: Registry) -> None:
    for label, _, about, _ in states(module):
        readings = {f"reading:{reading.slug}" for reading in registry.claims[label].readings}
        assert about in {"statement", "repair", *readings}, label


@pytest.mark.slow
def test_two_runs_take_the_same_steps() -> None:
    """In the same order; z3 sorts terms by age, so another order may take some steps more or less."""
    few = [module for module in MODULES if ".lemmas." in module or ".objectives." in module]
    runs = {
        subprocess.run(
            [sys.executable, "-c", STEPS_OF_ALL, *few],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
