"""From the text of a formula to its tree. A small grammar of its own: no text is ever run.

sum      = product { ("+" | "-") product }          product = sign { ("*" | "/") sign }
sign     = "-" sign | power                         power   = atom [ ("^" | "**") whole number up to 8 ]
atom     = number | name | "(" sum ")" | exp(sum) | log(sum) | sqrt(sum) | abs(sum)
         | max(sum, sum, ...) | min(sum, sum, ...) | where(sum < sum, sum, sum)        also <=, >, >=
         | logsumexp(z) | mean(z) | z[y]            in a loss of the logits
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from reference.errors import InvalidInput, shown
from reference.loss_files import trees
from reference.loss_files.trees import Tree
from reference.tables import nearest

LONGEST, DEEPEST, MOST_PARTS, HIGHEST = 2000, 30, 200, 8  # characters, nesting, parts, exponent
LONGEST_NUMBER, MOST_BRANCHES, MOST_FACTORS, MOST_EXPS = 30, 6, 24, 3
MARGIN, LSE, MEAN, LABEL = "z", "logsumexp(z)", "mean(z)", "z[y]"
_WORD = re.compile(
    r"(?P<space>\s+)|(?P<number>\d+(\.\d*)?([eE][-+]?\d{1,2})?|\.\d+([eE][-+]?\d{1,2})?)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<sign>\*\*|<=|>=|[-+*/^()<>,\[\]])"
)
FUNCTIONS = ("exp", "log", "sqrt", "abs", "max", "min", "where")


@dataclass(frozen=True)
class Place:
    """Where the text of a formula starts; `line` 0 if that is not known."""

    file: str
    key: str
    line: int = 0
    column: int = 1

    def at(self, offset: int) -> str:
        if not self.line:
            return f"{self.file}: key {self.key!r}, character {offset + 1}"
        return f"{self.file}, line {self.line}, column {self.column + offset}"


@dataclass(frozen=True)
class Word:
    kind: str
    text: str
    offset: int


def parse(text: str, names: Collection[str], place: Place, of_logits: bool = False) -> Tree:
    """The tree of a formula in these names."""
    if len(text) > LONGEST:
        raise InvalidInput(
            f"{place.at(0)}: a formula must have at most {LONGEST} characters, got {len(text)}"
        )
    reader = _Reader(_words(text, place), frozenset(names), place, of_logits)
    tree = reader.sum(0)
    if reader.now.kind != "end":
        reader.refuse(f"expected an operator or the end, got {shown(reader.now.text)}")
    if (count := len(trees.parts(tree))) > MOST_PARTS:
        raise InvalidInput(f"{place.at(0)}: a formula must have at most {MOST_PARTS} parts, got {count}")
    if sum(part.op == "if" for part in trees.parts(tree)) > MOST_BRANCHES:
        raise InvalidInput(f"{place.at(0)}: a formula must compare at most {MOST_BRANCHES} times")
    if tree.degree > MOST_FACTORS:
        raise InvalidInput(
            f"{place.at(0)}: a formula must have at most the degree {MOST_FACTORS}, got {tree.degree}"
        )
    if _exps(tree) > MOST_EXPS:
        raise InvalidInput(f"{place.at(0)}: exp must be nested at most {MOST_EXPS} deep")
    if tree.depth > DEEPEST:
        rule = f"must be nested at most {DEEPEST} deep, and so must long sums and products"
        raise InvalidInput(f"{place.at(0)}: a formula {rule}, got {tree.depth}")
    return tree


def _exps(tree: Tree) -> int:
    """How deep exp stands in exp; the formula is known to have few parts."""
    return (tree.op == "exp") + max((_exps(part) for part in tree.parts if "exp" in part.ops), default=0)


def _words(text: str, place: Place) -> list[Word]:
    words, offset = [], 0
    while offset < len(text):
        found = _WORD.match(text, offset)
        if found is None:
            raise InvalidInput(f"{place.at(offset)}: no formula has the character {shown(text[offset])}")
        kind = str(found.lastgroup)
        if kind != "space":
            words.append(Word(kind, found.group(), offset))
        offset = found.end()
    return [*words, Word("end", "the end", len(text))]


class _Reader:
    def __init__(self, words: list[Word], names: frozenset[str], place: Place, of_logits: bool) -> None:
        self.words, self.names, self.place, self.of_logits = words, names, place, of_logits

    @property
    def now(self) -> Word:
        return self.words[0]

    def refuse(self, why: str, word: Word | None = None) -> NoReturn:
        raise InvalidInput(f"{self.place.at((word or self.now).offset)}: {why}")

    def next(self) -> Word:
        return self.words.pop(0) if self.now.kind != "end" else self.now

    def take(self, *signs: str) -> str:
        """The next word if it is one of these signs, else nothing."""
        return self.next().text if self.now.kind == "sign" and self.now.text in signs else ""

    def need(self, sign: str) -> None:
        if not self.take(sign):
            self.refuse(f"expected {sign!r}, got {shown(self.now.text)}")

    def sum(self, depth: int) -> Tree:
        if depth > DEEPEST:
            self.refuse(f"a formula must be nested at most {DEEPEST} deep")
        tree = self.product(depth)
        while sign := self.take("+", "-"):
            tree = Tree(sign, (tree, self.product(depth)))
        return tree

    def product(self, depth: int) -> Tree:
        tree = self.sign(depth)
        while sign := self.take("*", "/"):
            where = self.now
            other = self.sign(depth)
            if sign == "/" and other == trees.ZERO:
                self.refuse("a formula must not divide by 0", where)
            tree = Tree(sign, (tree, other))
        return tree

    def sign(self, depth: int) -> Tree:
        if depth > DEEPEST:
            self.refuse(f"a formula must be nested at most {DEEPEST} deep")
        return Tree("-", (trees.ZERO, self.sign(depth + 1))) if self.take("-") else self.power(depth)

    def power(self, depth: int) -> Tree:
        tree = self.atom(depth)
        if not self.take("^", "**"):
            return tree
        word = self.next()
        if word.kind != "number" or not word.text.isdecimal() or not int(word.text[:3]) <= HIGHEST:
            self.refuse(
                f"an exponent must be a whole number from 0 to {HIGHEST}, got {shown(word.text)}", word
            )
        return trees.power(tree, int(word.text))

    def atom(self, depth: int) -> Tree:
        word = self.next()
        if word.kind == "number":
            if len(word.text) > LONGEST_NUMBER:
                self.refuse(f"a number must have at most {LONGEST_NUMBER} characters", word)
            return trees.number(Fraction(word.text))
        if word.kind == "name":
            return self.named(word, depth)
        if word.text == "(" and word.kind == "sign":
            tree = self.sum(depth + 1)
            self.need(")")
            return tree
        self.refuse(f"expected a number, a name or '(', got {shown(word.text)}", word)

    def named(self, word: Word, depth: int) -> Tree:
        if self.of_logits and word.text in (MARGIN, "logsumexp", "mean"):
            return self.logits(word)
        if word.text in FUNCTIONS and self.now.text == "(":
            self.next()
            tree = self.call(word, depth + 1)
            self.need(")")
            return tree
        if word.text not in self.names:
            hint = nearest(word.text, sorted({*self.names, *FUNCTIONS}))
            self.refuse(f"the name {shown(word.text)} is not known: {hint}", word)
        return trees.name(word.text)

    def logits(self, word: Word) -> Tree:
        """logsumexp(z), mean(z), z[y]: all that a loss of the logits is made of."""
        opens, inside, closes = ("[", "y", "]") if word.text == MARGIN else ("(", MARGIN, ")")
        self.need(opens)
        if self.next().text != inside:
            self.refuse(f"expected {word.text}{opens}{inside}{closes}", word)
        self.need(closes)
        return trees.name(word.text + opens + inside + closes)

    def call(self, word: Word, depth: int) -> Tree:
        if word.text == "where":
            return self.where(depth)
        parts = [self.sum(depth)]
        while self.take(","):
            parts.append(self.sum(depth))
        most = 8 if word.text in ("max", "min") else 1
        if not (2 if most > 1 else 1) <= len(parts) <= most:
            rule = "from 2 to 8 values" if most > 1 else "one value"
            self.refuse(f"{word.text} takes {rule}, got {len(parts)}", word)
        first = parts[0]
        if word.text == "abs":
            return trees.if_less(first, trees.ZERO, Tree("-", (trees.ZERO, first)), first)
        for part in parts[1:]:
            pair = (first, part, part, first) if word.text == "max" else (first, part, first, part)
            first = trees.if_less(*pair)
        return Tree(word.text, (first,)) if most == 1 else first

    def where(self, depth: int) -> Tree:
        left, sign = self.sum(depth), self.take("<", "<=", ">", ">=")
        if not sign:
            self.refuse(f"expected a comparison (<, <=, >, >=), got {shown(self.now.text)}")
        right = self.sum(depth)
        self.need(",")
        then = self.sum(depth)
        self.need(",")
        otherwise = self.sum(depth)
        if sign in (">", ">="):
            left, right, sign = right, left, "<" if sign == ">" else "<="
        if sign == "<=":  # not right < left
            return trees.if_less(right, left, otherwise, then)
        return trees.if_less(left, right, then, otherwise)
