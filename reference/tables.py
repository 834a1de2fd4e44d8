"""Tables of TOML files: keys with their kinds. Every error names the file, the key, the rule and the value.

run.toml: key 'users' must be a whole number, got '20'
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference.errors import InvalidInput, readable, shown


@dataclass(frozen=True)
class Kind:
    """What a value must be, in words, and whether it is."""

    words: str
    fits: Callable[[Any], bool]


def _is(*types: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, types) and not isinstance(value, bool)


ANY = Kind("anything", lambda value: True)
TEXT = Kind("text", lambda value: isinstance(value, str) and bool(value.strip()))
TEXTS = Kind("a list of text", lambda value: isinstance(value, list) and all(map(_is(str), value)))
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
WHOLE = Kind("a whole number", _is(int))
NUMBER = Kind("a number", _is(int, float))
NUMBER_OR_TEXT = Kind("a number or text", _is(int, float, str))
LIST = Kind("a list", _is(list))
TABLE = Kind("a table", _is(dict))
TABLES = Kind("a list of tables", lambda value: isinstance(value, list) and all(map(_is(dict), value)))


def one_of(*allowed: str) -> Kind:
    return Kind(f"one of {', '.join(allowed)}", lambda value: value in allowed)


def read(path: Path, name: str = "", parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The top table of a file; errors call it `name`, or by its path."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = "it is a folder" if path.is_dir() else getattr(error, "strerror", None) or error
        raise InvalidInput(f"{name or path}: must be a file of readable text: {why}") from None
    return parse(text, name or str(path), parse_float)


def parse(text: str, name: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The top table of a text."""
    try:
        values = tomllib.loads(text, parse_float=parse_float)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name}: must be valid TOML: {error}") from None
    for piece in _texts(values):
        if readable(piece) != " ".join(piece.split()):
            raise InvalidInput(
                f"{name}: must hold printable text, got {shown(piece)}: a terminal may obey it"
            )
    return values


def _texts(values: dict[str, Any]) -> Iterator[str]:
    """Every key and every text, however deep."""
    left: list[Any] = [values]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            left += [*one, *one.values()]
        elif isinstance(one, list):
            left += one


def broken(name: str, key: str, rule: str) -> InvalidInput:
    return InvalidInput(f"{name}: key {key!r} {rule}")


def checked(
    values: Mapping[str, Any], kinds: Mapping[str, Kind], name: str, needed: Collection[str] = (), inside: str = ""
) -> dict[str, Any]:  # fmt: skip
    """The values, if every key is known, all that is needed is there, and each value is of its kind."""
    for key, value in values.items():
        if key not in kinds:
            raise broken(name, inside + key, f"is not known, got {shown(value)}: {nearest(key, kinds)}")
        if not kinds[key].fits(value):
            raise broken(name, inside + key, f"must be {kinds[key].words}, got {shown(value)}")
    for key in needed:
        if key not in values:
            raise broken(name, inside + key, f"is missing: it must be {kinds[key].words}")
    return dict(values)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at what may have been meant."""
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(names)}"
