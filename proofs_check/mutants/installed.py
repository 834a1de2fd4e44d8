"""A mutant in the place of the right function, and a record of which check calls which function.

The code of the function is replaced, not the function: whoever imported it by name sees the change. So one process may load
the proof tools and all checks once and fork a child for each mutant.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Callable, Iterable
from typing import Any

from proofs_check.mutants.generated import Mutant

_SEEN = "_called_functions"


def install(mutant: Mutant) -> None:
    """From now on, in this process, the function is the mutant."""
    function = found(mutant.module, mutant.function)
    function.__code__ = built(mutant.module, mutant.source).__code__


def found(module: str, path: str) -> Any:
    """The function with this name, or the method if there is a dot in it."""
    target: Any = importlib.import_module(module)
    for part in path.split("."):
        target = getattr(target, part)
    return target


def source_of(module: str, path: str) -> str:
    return textwrap.dedent(inspect.getsource(found(module, path)))


def built(module: str, source: str) -> Callable[..., Any]:
    """The function that a definition written in this module would give; the module itself stays as it is."""
    scope = dict(vars(importlib.import_module(module)))
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.FunctionDef)
    exec(compile(source, f"<{module} changed>", "exec"), scope)
    function: Callable[..., Any] = scope[definition.name]
    return function


def record_calls(functions: Iterable[tuple[str, str]]) -> set[str]:
    """The set to which each of these functions (module, name) adds its name when it is called, in this process."""
    called: set[str] = set()
    for module, path in functions:
        (definition,) = ast.parse(source_of(module, path)).body
        assert isinstance(definition, ast.FunctionDef)
        definition.body.insert(0, ast.parse(f"{_SEEN}.add({path!r})").body[0])
        function = found(module, path)
        function.__globals__[_SEEN] = called
        function.__code__ = built(module, ast.unparse(definition)).__code__
    return called
