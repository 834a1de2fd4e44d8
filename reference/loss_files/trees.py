"""Formulas as trees: their value in any arithmetic, and their derivatives.

The slope that a learner runs, that z3 reads and that balls enclose is one tree. `if` compares its first two parts: the
third is the value where the first is less than the second, else the fourth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from reference.arithmetic import Arithmetic, Number

FUNCTIONS = ("exp", "log", "sqrt")


@dataclass(frozen=True)
class Tree:
    """`op` is number, name, + - * /, ^ (with a whole exponent as value), exp, log, sqrt or if."""

    op: str
    parts: tuple[Tree, ...] = ()
    value: Fraction | str | int = 0

    names: frozenset[str] = field(init=False, compare=False, repr=False)
    ops: frozenset[str] = field(init=False, compare=False, repr=False)
    depth: int = field(init=False, compare=False, repr=False)
    degree: int = field(init=False, compare=False, repr=False)  # a bound on that of the polynomials in it
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """All that is asked often, from the parts: nothing here walks a deep tree."""
        own = {str(self.value)} if self.op == "name" else set()
        object.__setattr__(self, "names", frozenset(own.union(*(part.names for part in self.parts))))
        object.__setattr__(self, "ops", frozenset({self.op}.union(*(part.ops for part in self.parts))))
        object.__setattr__(self, "depth", 1 + max((part.depth for part in self.parts), default=0))
        degrees = [part.degree for part in self.parts]
        total = sum(degrees) if self.op in "*/" else max(degrees, default=int(self.op == "name"))
        object.__setattr__(self, "degree", total * int(self.value) if self.op == "^" else total)
        object.__setattr__(self, "_hash", hash((self.op, self.parts, self.value)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def algebraic(self) -> bool:
        """Does a solver for polynomials read it?"""
        return not self.ops & set(FUNCTIONS)


def number(value: int | Fraction) -> Tree:
    return Tree("number", value=Fraction(value))


def name(text: str) -> Tree:
    return Tree("name", value=text)


ZERO, ONE = number(0), number(1)


def plus(one: Tree, other: Tree) -> Tree:
    if one == ZERO or other == ZERO:
        return other if one == ZERO else one
    return Tree("+", (one, other))


def minus(one: Tree, other: Tree) -> Tree:
    return one if other == ZERO else Tree("-", (one, other))


def times(one: Tree, other: Tree) -> Tree:
    if ZERO in (one, other):
        return ZERO
    if one == ONE or other == ONE:
        return other if one == ONE else one
    return Tree("*", (one, other))


def over(one: Tree, other: Tree) -> Tree:
    return ZERO if one == ZERO else one if other == ONE else Tree("/", (one, other))


def power(base: Tree, exponent: int) -> Tree:
    return ONE if exponent == 0 else base if exponent == 1 else Tree("^", (base,), exponent)


def if_less(left: Tree, right: Tree, then: Tree, otherwise: Tree) -> Tree:
    return then if then == otherwise else Tree("if", (left, right, then, otherwise))


def derivative(tree: Tree, by: str) -> Tree:
    """Of each branch, where there are branches: at a kink it is that of the branch that counts there."""
    known: dict[Tree, Tree] = {}

    def of(tree: Tree) -> Tree:
        if by not in tree.names:
            return ZERO
        if tree not in known:
            known[tree] = rule(tree)
        return known[tree]

    def rule(tree: Tree) -> Tree:
        if tree.op == "name":
            return ONE
        if tree.op == "if":
            left, right, then, otherwise = tree.parts
            return if_less(left, right, of(then), of(otherwise))
        u, v = tree.parts[0], tree.parts[-1]
        if tree.op in "+-":
            return plus(of(u), of(v)) if tree.op == "+" else minus(of(u), of(v))
        if tree.op == "*":
            return plus(times(of(u), v), times(u, of(v)))
        if tree.op == "/":
            return minus(over(of(u), v), over(times(u, of(v)), power(v, 2)))
        if tree.op == "^":
            n = int(tree.value)
            return times(times(number(n), power(u, n - 1)), of(u))
        inner = {"exp": tree, "log": over(ONE, u), "sqrt": over(ONE, times(number(2), tree))}
        return times(inner[tree.op], of(u))

    return of(tree)


def evaluate(tree: Tree, values: Mapping[str, Number], num: Arithmetic) -> Number:
    """The value, by the arithmetic of `num`."""
    known: dict[Tree, Number] = {}

    def of(tree: Tree) -> Number:
        if tree not in known:
            known[tree] = rule(tree)
        return known[tree]

    def rule(tree: Tree) -> Number:
        if tree.op == "name":
            return values[str(tree.value)]
        if tree.op == "number":
            top, bottom = Fraction(tree.value).as_integer_ratio()
            return num.number(top) if bottom == 1 else num.number(top) / num.number(bottom)
        parts = [of(part) for part in tree.parts]
        if tree.op == "if":
            return num.if_less(*parts)
        if tree.op in FUNCTIONS:
            return getattr(num, tree.op)(parts[0])
        if tree.op == "^":  # by multiplication: the same in every arithmetic
            result = parts[0]
            for _ in range(int(tree.value) - 1):
                result = result * parts[0]
            return result
        u, v = parts
        return u + v if tree.op == "+" else u - v if tree.op == "-" else u * v if tree.op == "*" else u / v

    return of(tree)


def parts(tree: Tree) -> set[Tree]:
    """Its different parts, and itself."""
    seen: set[Tree] = set()
    queue = [tree]
    while queue:
        one = queue.pop()
        if one not in seen:
            seen.add(one)
            queue += one.parts
    return seen
