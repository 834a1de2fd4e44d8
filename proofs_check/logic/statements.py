"""Which theorem states what: a theorem module says it by `states`, claims and audit look it up."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from proofs_check.logic.models import Model, confirms
from proofs_check.logic.rules import Rejected, Table, Theorem, genuine
from proofs_check.method.check import modules_of_rooms


@dataclass(frozen=True)
class Statement:
    """A theorem that states a label. `about`: which reading of it; `concludes`: which part of the claim it establishes."""

    label: str
    theorem: Theorem
    model: Model
    about: str
    concludes: str


_stated: dict[str, Statement] = {}
STATED: Mapping[str, Statement] = Table(_stated)  # in the order of the modules; keys are "label: theorem"


def states(
    label: str, theorem: Theorem, *, about: str = "statement", model: Model, concludes: str = ""
) -> Theorem:
    """Registers that the theorem states the label. Refuses one without a joint model of its own in which everything holds."""
    genuine(theorem)
    if not confirms(model, theorem):
        raise Rejected(f"{label}: {theorem.name!r} has no joint model", theorem.name, "joint model")
    key = f"{label}: {theorem.name}"
    if key in _stated:
        raise Rejected(f"{key!r} is stated twice", theorem.name)
    _stated[key] = Statement(label, theorem, model, about, concludes)
    return theorem


def all_statements() -> Mapping[str, Statement]:
    """Proves every theorem of the rooms (by loading their modules) and returns what they state."""
    for module in modules_of_rooms(with_theorems=True):
        importlib.import_module(module)
    return STATED
