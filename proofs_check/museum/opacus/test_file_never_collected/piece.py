"""opacus: test file never collected."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from pathlib import PurePosixPath

from proofs_check.method.check import Outcome, shown
from proofs_check.museum.exhibit import Exhibit

PATTERNS = ("test_*.py", "*_test.py")


def every_file_is_collected(files: Sequence[str]) -> Outcome:
    """Does the name of every file that holds tests match what the test runner looks for?"""
    missed = [
        name
        for name in files
        if not any(fnmatch.fnmatch(PurePosixPath(name).name, pattern) for pattern in PATTERNS)
    ]
    if missed:
        return Outcome("fails", "these files are never run", shown(missed=missed))
    return Outcome("holds", "every file is looked at")


PIECE = Exhibit(
    cause="test",
    impact="unnoticed",
    right=("tests/test_noise.py",),
    wrong=("tests/test_noise.py", "tests/noise_checks.py"),
    catcher=every_file_is_collected,
    report="meta-pytorch/opacus#121",
)
