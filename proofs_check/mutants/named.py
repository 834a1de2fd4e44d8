"""The classic mistakes by name, and the list of all mutants."""

from __future__ import annotations

import importlib
import inspect
from collections import Counter
from functools import cache

from proofs_check.mutants.generated import Mutant, mutants_of
from proofs_check.mutants.installed import source_of

FORMULAS = "reference.formulas"
# name: module, function, what stands there once, what stands there instead
NAMED = {
    "sqrt 2 -> 1": (FORMULAS, "loss_gradient_softmax", "num.sqrt(2) * c", "1 * c"),
    "2L -> L": (FORMULAS, "sensitivity", "2 * G", "G"),
    "n -> n b": (FORMULAS, "sensitivity_any_steps", "* divisor)", "* divisor * divisor)"),
    "K_comp dropped from the spread": (FORMULAS, "gauss_margins", "num.sqrt(2 * K_comp)", "num.sqrt(2)"),
    "K_comp dropped from the mean": (FORMULAS, "gauss_margins", "eps - K_comp * mu_p", "eps - mu_p"),
    "w -> sqrt w": (FORMULAS, "sensitivity_of_visits", "w * share", "w ** 0.5 * share"),
    "Lambda for Lambda / 2": (FORMULAS, "regularized", "Lambda / 2", "Lambda"),
    "2 Lambda for Lambda": (FORMULAS, "subgradient_step", "(Lambda * (m + 1))", "(2 * Lambda * (m + 1))"),
    "<= -> <": ("proofs_check.method.replay", "at_most", "value <= bound", "value < bound"),
    "sphere for ball": (FORMULAS, "shrink_factor", "num.max(bound, length)", "length"),
}


@cache
def every_mutant() -> tuple[Mutant, ...]:
    """The generated mutants of every formula, then the named ones."""
    formulas = filter(inspect.isfunction, vars(importlib.import_module(FORMULAS)).values())
    source = "\n".join(map(inspect.getsource, formulas))
    return (*mutants_of(FORMULAS, source), *map(named, NAMED))


def sampled(every: int) -> list[Mutant]:
    """Of every formula the first mutant and each `every`-th after it, and all named ones."""
    seen: Counter[str] = Counter()
    found = []
    for mutant in every_mutant():
        if mutant.name in NAMED or seen[mutant.function] % every == 0:
            found.append(mutant)
        seen[mutant.function] += 1
    return found


def named(name: str) -> Mutant:
    module, function, old, new = NAMED[name]
    source = source_of(module, function)
    if source.count(old) != 1:
        raise ValueError(f"{name}: {old!r} must stand once in {module}.{function}")
    return Mutant(name, module, function, f"{old} becomes {new}", source.replace(old, new))
