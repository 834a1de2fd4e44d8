"""sympy: identities that hold for every size, and certificates whose terms are visibly non-negative.

A double sum over classes p and q is handled through its summand: two sums are equal for every number of
classes if their summands agree once symmetrised in (p, q). So one identity in two pairs of variables covers
every K.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, ctx

from accountant.numbers.balls import exact as exact_ball
from proofs_check.method.check import Outcome, every, shown


class Symbols:
    """`num` for sympy. `roots` may name the square root of a number, e.g. {2: r} with r >= e known."""

    def __init__(self, roots: dict[int, sp.Expr] | None = None) -> None:
        self.roots = roots or {}

    def number(self, value: str | int) -> sp.Expr:
        return sp.Rational(value)

    def sqrt(self, value: Any) -> sp.Expr:
        return self.roots.get(value, sp.sqrt(value))

    def exp(self, value: Any) -> sp.Expr:
        return sp.exp(value)

    def log(self, value: Any) -> sp.Expr:
        return sp.log(value)

    def erfc(self, value: Any) -> sp.Expr:
        return sp.erfc(value)

    def erfcx_of_root(self, value: Any) -> sp.Expr:
        return sp.exp(value) * sp.erfc(sp.sqrt(value))

    def min(self, *values: Any) -> sp.Expr:
        return sp.Min(*values)

    def max(self, *values: Any) -> sp.Expr:
        return sp.Max(*values)

    def if_less(self, left: Any, right: Any, then: Any, otherwise: Any) -> sp.Expr:
        """The branch itself where sympy knows the sign of right - left, else both as a piecewise expression."""
        gap = sp.simplify(right - left)
        if gap.is_positive:
            return sp.sympify(then)
        if gap.is_nonpositive:
            return sp.sympify(otherwise)
        return sp.Piecewise((then, left < right), (otherwise, True))


SYMBOLIC = Symbols()
IN_BALLS: dict[Any, Callable[..., arb]] = {
    sp.Add: lambda *terms: sum(terms, arb(0)),
    sp.Mul: lambda *factors: math.prod(factors, start=arb(1)),
    sp.Pow: lambda base, exponent: base**exponent,
    sp.exp: arb.exp,
    sp.log: arb.log,
    sp.erfc: arb.erfc,
}
BITS = 128


def vanishes(expression: sp.Expr) -> Outcome:
    """Is the expression 0 for all values of its symbols? If not, a rational point shows it."""
    exact = _rational(expression)
    for point in _points(exact.free_symbols):  # first, since it is quick where the expression is not 0
        value = exact.subs(point)
        if _differs_from_zero(value):
            return Outcome("fails", "the two sides differ at this point", _witness(point, difference=value))
    if sp.simplify(exact) == 0:
        names = tuple(sorted(map(str, expression.free_symbols)))
        return Outcome("holds", "sympy: both sides are the same expression", quantified=names)
    return Outcome("undecided", "sympy neither reduced the difference to 0 nor found a point where it is not")


def _differs_from_zero(value: sp.Expr) -> bool:
    """Is this number certainly not 0? Exactly if it is a fraction, in balls if they can evaluate it, else by sympy."""
    if value.is_Rational or not value.is_finite:
        return bool(value.is_finite and value != 0)
    try:
        with ctx.workprec(BITS):
            return not _ball(value).contains(0)
    except LookupError:
        value = sp.simplify(value)
        return bool(value.is_finite and value.is_zero is False)


def _ball(value: sp.Expr) -> arb:
    """The number in balls; a LookupError for a function that is not listed."""
    if value.is_Rational:
        return exact_ball(Fraction(int(value.p), int(value.q)))
    return IN_BALLS[value.func](*map(_ball, value.args))


def all_vanish(expressions: Iterable[sp.Expr]) -> Outcome:
    """Is every one of them 0 everywhere?"""
    return every(*map(vanishes, expressions))


def same_double_sum(
    left: sp.Expr, right: sp.Expr, first: Sequence[sp.Symbol], second: Sequence[sp.Symbol]
) -> Outcome:
    """Is sum over p, q of left(p, q) = sum over p, q of right(p, q) for every number of terms?

    `first` are the symbols of index p, `second` those of index q. Sufficient, and checked, is that the
    summands agree after symmetrising.
    """
    swap = dict(zip([*first, *second], [*second, *first], strict=True))
    summand = left - right
    return vanishes(sp.expand(summand + summand.subs(swap, simultaneous=True)))


def _rational(expression: sp.Expr) -> sp.Expr:
    """Floats replaced by the binary fractions that they are."""
    return sp.nsimplify(expression, rational=True, rational_conversion="exact")


def _points(symbols: Iterable[sp.Symbol]) -> Iterable[dict[sp.Symbol, sp.Rational]]:
    """A few rational points with all coordinates different; positive, so that every symbol allows them."""
    ordered = sorted(symbols, key=str)
    for numerator in (1, 2, 5):
        yield {symbol: sp.Rational(numerator + i, 7 + 2 * i) for i, symbol in enumerate(ordered)}


def _witness(point: dict[sp.Symbol, Any], **extra: Any) -> dict[str, str]:
    return shown(**{str(symbol): value for symbol, value in point.items()}, **extra)
