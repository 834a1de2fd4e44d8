"""One table of a TOML file: values asked for by key, each with its rule; unknown keys are errors."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from accountant.numbers.inputs import require_count, require_positive_exact
from reference.errors import InvalidInput, reject, require_one_of


def missing(name: str, symbol: str, because: str) -> InvalidInput:
    return InvalidInput(f"{name} ({symbol}) is missing: {because}")


def unknown(name: str, key: str, value: object, known: Iterable[str]) -> InvalidInput:
    names = list(known)
    close = difflib.get_close_matches(key, names, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(names)}"
    return reject(name, "a key of the file", "is not known", value, hint)


class Keys:
    """The values of one table."""

    def __init__(self, table: str, known: Sequence[str], values: Mapping[str, Any]) -> None:
        self.table, self.values = table, values
        for key in values:
            if key not in known:
                raise unknown(f"{table}.{key}", key, values[key], known)

    def get(self, key: str, default: Any = None) -> Any:
        return self.values.get(key, default)

    def needed(self, key: str, symbol: str, because: str) -> Any:
        if key not in self.values:
            raise missing(f"{self.table}.{key}", symbol, because)
        return self.values[key]

    def count(self, key: str, symbol: str, because: str, least: int = 1) -> int:
        value = self.needed(key, symbol, because)
        return require_count(f"{self.table}.{key}", symbol, value, because, least)

    def positive(self, key: str, symbol: str, because: str) -> Fraction:
        value = self.needed(key, symbol, because)
        return require_positive_exact(f"{self.table}.{key}", symbol, value, because=because)

    def choice(self, key: str, symbol: str, allowed: Sequence[str], default: str | None = None) -> str:
        because = f"it is one of {', '.join(allowed)}"
        value = self.get(key, default) if default else self.needed(key, symbol, because)
        require_one_of(f"{self.table}.{key}", symbol, value, allowed, because="the certificate differs")
        return str(value)

    def either(self, one: str, other: str, because: str) -> str:
        """Which of two keys is given; exactly one must be."""
        given = [key for key in (one, other) if key in self.values]
        if len(given) != 1:
            found = "both" if given else "neither"
            raise InvalidInput(
                f"{self.table}.{one} or {self.table}.{other} must be given, got {found}: {because}"
            )
        return given[0]

    def refuse(self, key: str, rule: str, because: str) -> None:
        """A key that has no meaning here."""
        if key in self.values:
            raise reject(f"{self.table}.{key}", "a key of the file", rule, self.values[key], because)
