"""InvalidInput and the few helpers that raise it; ProtocolError for a run that must stop.

A message names the argument, its symbol, the rule, the value and the reason:

    Lambda (Λ, the regularization) must be > 0, got -0.5: the sensitivity 2L/(Λn) divides by it
"""

from __future__ import annotations

import math
import operator
from collections.abc import Collection
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np


class InvalidInput(ValueError):
    """An input that no statement of the paper covers; the message says which rule it breaks and why."""


class NoResult(Exception):
    """Nothing is wrong with the input, and yet there is no result; the message says why."""


class ProtocolError(NoResult, RuntimeError):
    """A run of a protocol that was stopped: which party, at which stage, why. Nothing is released."""

    def __init__(self, party: str, stage: str, reason: str) -> None:
        super().__init__(f"{party}, stage {stage}: {reason}; no sum is released")
        self.party, self.stage, self.reason = party, stage, reason


class WrongMessage(ProtocolError):
    """A message that does not authenticate or cannot be read: changed on the way, or of another round, stage or party."""


class RepeatedMessage(ProtocolError):
    """A second message where the protocol has one."""


class TooFewParties(ProtocolError):
    """Fewer parties are left than the threshold asks for."""


class LostServer(ProtocolError):
    """A computation server that is gone takes one share of every user with it."""


def reject(name: str, symbol: str, rule: str, value: object, because: str = "") -> InvalidInput:
    """The error itself, so that a caller can write `raise reject(...)`."""
    return InvalidInput(f"{name} ({symbol}) {rule}, got {shown(value)}{because and f': {because}'}")


def readable(text: str) -> str:
    """One line in which nothing steers a terminal or turns the direction of writing; such characters are spelled out."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def shown(value: object) -> str:
    """A value in one short line."""
    try:
        text = readable(repr(value))
    except ValueError:
        text = "a number with too many digits to print"
    except RecursionError:
        text = "a deeply nested value"
    return text if len(text) <= 60 else text[:57] + "..."


def require_real(name: str, symbol: str, value: Any, *, because: str = "") -> float:
    """A finite real number."""
    if isinstance(value, bool | str | bytes):
        raise reject(name, symbol, "must be a number", value, because)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise reject(name, symbol, "must be a number", value, because) from None
    if not math.isfinite(number):
        raise reject(name, symbol, "must be finite", value, because)
    return number


def require_positive(name: str, symbol: str, value: Any, *, because: str = "") -> float:
    """A finite real number above zero."""
    number = require_real(name, symbol, value, because=because)
    if not number > 0:
        raise reject(name, symbol, "must be > 0", value, because)
    return number


def require_exact(name: str, symbol: str, value: Any, *, because: str = "") -> Fraction:
    """A number as the fraction that it is; "0.1" means one tenth, the float 0.1 its binary value."""
    if isinstance(value, str):
        try:
            short = len(value) <= 1000 and ("/" in value or abs(Decimal(value.strip()).adjusted()) <= 1000)
            return Fraction(value.strip() if short else "")
        except (ValueError, ArithmeticError):
            raise reject(name, symbol, "must be a number", value, because) from None
    if isinstance(value, Fraction):
        return value
    number = require_real(name, symbol, value, because=because)
    return Fraction(value) if isinstance(value, int) else Fraction(number)


def require_whole(name: str, symbol: str, value: Any, *, at_least: int, because: str = "") -> int:
    """A whole number, not smaller than `at_least`."""
    if isinstance(value, bool):
        raise reject(name, symbol, "must be a whole number", value, because)
    try:
        number = operator.index(value)
    except TypeError:
        raise reject(name, symbol, "must be a whole number", value, because) from None
    if number < at_least:
        raise reject(name, symbol, f"must be >= {at_least}", value, because)
    return number


def require_one_of(
    name: str, symbol: str, value: Any, allowed: Collection[Any], *, because: str = ""
) -> None:
    """One of a few allowed values."""
    if value not in allowed:
        raise reject(name, symbol, f"must be one of {', '.join(map(str, allowed))}", value, because)


def require_matrix(name: str, symbol: str, value: Any, *, because: str) -> np.ndarray[Any, Any]:
    """A non-empty matrix of finite floats."""
    try:
        given = np.asarray(value)
        plain = given.dtype.kind in "biuf" or all(isinstance(v, Real) for v in given.ravel())
        matrix = np.array(given, dtype=np.float64) if plain else None
    except (TypeError, ValueError, OverflowError):
        matrix = None
    if matrix is None or isinstance(value, np.ma.MaskedArray):
        raise reject(name, symbol, "must be a matrix of numbers", value, because)
    if matrix.ndim != 2:
        raise reject(name, symbol, "must have two axes (records, entries)", matrix.shape, because)
    if 0 in matrix.shape:
        raise reject(name, symbol, "must not be empty", matrix.shape, because)
    if not np.isfinite(matrix).all():
        row, column = map(int, np.argwhere(~np.isfinite(matrix))[0])
        where = f"{matrix[row, column]} in record {row}, entry {column}"
        raise reject(name, symbol, "must be finite everywhere", where, because)
    return matrix
