"""What a kept result depends on: every file of the packages that made it, and the versions of Python and of all libraries."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[1]
PROJECT, VERSION = "blindavg-reference", "0.2.0"  # pyproject.toml reads the version here


def content_key(folders: Iterable[str], root: Path = PACKAGES, more: str = "") -> str:
    """A hash that changes with any file below these folders, whatever it ends in, and with any version."""
    found = hashlib.sha256("\n".join([*versions(), more]).encode())
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*") if path.is_file()):
        if "__pycache__" not in path.parts:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            found.update(f"\0{path.relative_to(root).as_posix()}\0{content}".encode())
    return found.hexdigest()


@cache
def versions() -> tuple[str, ...]:
    """Of Python, and of every library that the project can use and that is installed."""
    names = sorted({re.split(r"[^\w.-]", line)[0] for line in requires(PROJECT) or ()})
    return (f"python {sys.version}", *(f"{name} {_version(name)}" for name in names))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def commit() -> str | None:
    """The commit of the checkout that runs; None where the packages are installed."""
    asked = ["git", "-C", str(PACKAGES), "rev-parse", "--show-toplevel", "HEAD"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=True).stdout.split(
            "\n"
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return found[1] if Path(found[0]).resolve() == PACKAGES else None
