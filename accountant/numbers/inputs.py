"""Exact inputs of the accountant, and the rules they obey."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq

from reference.errors import InvalidInput, reject, require_whole

Exact: TypeAlias = Any  # int, float or fmpq: what a ball takes exactly at sufficient precision
LARGEST_DIGITS, LARGEST_EXPONENT, LARGEST_COUNT = 10_000, 100_000, 10**30
SMALLEST, LARGEST = fmpq(1, 10**100), 10**100
LARGEST_ANSWER = 10**300  # of the Gaussian inverses: their curve takes as much
MOST_EXACT = 1 << 53  # below, every whole number is a float64
STEERS = "a search in float64 guides the digits"


def exact_real(name: str, symbol: str, value: Any, *, because: str = "") -> Exact:
    """An int, float, Fraction or decimal string, as the exact number that it is."""
    kind = type(value)
    if kind is float or kind is int:
        number: Exact = value
    elif isinstance(value, str):
        number = _parsed(name, symbol, value, because)
    elif isinstance(value, Fraction):
        number = fmpq(value.numerator, value.denominator)
    elif isinstance(value, np.integer):
        number = int(value)
    elif isinstance(value, float | np.float64 | np.float32 | np.float16):
        number = float(value)
    else:
        raise reject(name, symbol, "must be a number or a decimal string", value, because)
    if isinstance(number, float) and not math.isfinite(number):
        raise reject(name, symbol, "must be finite", value, because)
    return number


def exact_floats(value: Any) -> np.ndarray[Any, np.dtype[np.float64]] | None:
    """A number, or a list or an array of numbers, as float64 if that changes none of them; else None."""
    if isinstance(value, list | tuple) and set(map(type, value)) not in ({float}, {int}):
        return None  # numpy would turn a long int beside a float into another number
    array = np.asarray(value)
    if array.dtype.kind == "f" and array.dtype.itemsize <= 8:
        return array.astype(np.float64)
    small = array.dtype.kind in "iu" and np.all((array > -MOST_EXACT) & (array < MOST_EXACT))
    return array.astype(np.float64) if small else None


def _parsed(name: str, symbol: str, text: str, because: str) -> fmpq:
    try:
        size = 0 if "/" in text else abs(Decimal(text.strip()).adjusted())
        if size > LARGEST_EXPONENT or len(text) > 10 * LARGEST_DIGITS:
            raise reject(name, symbol, f"must have an exponent of at most {LARGEST_EXPONENT}", text, because)
        ratio = Fraction(text.strip())
    except (ValueError, ZeroDivisionError, ArithmeticError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise reject(name, symbol, "must be a number or a decimal string", text, because) from None
    return fmpq(ratio.numerator, ratio.denominator)


def _within(name: str, symbol: str, number: Exact, value: Any, most: int, because: str = STEERS) -> Exact:
    """Within the range in which float64 can steer the search for digits; it decides nothing."""
    least = 1e-100 if isinstance(number, float) else SMALLEST
    if not least <= number <= most:
        rule = f"must be between 1e-100 and 1e{len(str(most)) - 1}"
        raise reject(name, symbol, rule, value, because)
    return number


def require_positive_exact(name: str, symbol: str, value: Any, *, because: str = "") -> Fraction:
    """A number above zero, as the fraction that it is."""
    number = exact_real(name, symbol, value, because=because)
    if not number > 0:
        raise reject(name, symbol, "must be > 0", value, because)
    because = "answers are also given as float64"
    return as_fraction(_within(name, symbol, number, value, LARGEST, because))


def require_eps(value: Any, most: int = LARGEST) -> Exact:
    number = exact_real("eps", "ε, the privacy loss", value)
    if not number >= 0:
        raise reject(
            "eps", "ε, the privacy loss", "must be >= 0", value, "differential privacy is defined for ε >= 0"
        )
    return number if number < 1 else _within("eps", "ε, the privacy loss", number, value, most)


def require_sigma(value: Any, most: int = LARGEST) -> Exact:
    why = "it is the noise scale over the sensitivity, and the curve divides by it"
    number = exact_real("sigma", "σ, the noise multiplier", value, because=why)
    if not number > 0:
        raise reject("sigma", "σ, the noise multiplier", "must be > 0", value, why)
    return _within("sigma", "σ, the noise multiplier", number, value, most)


def require_delta(value: Any) -> Exact:
    why = "delta = 0 needs infinite noise, delta = 1 needs none"
    number = exact_real("delta", "δ, the failure probability", value, because=why)
    if not 0 < number < 1:
        raise reject("delta", "δ, the failure probability", "must be strictly between 0 and 1", value, why)
    return number


def require_compositions(value: Any) -> int:
    why = "the curve is that of K_comp independent releases"
    return require_count("compositions", "K_comp, the number of compositions", value, why)


def require_group(value: Any) -> int:
    return require_count("group", "Υ, the group size", value)


def require_digits(value: Any) -> int:
    digits = require_count("digits", "the number of correct digits", value)
    if digits > LARGEST_DIGITS:
        rule = f"must be <= {LARGEST_DIGITS}"
        raise reject("digits", "the number of correct digits", rule, value, "more take too long")
    return digits


def require_count(name: str, symbol: str, value: Any, because: str = "", at_least: int = 1) -> int:
    """A whole number; 5, "5" and 5.0 are the same."""
    if type(value) is int and at_least <= value <= LARGEST_COUNT:
        return value
    if isinstance(value, float | np.float64 | np.float32 | np.float16) and float(value).is_integer():
        value = int(value)
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 40:
        value = int(value)
    count = require_whole(name, symbol, value, at_least=at_least, because=because)
    if count > LARGEST_COUNT:
        raise reject(name, symbol, f"must be <= {LARGEST_COUNT}", "a larger number")
    return count


def as_fmpq(number: Exact) -> fmpq:
    """The exact number as a fraction."""
    return number if isinstance(number, fmpq) else fmpq(*number.as_integer_ratio())


def as_fraction(number: Exact) -> Fraction:
    """The exact number as a fraction of Python."""
    ratio = as_fmpq(number)
    return Fraction(int(ratio.p), int(ratio.q))
