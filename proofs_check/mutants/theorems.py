"""Theorems as judges of mutants: does a module still prove what it states when a formula is wrong?

A theorem module takes its formulas when it is loaded, so it is loaded in a process where the mutant is in place already. Its
name among the checks is `theorems of ROOM.MODULE`.
"""

from __future__ import annotations

import inspect
import re
from functools import cache
from importlib import import_module

from proofs_check.logic.rules import Rejected
from proofs_check.logic.statements import source_of, statements
from proofs_check.method.check import modules_of_rooms
from proofs_check.method.depends import closure

PREFIX, PACKAGE = "theorems of ", "proofs_check."
FORMULAS = "reference.formulas"


def is_theorems(name: str) -> bool:
    return name.startswith(PREFIX)


def known_theorems(name: str) -> bool:
    return name in all_theorems()


@cache
def all_theorems() -> tuple[str, ...]:
    """Each after those that it is built on."""
    return tuple(sorted(_names(), key=lambda name: len(built_on(name))))


def _names() -> list[str]:
    return [PREFIX + module.removeprefix(PACKAGE) for module in modules_of_rooms(with_theorems=True)]


def module_of(name: str) -> str:
    return PACKAGE + name.removeprefix(PREFIX)


@cache
def built_on(name: str) -> frozenset[str]:
    """These theorems and all those that their modules import, directly or not; of a check, itself."""
    if not is_theorems(name):
        return frozenset({name})
    return frozenset(n for n in _names() if module_of(n) in closure(module_of(name)))


def still_proved(name: str) -> str:
    """How the module differs from proving all that it states, with its joint models: outcome, or nothing."""
    try:
        for _ in statements(module_of(name)):
            pass
    except Rejected:
        return "outcome"
    return ""


@cache
def theorems_using(function: str) -> tuple[str, ...]:
    """The modules that speak of the formula, or of one that calls it, or that build on such a module."""
    spoken = callers(function)
    speak = {n for n in all_theorems() if spoken & set(re.findall(r"\w+", source_of(module_of(n))))}
    return tuple(name for name in all_theorems() if built_on(name) & speak)


def callers(function: str) -> set[str]:
    """The formula and all formulas that call it, directly or not."""
    found = {function}
    while more := {name for name, called in _calls().items() if name not in found and called & found}:
        found |= more
    return found


@cache
def _calls() -> dict[str, set[str]]:
    """For each formula the names that stand in it."""
    functions = filter(inspect.isfunction, vars(import_module(FORMULAS)).values())
    return {f.__name__: set(re.findall(r"\w+", inspect.getsource(f))) - {f.__name__} for f in functions}
