"""Which checks to try first on the mutants of a function: the ones that noticed some in the last whole matrix.

This only saves time. A mutant counts as killed when a check is run on it and comes out different, whoever named the check, and
one that these checks do not notice meets all the others.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from proofs_check.method.check import all_checks
from proofs_check.mutants.theorems import known_theorems

FILE = Path(__file__).with_suffix(".toml")
HEADER = "# Written by `blindavg mutants --remember`: for each formula the checks that noticed its mutants, busiest first.\n"


def first_tries(functions: Iterable[str]) -> dict[str, list[str]]:
    """For each of these functions that has any, the checks to try first; one that is gone is left out."""
    known = tomllib.loads(FILE.read_text(encoding="utf-8"))
    tries = {
        name: [check for check in known.get(name, ()) if check in all_checks() or known_theorems(check)]
        for name in functions
    }
    return {name: checks for name, checks in tries.items() if checks}


def remember(kills: Iterable[tuple[str, Mapping[str, str]]], plain: tuple[str, ...]) -> None:
    """Write the file anew from pairs of a function and the checks that noticed one of its mutants.

    Of a mutant's checks the last one ended the search: it came out plainly different.
    """
    counts: dict[str, Counter[str]] = {}
    for function, checks in kills:
        ended = [check for check, how in checks.items() if how in plain] or list(checks)
        counts.setdefault(function, Counter())[ended[-1]] += 1
    lines = [
        f'"{name}" = [{", ".join(chr(34) + check + chr(34) for check, _ in _busiest(found))}]\n'
        for name, found in sorted(counts.items())
    ]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")


def _busiest(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
