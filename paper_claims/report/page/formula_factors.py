"""The factors of a formula as one types it: symbols, functions, brackets, and what stands above and below them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from paper_claims.report.page.vocabulary import ARTICLES, CLOSING, FUNCTIONS, SYMBOLS, WORDS


class NotAFormula(Exception):
    """The text at this place is no formula that the parser knows."""


@dataclass(frozen=True)
class Piece:
    """MathML of a part; `group` is its inside if it is a bracketed group, `plain` marks what is no formula by itself."""

    markup: str
    group: str | None = None
    plain: bool = False


class Factors:
    """A place in a list of tokens; `at` is behind what was understood. What stands between brackets is for `Parser`."""

    def __init__(self, tokens: list[str], at: int) -> None:
        self.tokens, self.at = tokens, at
        self.bars = 0  # open |...| whose end is awaited
        self.inside = 0  # brackets and bars around this place

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def peeks(self, *wanted: str) -> bool:
        return all(self.peek(ahead) == token for ahead, token in enumerate(wanted))

    def spaces(self) -> None:
        if self.peek().isspace():
            self.at += 1

    @contextmanager
    def enclosed(self, bars: int) -> Iterator[None]:
        """Between brackets or bars; left again also if what is inside is no formula."""
        before, self.bars = self.bars, bars
        self.inside += 1
        try:
            yield
        finally:
            self.bars = before
            self.inside -= 1

    def relation(self) -> Piece:
        raise NotImplementedError

    def sum(self) -> Piece:
        raise NotImplementedError

    def scripted(self) -> Piece:
        """A factor with its primes, stars, sub- and superscripts."""
        base = self.factor()
        markup, group = base.markup, base.group
        below = above = ""
        while True:
            token, following = self.peek(), self.peek(1)
            if token == "'" and not following[:1].isalpha():
                markup = f'<mrow>{markup}<mo lspace="0" rspace="0">′</mo></mrow>'
                group = None
                self.at += 1
            elif (
                token == "*"
                and markup.startswith("<mi>")
                and not following[:1].isalnum()
                and following != "("
            ):
                above += "<mo>*</mo>"
                self.at += 1
            elif token == "~" and markup.startswith("<mi>"):
                markup = f"<mover>{markup}<mo>~</mo></mover>"
                self.at += 1
            elif token == "_" and following and not below:
                self.at += 1
                below = self.script()
            elif token == "^" and following:
                self.at += 1
                above += self.script()
            else:
                break
        if not below and not above:
            return Piece(markup, group, base.plain)
        if not below:
            return Piece(f"<msup>{markup}<mrow>{above}</mrow></msup>")
        if not above:
            return Piece(f"<msub>{markup}<mrow>{below}</mrow></msub>")
        return Piece(f"<msubsup>{markup}<mrow>{below}</mrow><mrow>{above}</mrow></msubsup>")

    def script(self) -> str:
        """What stands behind _ or ^: a name, a number, or a group; brackets stay only around a lone index, as in x^(i)."""
        token = self.peek()
        if token == "-" and self.peek(1).isalnum():
            self.at += 2
            return f"<mo>−</mo>{_name(self.peek(-1))}"
        if token in ("(", "{"):
            content = self.tokens[self.at + 1 : self.at + 3]
            lone = token == "(" and len(content) == 2 and content[1] == ")" and content[0].isalnum()
            piece = self.group()
            return piece.markup if lone or piece.group is None else piece.group
        if token[:1].isdigit():
            self.at += 1
            return f"<mn>{token}</mn>"
        if token[:1].isalpha():
            self.at += 1
            primes = ""
            while self.peek() == "'" and not self.peek(1)[:1].isalpha():
                primes += "′"
                self.at += 1
            return _name(token) + (f"<mo>{primes}</mo>" if primes else "")
        raise NotAFormula

    def factor(self) -> Piece:
        token = self.peek()
        if token == "|":
            return self.bars_around()
        if token == "<":
            return self.inner_product()
        if token in CLOSING:
            return self.group()
        if token == "...":
            self.at += 1
            return Piece("<mo>…</mo>", plain=True)
        if token[:1].isdigit() or token == "½":
            self.at += 1
            return Piece(f"<mn>{token}</mn>", plain=True)
        if token[:1].isalpha() or token == "℧":
            return self.symbol(token)
        raise NotAFormula

    def symbol(self, token: str) -> Piece:
        following, second = self.peek(1), self.peek(2)
        if token == "sum" and (following == "_" or (following == " " and self._is_symbol(second))):
            self.at += 1
            return Piece("<mo>∑</mo>")
        if token in WORDS and (self.inside or following == "("):
            self.at += 1
            return Piece(f"<mi>{token}</mi>")
        if token in FUNCTIONS:
            return self.function(token, following)
        word = len(second) > 1 and second[0].isalpha() and second not in (*SYMBOLS, "in")
        compound = (
            self.peek(3) == "-" and len(self.peek(4)) > 2 and self.peek(4).isalpha()
        )  # a Λ-strongly convex loss
        article = token in ARTICLES and following.isspace() and (word or compound)
        if article or not self._is_symbol(token):
            raise NotAFormula
        self.at += 1
        return Piece(_name(token))

    def _is_symbol(self, token: str) -> bool:
        single = len(token) == 1 and (token.isalpha() or token == "℧")
        return single or token in SYMBOLS or bool(re.fullmatch(r"[A-Za-z]\d", token))

    def function(self, token: str, following: str) -> Piece:
        argument = following in ("(", "_", "{", "^", "[") or (
            token == "log" and following == " " and len(self.peek(2)) == 1
        )
        if not argument or (following == "{" and token == "sqrt"):
            raise NotAFormula
        self.at += 1
        if token == "sqrt":
            inside = self.group()
            return Piece(f"<msqrt><mrow>{inside.group or inside.markup}</mrow></msqrt>")
        return Piece(f"<mi>{token}</mi>")

    def bars_around(self) -> Piece:
        self.at += 1
        with self.enclosed(bars=1):
            inside = self.relation()
        if self.peek() != "|":
            raise NotAFormula
        self.at += 1
        return Piece(_fenced("|", inside.markup, "|"))

    def inner_product(self) -> Piece:
        self.at += 1
        left = self.sum()
        if self.peek() != ",":
            raise NotAFormula
        self.at += 1
        self.spaces()
        right = self.sum()
        if self.peek() != ">":
            raise NotAFormula
        self.at += 1
        return Piece(_fenced("⟨", f"{left.markup}<mo>,</mo>{right.markup}", "⟩"))

    def group(self) -> Piece:
        """(...), [...], (...] or {...}, a list of formulas inside."""
        opening = self.peek()
        if opening not in CLOSING:
            raise NotAFormula
        self.at += 1
        with self.enclosed(bars=0):
            first = self.relation()
            inside = [first.markup]
            while self.peek() in (",", ";") or self.peeks(" ", "x", " "):
                cross = self.peek() == " "
                inside.append("<mo>×</mo>" if cross else f"<mo>{self.peek()}</mo>")
                self.at += 3 if cross else 1
                self.spaces()
                inside.append(self.relation().markup)
        closing = self.peek()
        if not closing or closing not in CLOSING[opening]:
            raise NotAFormula
        self.at += 1
        content = "".join(inside)
        single = len(inside) == 1 and (opening, closing) in (("(", ")"), ("{", "}"))
        return Piece(
            _fenced(opening, content, closing), content if single else None, plain=single and first.plain
        )


def _fenced(opening: str, content: str, closing: str) -> str:
    """Brackets of one size: without a font for mathematics they grow far beyond what they enclose."""
    mark = '<mo stretchy="false">'
    return f"<mrow>{mark}{opening}</mo>{content}{mark}{closing}</mo></mrow>"


def _name(token: str) -> str:
    if token[:1].isdigit():
        return f"<mn>{token}</mn>"
    return f"<mi>{SYMBOLS.get(token, token)}</mi>"
