"""Arithmetic as Coq writes it, read into sympy: enough for the constants in statements and for the definitions behind them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import sympy as sp

from proofs_check.method.symbolic import SYMBOLIC

TOKEN = re.compile(r"\s*(\d+\.\d+|\d+|[A-Za-z_][\w']*|[-+*/^()])")
FUNCTIONS: dict[str, tuple[int, Callable[..., sp.Expr]]] = {
    "INR": (1, lambda value: value),
    "length": (1, lambda value: value),
    "S": (1, lambda value: value + 1),
    "sqrt": (1, SYMBOLIC.sqrt),
    "exp": (1, SYMBOLIC.exp),
    "erfc": (1, SYMBOLIC.erfc),
    "Rmin": (2, SYMBOLIC.min),
    "Rmax": (2, SYMBOLIC.max),
}
TESTS = ("Rlt_dec", "Rle_dec")


def symbol(name: str) -> sp.Symbol:
    """The symbol for a variable of Coq; the points of the losses may be negative, the rest is positive."""
    return sp.Symbol(name, real=True) if name in ("z", "w") else sp.Symbol(name, positive=True)


def expression(text: str) -> sp.Expr:
    """The whole text as one expression."""
    reader = _Reader(text)
    found = reader.sum()
    if reader.rest:
        raise ValueError(f"cannot read {' '.join(reader.rest)!r} at the end of {text!r}")
    return found


class _Reader:
    """One method for each level of precedence; a quotient or a minus may also stand in front."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rest = [match for match in TOKEN.split(text) if match.strip()]
        if "".join(self.rest) != "".join(text.split()):
            raise ValueError(f"cannot read {text!r}")

    def take(self, *wanted: str) -> str:
        if self.rest and self.rest[0] in wanted:
            return self.rest.pop(0)
        return ""

    def need(self, wanted: str) -> None:
        if not self.take(wanted):
            raise ValueError(f"{wanted!r} is missing in {self.text!r}")

    def sum(self) -> sp.Expr:
        if self.take("if"):
            return self.choice()
        total = self.product()
        while sign := self.take("+", "-"):
            total = total + self.product() if sign == "+" else total - self.product()
        return total

    def product(self) -> sp.Expr:
        total = self.signed()
        while sign := self.take("*", "/"):
            total = total * self.signed() if sign == "*" else total / self.signed()
        return total

    def signed(self) -> sp.Expr:
        if self.take("-"):
            return -self.signed()
        if self.take("/"):
            return 1 / self.signed()
        return self.power()

    def power(self) -> sp.Expr:
        base = self.application()
        return base ** self.atom() if self.take("^") else base

    def application(self) -> sp.Expr:
        if self.rest and self.rest[0] in FUNCTIONS:
            count, function = FUNCTIONS[self.rest.pop(0)]
            return function(*(self.atom() for _ in range(count)))
        return self.atom()

    def atom(self) -> sp.Expr:
        if not self.rest:
            raise ValueError(f"{self.text!r} ends too early")
        token = self.rest.pop(0)
        if token == "(":
            inside = self.sum()
            self.need(")")
            return inside
        if token[0].isdigit():
            return sp.Rational(token)
        if not token[0].isalpha() or token in FUNCTIONS or token in TESTS:
            raise ValueError(f"{token!r} is out of place in {self.text!r}")
        return symbol(token)

    def choice(self) -> sp.Expr:
        test = self.take(*TESTS)
        left, right = self.atom(), self.atom()
        self.need("then")
        then = self.sum()
        self.need("else")
        otherwise = self.sum()
        if test == "Rle_dec":  # left <= right is the opposite of right < left
            left, right, then, otherwise = right, left, otherwise, then
        return SYMBOLIC.if_less(left, right, then, otherwise)


def difference(left: Any, right: Any) -> sp.Expr:
    """The difference in a form that sympy decides: fractions cancelled, minima as absolute values, cases side by side."""
    found = sp.piecewise_fold(sp.sympify(left - right).rewrite(sp.Abs))
    return sp.cancel(found) if found.is_rational_function() else found
