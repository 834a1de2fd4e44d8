"""What an outcome depends on, as a hash: the module, what runs it, everything of ours that these import, data and tools.

Two runs with the same key give the same outcome: checks take no other input, and their limits are counted in steps.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from functools import cache
from pathlib import Path
from threading import Lock

from proofs_check.method.pool import PACKAGES
from reference.versions import versions

RUNS = (
    "proofs_check.method.pool",
    "proofs_check.logic.statements",
)  # they run checks and theorems, and their controls
OURS = ("reference", "accountant", "proofs_check", "paper_claims")
_ONE_AT_A_TIME = Lock()  # Python 3.11 loses count if two threads parse at once


def file_of(module: str) -> Path | None:
    """The file of one of our modules or packages."""
    stem = PACKAGES / module.replace(".", "/")
    return next((path for path in (stem / "__init__.py", stem.with_suffix(".py")) if path.is_file()), None)


@cache
def imports(module: str) -> frozenset[str]:
    """Our modules that this one names in an import, wherever it stands, and the packages around it."""
    if not (path := file_of(module)):
        return frozenset()
    named = {module.rpartition(".")[0]}
    with _ONE_AT_A_TIME:
        tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return frozenset(name for name in named if name.partition(".")[0] in OURS and file_of(name))


@cache
def closure(module: str) -> frozenset[str]:
    """It and our modules that it is built on. A module outside this repository is alone."""
    found: set[str] = set()
    queue = [module]
    while queue:
        if (name := queue.pop()) not in found:
            found.add(name)
            queue += imports(name)
    return frozenset(found)


def _hash_of(path: Path) -> bytes:
    stamp = path.stat()
    return _hashed(path, stamp.st_mtime_ns, stamp.st_size)


@cache
def _hashed(path: Path, *stamp: int) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _data(folder: Path) -> frozenset[Path]:
    """The files below a folder that are no Python."""
    return frozenset(p for p in folder.rglob("*") if p.is_file() and p.suffix not in (".py", ".pyc"))


def key_now(*modules: str, folders: tuple[Path, ...] = (), more: str = "") -> str:
    """Of an outcome that these modules make, with the data of further folders, and what `more` says of the machine.

    Of the files as they are now, in the order of their names. Empty if a module is outside this repository: nothing says
    what that depends on, and its outcomes are not kept.
    """
    if not all(map(file_of, modules)):
        return ""
    files = {path for start in (*modules, *RUNS) for name in closure(start) if (path := file_of(name))}
    around = {path.parent for path in files} - {PACKAGES / package for package in OURS}
    found = hashlib.sha256("\n".join([*versions(), f"-O {sys.flags.optimize}", more]).encode())
    for path in sorted(files.union(*map(_data, (*around, *folders)))):
        found.update(path.relative_to(PACKAGES).as_posix().encode() + b"\0" + _hash_of(path))
    return found.hexdigest()


@cache
def key(*modules: str, folders: tuple[Path, ...] = (), more: str = "") -> str:
    """The same, computed once a process: of the files as they were when it was asked first."""
    return key_now(*modules, folders=folders, more=more)
