"""Theorems as judges of mutants: does a module still prove what it states when a formula is wrong?

A theorem module takes its formulas when it is loaded, so it is loaded in a process where the mutant is in place already. Its
name among the checks is `theorems of ROOM.MODULE`.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib import import_module

from proofs_check.logic.rules import Rejected
from proofs_check.logic.statements import source_of, statements
from proofs_check.method.check import modules_of_rooms

PREFIX, PACKAGE = "theorems of ", "proofs_check."
FORMULAS = "reference.formulas"


def is_theorems(name: str) -> bool:
    return name.startswith(PREFIX)


def known_theorems(name: str) -> bool:
    return is_theorems(name) and _module(name) in modules_of_rooms(with_theorems=True)


def _module(name: str) -> str:
    return PACKAGE + name.removeprefix(PREFIX)


def still_proved(name: str) -> str:
    """How the module differs from proving all that it states, with its joint models: outcome, or nothing."""
    try:
        for _ in statements(_module(name)):
            pass
    except Rejected:
        return "outcome"
    return ""


@cache
def theorems_using(function: str) -> tuple[str, ...]:
    """The modules that speak of the formula, or of one that calls it, or that build on such a module."""
    spoken = callers(function)
    modules = modules_of_rooms(with_theorems=True)
    found = {m for m in modules if spoken & set(re.findall(r"\w+", source_of(m)))}
    while more := {m for m in modules if m not in found and _imported(m) & found}:
        found |= more
    return tuple(PREFIX + m.removeprefix(PACKAGE) for m in modules if m in found)


@cache
def _imported(module: str) -> set[str]:
    nodes = [node for node in ast.walk(ast.parse(source_of(module))) if isinstance(node, ast.ImportFrom)]
    names = {f"{node.module}.{alias.name}" for node in nodes for alias in node.names}
    return names | {node.module for node in nodes if node.module}


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
